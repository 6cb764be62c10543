import { createSignal } from '../lib/signal.ts'

export interface Shelter {
  /** The whole app opens without a network; said only once it is true. */
  isReadyOffline: boolean
  /** Files of a build being installed; undefined when none is. */
  progress: { done: number; total: number } | undefined
  /** A newer build is installed and waits for `applyUpdate`. */
  isUpdateWaiting: boolean
}

/** What the service worker has made ready, for `useSyncExternalStore`. */
export const shelter = createSignal<Shelter>({ isReadyOffline: false, progress: undefined, isUpdateWaiting: false })
