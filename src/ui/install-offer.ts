import { createSignal } from '../lib/signal.ts'

/** Chromium's event; not in TypeScript's library. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

const offer = createSignal<InstallEvent | undefined>(undefined)

/** Call this at the very start: the browser fires its event once, and early. */
export function catchInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offer.set(event as InstallEvent)
  })
  window.addEventListener('appinstalled', () => offer.set(undefined))
}

/**
 * How this browser installs an app: by its own prompt, by hand through the share menu (iPhone), or not now. For
 * `useSyncExternalStore`.
 */
export function installWay(): 'prompt' | 'share' | 'none' {
  if (offer.getSnapshot()) return 'prompt'
  return 'standalone' in navigator && navigator.standalone === false ? 'share' : 'none'
}

export const onInstallWay = offer.subscribe

/** Shows the browser's own prompt, which may be shown once. True if the person accepted. */
export async function install(): Promise<boolean> {
  const taken = offer.getSnapshot()
  offer.set(undefined)
  return (await taken?.prompt())?.outcome === 'accepted'
}
