import * as v from 'valibot'
import { get } from './call.ts'
import { Amount, Currency, DateRange, Day, Id, MachineKind, Slug, whole } from './primitives.ts'

const Count = whole(0, Number.MAX_SAFE_INTEGER)

/** Days are the member's; `from` and `to` (both included, at most 366 days) overrule `range`. */
const Span = {
  range: v.optional(DateRange, 'last 30 days'),
  from: v.optional(Day),
  to: v.optional(Day),
  kind: v.optional(MachineKind),
}

/**
 * What the caller's units earned, in minor units: all, day by day (oldest first, no gaps), and by product (most first).
 */
export const earningsStats = get('g/vehicle/order/earnings/stats', {
  args: v.object(Span),
  answer: v.object({
    currency: Currency,
    from: Day,
    to: Day,
    total: Amount,
    /** The span of the same length just before, for comparison. */
    totalBefore: Amount,
    days: v.array(v.object({ day: Day, amount: Amount })),
    products: v.array(
      v.object({ productId: Id, name: v.string(), art: Slug, kind: MachineKind, units: Count, amount: Amount }),
    ),
  }),
})

/**
 * What the machines behind the caller's units did, day by day: the line under the income. Energy in Wh, distance in
 * metres.
 */
export const sessionLine = get('g/vehicle/order/line', {
  args: v.object({ ...Span, unitId: v.optional(Id) }),
  answer: v.object({
    currency: Currency,
    points: v.array(
      v.object({ day: Day, sessions: Count, revenue: Amount, perUnit: Amount, energyWh: Count, distanceM: Count }),
    ),
  }),
})
