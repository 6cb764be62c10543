import { ApiError, isAnswer } from '../api/api-error.ts'

export interface Reach {
  /** What the app believes so far. */
  isOnline(): boolean
  setOnline(isOnline: boolean): void
  /** What the browser says (`navigator.onLine`). */
  browserSaysOnline(): boolean
  /** Calls `tell` with the error of every call that failed, with undefined for every one that was answered. */
  onOutcome(tell: (error: unknown) => void): unknown
  /** Asks the server for something small; rejects where there is no answer. */
  ask(): Promise<unknown>
  /** Calls `run` after so many milliseconds, sooner when the page comes into sight. */
  later(run: () => void, ms: number): void
}

const firstMs = 3000
const longestMs = 60_000

/**
 * Keeps the belief in the network true: the browser's own word (`navigator.onLine`) is often wrong both ways, so what
 * happens to calls decides. While nothing gets through, asks now and then, ever more seldom.
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
    // An answer that was on its way when the network went says nothing about now, so it only leads to a question.
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
