import { createSignal } from '../lib/signal.ts'
import { afterTimeout, type After } from './response-delay.ts'

/** Loading is worth showing when it takes longer than this (specification 7 and 9). */
export const indicatorDelayMs = 800

export interface Activity {
  /** Counts one piece of work until the returned function is called. */
  begin(): () => void
  /** For `useSyncExternalStore`. */
  subscribe(listener: () => void): () => void
  /** True while something has been under way for 800 ms. */
  getSnapshot(): boolean
}

/** The signal behind the loading indicator. It stays false for work that ends within the delay. */
export function createActivity(after: After = afterTimeout): Activity {
  const isSlowNow = createSignal(false)
  let slow = 0

  function count(change: 1 | -1) {
    slow += change
    isSlowNow.set(slow > 0)
  }

  return {
    begin() {
      let isSlow = false
      let isOver = false
      const cancel = after(() => {
        isSlow = true
        count(1)
      }, indicatorDelayMs)
      return () => {
        if (isOver) return
        isOver = true
        cancel()
        if (isSlow) count(-1)
      }
    },
    subscribe: isSlowNow.subscribe,
    getSnapshot: isSlowNow.getSnapshot,
  }
}
