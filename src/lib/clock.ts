/** The app's source of time. Code that measures or records time takes a `Clock`, so that a test can set it. */
export interface Clock {
  /** Milliseconds since 1970 in UTC. It may jump either way, because people set their clocks. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/**
 * Whether something noted at the time `then` came after an answer of the time `at`, both by this device's clock. What
 * lies ahead was noted before the clock was set back: nobody knows, and the answer counts.
 */
export function isLater(then: number, at: number): boolean {
  return then > at && then <= systemClock.now()
}

/** `2026-11-20T05:46:00.000Z` for milliseconds since 1970. Throws RangeError beyond the years a date can hold. */
export function instant(ms: number): string {
  return new Date(ms).toISOString()
}

/** Milliseconds since 1970 of an instant or of an HTTP date; NaN where the text is neither. */
export function millisOf(text: string): number {
  return Date.parse(text)
}
