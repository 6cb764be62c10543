import { createContext } from 'react'

export interface ShelterState {
  /** The whole app opens without a network; said only once it is true. */
  isReadyOffline: boolean
  /** Files of a build being installed; undefined when none is. */
  progress: { done: number; total: number } | undefined
  /** A newer build is installed and waits to be taken. */
  isUpdateWaiting: boolean
  /** Changes to the waiting build and loads the app again; `busy` where something is being sent just now. */
  applyUpdate(): Promise<'updating' | 'busy'>
}

/** What the service worker has made ready, for the screens about storage and updates; the shell says it. */
export const ShelterContext = createContext<ShelterState>({
  isReadyOffline: false,
  progress: undefined,
  isUpdateWaiting: false,
  applyUpdate: () => Promise.resolve('updating'),
})
