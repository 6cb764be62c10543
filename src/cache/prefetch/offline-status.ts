import { createSignal } from '../../lib/signal.ts'

/** How much of the offline prefetch is stored on this device. */
export interface OfflineStatus {
  /** The number of parts that are stored and not old. */
  done: number
  total: number
  /**
   * `idle`: not begun in this visit; `running`; `done`; `waiting`: for the network; `light`: on a metered line, where
   * the member's picture and the earlier entries of long lists wait for another.
   */
  state: 'idle' | 'running' | 'done' | 'waiting' | 'light'
  /** True for the first prefetch on this device, which the app mentions. */
  isFirst: boolean
}

export const notBegun: OfflineStatus = { done: 0, total: 0, state: 'idle', isFirst: false }

/** For `useSyncExternalStore`; set by `start-prefetch.ts`, which is loaded after the first frame. */
export const offlineStatus = createSignal(notBegun)
