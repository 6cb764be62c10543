import { createContext } from 'react'

export interface ServiceWorkerState {
  /** True only once the whole app opens without a network. */
  isReadyOffline: boolean
  /** Files of a build that is being saved; undefined when none is. `isUpdate` where that build isn't this page's. */
  progress: { done: number; total: number; isUpdate: boolean } | undefined
  /** A newer build is installed and waits for `applyUpdate`. */
  isUpdateWaiting: boolean
  /** Activates the waiting build and reloads the app; `busy` where a request is being sent at this moment. */
  applyUpdate(): Promise<'updating' | 'busy'>
}

/** What the service worker has saved, for the screens about storage and updates; the shell provides it. */
export const ServiceWorkerContext = createContext<ServiceWorkerState>({
  isReadyOffline: false,
  progress: undefined,
  isUpdateWaiting: false,
  applyUpdate: () => Promise.resolve('updating'),
})
