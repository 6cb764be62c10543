import { ApiError, isAnswer } from '../api/api-error.ts'

export interface Reach {
  /** The app's current belief. */
  isOnline(): boolean
  setOnline(isOnline: boolean): void
  /** The browser's answer (`navigator.onLine`). */
  browserSaysOnline(): boolean
  /** Calls `tell` with the error of every call that failed, and with undefined for every call that was answered. */
  onOutcome(tell: (error: unknown) => void): unknown
  /** Sends the server a small request; rejects where there is no response. */
  ask(): Promise<unknown>
  /** Calls `run` after `ms` milliseconds, or sooner when the page becomes visible. */
  later(run: () => void, ms: number): void
}

const firstMs = 3000
const longestMs = 60_000

/**
 * Keeps the app's belief about the network correct. `navigator.onLine` is often wrong both ways, so the outcome of
 * calls decides. While no call succeeds, a small request is sent at growing intervals.
 */
export function watchReach(reach: Reach): void {
  let isAsking = false

  async function ask(afterMs: number) {
    try {
      await reach.ask()
      reach.setOnline(true)
    } catch (error) {
      if (isAnswer(error)) reach.setOnline(true)
      else learn(error)
    }
    if (reach.isOnline()) isAsking = false
    else reach.later(() => void ask(Math.min(afterMs * 2, longestMs)), afterMs)
  }

  function learn(error: unknown) {
    const isAnswered = error === undefined || isAnswer(error)
    // A response may have been on its way when the network went: while the browser says offline, it only leads to a
    // small request.
    if (isAnswered && reach.browserSaysOnline()) reach.setOnline(true)
    else if (isLost(error)) reach.setOnline(false)
    if (reach.isOnline() || isAsking) return
    isAsking = true
    if (isAnswered) void ask(firstMs)
    else reach.later(() => void ask(firstMs * 2), firstMs)
  }

  reach.onOutcome(learn)
  if (!reach.isOnline()) {
    isAsking = true
    void ask(firstMs)
  }
}

function isLost(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === 'network' || error.kind === 'notOurs' || error.kind === 'timeout')
}
