import { syncTag } from './sync-tag.ts'

/** Drains whenever the network may be back. `navigator.onLine` is never a reason not to. */
export function startTriggers(drain: (ignoreBackoff: boolean) => unknown): () => void {
  const onOnline = () => void drain(true)
  const onVisible = () => {
    if (document.visibilityState === 'visible') void drain(true)
  }
  window.addEventListener('online', onOnline)
  window.addEventListener('pageshow', onVisible)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    window.removeEventListener('online', onOnline)
    window.removeEventListener('pageshow', onVisible)
    document.removeEventListener('visibilitychange', onVisible)
  }
}

/** Not in TypeScript's library: only Chromium has it. */
interface WithSync {
  sync: { register(tag: string): Promise<void> }
}

/**
 * Has the worker drain when there is a network, even if every tab is closed by then. Browsers without it drain at the
 * next opening.
 */
export async function askForSync(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  if (registration && 'sync' in registration)
    await (registration as ServiceWorkerRegistration & WithSync).sync.register(syncTag)
}

let hasAsked = false

/** Asks the browser for persistent storage, which it doesn't delete when the disk is full. */
export async function askToPersist(): Promise<void> {
  if (hasAsked || !('storage' in navigator) || !('persist' in navigator.storage)) return
  hasAsked = true
  if (!(await navigator.storage.persisted())) await navigator.storage.persist()
}
