import type { LockState } from './lock-state.ts'

const minuteMs = 60_000

/** So long at most a page on the screen doesn't say that it was seen: its device was asleep, or it is a new page. */
const restMs = 15_000

/**
 * Whether the app must lock now; with `after` 0 it also does when it leaves the screen. `elapsedMs` is the time since a
 * page was last seen; negative where the clock was set back, which locks too: nobody can say how long it was.
 */
export function isDue({ isLocked, after }: Pick<LockState, 'isLocked' | 'after'>, elapsedMs: number): boolean {
  return isLocked || elapsedMs < 0 || elapsedMs >= Math.max(after * minuteMs, restMs)
}

/** After so many wrong tries only signing in again helps. */
export const mostTries = 10

/** Milliseconds to wait after the nth wrong try. */
export function waitAfter(wrong: number): number {
  if (wrong < 3) return 0
  const waits = [0.5, 1, 5, 15, 30]
  return (waits[wrong - 3] ?? 60) * minuteMs
}

/** What is left of a wait. A clock set back doesn't make it longer than it was. */
export function waitLeft({ wrong, waitUntil }: Pick<LockState, 'wrong' | 'waitUntil'>, now: number): number {
  return Math.min(waitAfter(wrong), Math.max(0, waitUntil - now))
}
