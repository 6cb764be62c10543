import { millisOf, systemClock, type Clock } from './clock.ts'

// Where the device's clock is wrong, what the server ends at an instant must not look over, or still open, before that.
let aheadMs = 0

/**
 * Notes what the server's clock said in an answer: its header `Date`, which has whole seconds. The request was sent at
 * `sentAt` by `clock`. A difference that the way there and back may explain counts as none.
 */
export function hearServerTime(date: string | null, sentAt: number, clock: Clock): void {
  const said = date === null ? Number.NaN : millisOf(date)
  if (Number.isNaN(said)) return
  const [now, half] = [clock.now(), 500]
  const ahead = said + half - (sentAt + now) / 2
  aheadMs = Math.abs(ahead) <= half + Math.abs(now - sentAt) / 2 ? 0 : ahead
}

/** Milliseconds since 1970 by the server's clock, as far as this page has heard it. */
export function serverNow(): number {
  return systemClock.now() + aheadMs
}

/** When this device's clock will show what the server's shows at `ms`, both in milliseconds since 1970. */
export function onThisClock(ms: number): number {
  return ms - aheadMs
}
