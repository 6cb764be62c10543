import { instant, millisOf, systemClock } from '../../../lib/clock.ts'

/**
 * The instant up to which a transfer moves settled income: now. `newest` is the newest settlement on this device: where
 * the clock is slow, it makes sure that all income on the screen is moved.
 */
export function transferUntil(newest: string | undefined): string {
  const known = newest === undefined ? 0 : millisOf(newest) + 1
  return instant(Math.max(systemClock.now(), known))
}
