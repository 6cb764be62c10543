import * as v from 'valibot'
import { get } from './call.ts'
import { Picture } from './products.ts'
import { Amount, Currency, DateRange, Day, Id, Instant, MachineKind, Slug, whole } from './primitives.ts'

const Count = whole(0, Number.MAX_SAFE_INTEGER)

/** The most days of a span. */
export const mostDays = 366

/**
 * Days are the member's; `from` and `to` (both included, at most 366 days; one alone is a single day) overrule `range`.
 * What is counted on which day says docs/statistics.md: income on the day of its bill, the work of a machine on the day
 * on which its trip or charging session ended.
 */
const Span = {
  range: v.optional(DateRange, 'last 30 days'),
  from: v.optional(Day),
  to: v.optional(Day),
  kind: v.optional(MachineKind),
  productId: v.optional(Id),
}

/** Units that were bought together earn alike: one order of the member's for a product. */
const Bought = v.object({
  orderId: Id,
  units: Count,
  activeFrom: Instant,
  /** When they stop or stopped earning: their expiry, or the order's cancellation. */
  earnsUntil: Instant,
  /** What each of them was paid in the span, in minor units. */
  perUnit: Amount,
})

/**
 * What the caller's units were paid, in minor units: all, day by day (oldest first, no gaps), and by product (most
 * first). Sums of a span equal the bills of income of that span.
 */
export const earningsStats = get('g/vehicle/order/earnings/stats', {
  args: v.object(Span),
  answer: v.object({
    currency: Currency,
    from: Day,
    to: Day,
    /** The member's today when this was answered: it is not over yet. */
    today: Day,
    /**
     * The first day on which the caller had any of the machines asked for; null where there is none. Absent from
     * answers stored before the field existed.
     */
    firstOwnedOn: v.optional(v.nullable(Day)),
    total: Amount,
    /** The span of the same length just before, for comparison. */
    totalBefore: Amount,
    days: v.array(v.object({ day: Day, amount: Amount })),
    products: v.array(
      v.object({
        productId: Id,
        name: v.string(),
        art: Slug,
        picture: Picture,
        kind: MachineKind,
        /** As that of all, of its own machine. */
        firstOwnedOn: v.optional(v.nullable(Day)),
        /** Units of it that earn now. */
        units: Count,
        amount: Amount,
        /** Day by day, as `days`. */
        amounts: v.array(Amount),
      }),
    ),
    /** Only with `productId`: what was bought of it, the newest first. */
    bought: v.optional(v.array(Bought)),
  }),
})

/** Basis points of the time there was; null where the span has no such hour yet. */
const Use = v.nullable(whole(0, 10_000))

/**
 * What the machines behind the caller's units did while the caller had them, day by day: the line under the income.
 * Energy in Wh, distance in metres. `perUnit` is the part of the revenue for one unit of each machine, rounded down: it
 * is paid later, by settlement.
 */
export const sessionLine = get('g/vehicle/order/line', {
  args: v.object({ ...Span, unitId: v.optional(Id) }),
  answer: v.object({
    currency: Currency,
    from: Day,
    to: Day,
    points: v.array(
      v.object({ day: Day, sessions: Count, revenue: Amount, perUnit: Amount, energyWh: Count, distanceM: Count }),
    ),
    /** How much the machines were in use: seven weekdays from Sunday, each 24 hours of the member's clock. */
    use: v.array(v.array(Use)),
  }),
})
