import { errors } from '#protocol/errors.ts'
import { ApiError } from '../../../api/api-error.ts'
import { millisOf } from '../../../lib/clock.ts'

/**
 * How a deposit can be ended: `due` pays its interest, `early` pays none. The server's clock decides: it rejects a
 * command whose payment would be lower than the one shown here. The deposit is then `earlyAfterAll`, because this
 * device's clock is fast. `now` in milliseconds.
 */
export function wayOutOf(maturesAt: string, now: number, rejection: unknown): 'due' | 'early' | 'earlyAfterAll' {
  if (rejection instanceof ApiError && rejection.errno === errors.price_changed.errno) return 'earlyAfterAll'
  return millisOf(maturesAt) <= now ? 'due' : 'early'
}
