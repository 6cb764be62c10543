import { createContext } from 'react'

export interface ServiceWorkerState {
  /** True only once every page opens without a network, in the language that is spoken. */
  isReadyOffline: boolean
  /** Codes of the languages that are on this device; undefined while that isn't known. */
  languages: readonly string[] | undefined
  /** Files of a build that is being saved; undefined when none is. `isUpdate` where that build isn't this page's. */
  progress: { done: number; total: number; isUpdate: boolean } | undefined
  /** A newer build is installed and waits for `applyUpdate`. */
  isUpdateWaiting: boolean
  /** Grows where the update is offered again to a member who declined it. Without it none was. */
  offers?: number
  /** Activates the waiting build and reloads the app; `busy` where a request is being sent at this moment. */
  applyUpdate(): Promise<'updating' | 'busy'>
}

/** What the service worker has saved, for the screens about storage and updates; the shell provides it. */
export const ServiceWorkerContext = createContext<ServiceWorkerState>({
  isReadyOffline: false,
  languages: undefined,
  progress: undefined,
  isUpdateWaiting: false,
  applyUpdate: () => Promise.resolve('updating'),
})
