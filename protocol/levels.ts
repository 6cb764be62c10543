import * as v from 'valibot'
import { get } from './call.ts'
import { Amount, whole } from './primitives.ts'

/**
 * A member level and what it takes; all three conditions must be met, and 0 asks for nothing. `rechargeNeeded` is
 * every top-up ever in minor units, `teamSizeNeeded` counts who was invited directly or indirectly. Rates are in basis
 * points.
 * As seeded, levels grow by the member's own use alone (docs/plain-dealing.md, 3).
 */
export const Level = v.object({
  level: whole(0, 100),
  name: v.string(),
  growthNeeded: Amount,
  rechargeNeeded: v.optional(Amount),
  teamSizeNeeded: v.optional(whole(0, 1_000_000)),
  withdrawalDiscountBp: whole(0, 10_000),
  upgradeBonusPoints: Amount,
  salaryRewardBp: whole(0, 10_000),
  taxRateBp: whole(0, 10_000),
})
export type Level = v.InferOutput<typeof Level>

export const levelList = get('goods/level/list', {
  who: 'anyone',
  args: v.object({ type: v.optional(whole(0, 9), 2) }),
  answer: v.object({ items: v.array(Level) }),
})
