const name = 'voltfolio-reloaded-for'

/**
 * A deploy may have taken away a part that this page still asks for. Reloading once brings the new page; if the part
 * is missing there too, the screen's own failure says so.
 */
export function reloadOnceForMissingChunk(): void {
  window.addEventListener('vite:preloadError', () => {
    if (navigator.onLine && !hasReloaded()) location.reload()
  })
}

function hasReloaded(): boolean {
  try {
    if (sessionStorage.getItem(name) === __BUILD_ID__) return true
    sessionStorage.setItem(name, __BUILD_ID__)
    return false
  } catch {
    // Without a note of it, a page that is broken for good would reload for ever.
    return true
  }
}
