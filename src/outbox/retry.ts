const firstMs = 1000
/** The longest wait between attempts, in milliseconds. */
export const longestBackOffMs = 5 * 60_000
/** The longest `Retry-After` that is honoured, in milliseconds: a broken proxy may ask for a year. */
export const longestRetryAfterMs = 60 * 60_000

/**
 * Milliseconds until the next attempt: doubling from 1 s to 5 min, of which a random half to whole, so that phones that
 * lost the server together don't come back together. What the server asked for is honoured, up to an hour.
 * `attempt` is the number of attempts made, `random` gives [0, 1).
 */
export function backOff(attempt: number, random: () => number, retryAfter = 0): number {
  const whole = Math.min(firstMs * 2 ** Math.min(attempt - 1, 20), longestBackOffMs)
  return Math.max(whole / 2 + (whole / 2) * random(), Math.min(retryAfter, longestRetryAfterMs))
}

/**
 * Milliseconds until a command is sent again whose feature the operator has switched off: that may last for days, and
 * whoever hears of its end before doesn't wait for it (`when-switches-change.ts`).
 */
export function switchedOffBackOff(random: () => number): number {
  return longestRetryAfterMs * (1 + random()) * 0.5
}

/** True once `until` has come. A time further off than the longest wait comes from a clock that was set back since. */
export function isDue(until: number, now: number): boolean {
  return until <= now || until - now > longestRetryAfterMs
}
