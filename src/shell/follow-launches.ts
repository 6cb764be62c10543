interface LaunchQueue {
  setConsumer(consumer: (launch: { targetURL?: string }) => void): void
}

declare global {
  interface Window {
    /** Chromium on desktops; elsewhere a launch is a navigation. */
    launchQueue?: LaunchQueue
  }
}

/**
 * A link or a shortcut of the installed app goes on in the window that is open (`launch_handler` of the manifest): as a
 * page above the one that is there, so that nothing half typed is lost.
 */
export function followLaunches(): void {
  const [page] = performance.getEntriesByType('navigation')
  window.launchQueue?.setConsumer(({ targetURL }) => {
    // The launch that opened this page comes too.
    if (targetURL === undefined || targetURL === page?.name) return
    const to = new URL(targetURL)
    if (to.search !== '') window.location.assign(to)
    else if (to.hash.length > 2) window.location.hash = to.hash
  })
}
