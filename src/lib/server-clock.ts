import { systemClock } from './clock.ts'

// Where the device's clock is wrong, what the server ends at an instant must not look over, or still open, before that.
let aheadMs = 0

/** Sets by how many milliseconds the server's clock is ahead of this device's (src/api/server-time.ts). */
export function setServerAhead(ms: number): void {
  aheadMs = ms
}

/** Milliseconds since 1970 by the server's clock, as far as this device has heard it. */
export function serverNow(clock = systemClock): number {
  return clock.now() + aheadMs
}

/** When this device's clock will show what the server's shows at `ms`, both in milliseconds since 1970. */
export function onThisClock(ms: number): number {
  return ms - aheadMs
}
