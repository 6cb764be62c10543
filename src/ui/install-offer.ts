/** Chromium's event; not in TypeScript's library. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let offer: InstallEvent | undefined
const listeners = new Set<() => void>()

/** To be called at the very start: the browser makes its offer once, and early. */
export function catchInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    change(event as InstallEvent)
  })
  window.addEventListener('appinstalled', () => change(undefined))
}

/** How this browser installs an app: by its own prompt, by hand through the share menu (iPhone), or not now. For `useSyncExternalStore`. */
export function installWay(): 'prompt' | 'share' | 'none' {
  if (offer) return 'prompt'
  return 'standalone' in navigator && navigator.standalone === false ? 'share' : 'none'
}

export function onInstallWay(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows the browser's own prompt, which may be shown once. True if the person took it. */
export async function install(): Promise<boolean> {
  const taken = offer
  change(undefined)
  return (await taken?.prompt())?.outcome === 'accepted'
}

function change(next: InstallEvent | undefined) {
  offer = next
  for (const listener of listeners) listener()
}
