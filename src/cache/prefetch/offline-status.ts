import { createSignal } from '../../lib/signal.ts'

/** How much of what a member may want without a network is on this device. */
export interface OfflineStatus {
  /** Parts that are here and not old. */
  done: number
  total: number
  /**
   * `idle`: not begun in this visit; `running`; `done`; `waiting`: for the network; `light`: on a metered line, where
   * what takes much room waits for another.
   */
  state: 'idle' | 'running' | 'done' | 'waiting' | 'light'
  /** The first filling on this device, which is worth a word. */
  isFirst: boolean
}

/** For `useSyncExternalStore`; moved by `fill.ts`, which is loaded after the first frame. */
export const offlineStatus = createSignal<OfflineStatus>({ done: 0, total: 0, state: 'idle', isFirst: false })
