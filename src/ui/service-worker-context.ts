import { createContext } from 'react'

export interface ServiceWorkerState {
  /** The whole app opens without a network; true only once that is so. */
  isReadyOffline: boolean
  /**
   * Files of a build that is being saved; undefined when none is. `isUpdate` where it is another build than this
   * page's.
   */
  progress: { done: number; total: number; isUpdate: boolean } | undefined
  /** A newer build is installed and waits for `applyUpdate`. */
  isUpdateWaiting: boolean
  /** Changes to the waiting build and loads the app again; `busy` where something is being sent just now. */
  applyUpdate(): Promise<'updating' | 'busy'>
}

/** What the service worker has saved, for the screens about storage and updates; the shell provides it. */
export const ServiceWorkerContext = createContext<ServiceWorkerState>({
  isReadyOffline: false,
  progress: undefined,
  isUpdateWaiting: false,
  applyUpdate: () => Promise.resolve('updating'),
})
