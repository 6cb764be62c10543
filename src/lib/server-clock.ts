import { systemClock } from './clock.ts'

const trustedForMs = 86_400_000

// Where the device's clock is wrong, what the server ends at an instant must not look over, or still open, before that.
let [aheadMs, heardAt] = [0, 0]

/**
 * Sets by how many milliseconds the server's clock is ahead of this device's (src/api/server-time.ts), as heard when
 * this device's clock showed `at`.
 */
export function setServerAhead(ms: number, at = systemClock.now()): void {
  aheadMs = ms
  heardAt = at
}

/** Milliseconds since 1970 by the server's clock, as far as this device has heard it. */
export function serverNow(clock = systemClock): number {
  const now = clock.now()
  return now + aheadAt(now)
}

/** When this device's clock will show what the server's shows at `ms`, both in milliseconds since 1970. */
export function onThisClock(ms: number): number {
  return ms - aheadAt(systemClock.now())
}

/** None where this device's clock was set back since, or may have been corrected: that is long ago. */
function aheadAt(now: number): number {
  return now >= heardAt && now - heardAt < trustedForMs ? aheadMs : 0
}
