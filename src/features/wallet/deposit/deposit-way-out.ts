import { errors } from '#protocol/errors.ts'
import { ApiError } from '../../../api/api-error.ts'
import { millisOf } from '../../../lib/clock.ts'

/**
 * How a deposit can be ended: `due` pays its interest, `early` none. Only the server's clock counts: it refuses to pay
 * less than was said here, and then the deposit is `earlyAfterAll`, for this device's clock is ahead. `now` in
 * milliseconds.
 */
export function wayOutOf(maturesAt: string, now: number, rejection: unknown): 'due' | 'early' | 'earlyAfterAll' {
  if (rejection instanceof ApiError && rejection.errno === errors.price_changed.errno) return 'earlyAfterAll'
  return millisOf(maturesAt) <= now ? 'due' : 'early'
}
