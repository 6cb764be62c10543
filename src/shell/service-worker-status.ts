import { createSignal } from '../lib/signal.ts'

export interface ServiceWorkerStatus {
  /** True only once the whole app opens without a network. */
  isReadyOffline: boolean
  /** Files of a build that is being saved; undefined when none is. `isUpdate` where that build isn't this page's. */
  progress: { done: number; total: number; isUpdate: boolean } | undefined
  /** A newer build is installed and waits for `applyUpdate`. */
  isUpdateWaiting: boolean
}

/** What the service worker has saved, for `useSyncExternalStore`. */
export const serviceWorkerStatus = createSignal<ServiceWorkerStatus>({
  isReadyOffline: false,
  progress: undefined,
  isUpdateWaiting: false,
})
