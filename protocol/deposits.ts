import * as v from 'valibot'
import { get, post } from './call.ts'
import { Amount, Currency, Empty, Id, Instant, PageArgs, Slug, page, whole } from './primitives.ts'

const Some = whole(1, 1_000_000_000_000)
const From = v.picklist(['recharge', 'income'])
const Days = whole(1, 3650)
const Rate = whole(0, 10_000)
const moved = {
  invalidates: ['capital/deposit/offers'],
  moves: ['recharge', 'income', 'deposit'],
} as const

/**
 * Terms on offer: `rateBp` a year, simple, truncated. `mostNow` is the most whose interest the operator's reserve still
 * covers; what it does not cover is not offered, so with an empty reserve the list is empty.
 */
export const depositOffers = get('capital/deposit/offers', {
  specified: false,
  args: Empty,
  answer: v.object({
    items: v.array(
      v.object({ id: Slug, currency: Currency, days: Days, rateBp: Rate, minimum: Amount, mostNow: Amount }),
    ),
  }),
})

/**
 * The member's own money for a term. Whole interest is set aside when it is opened; ended early, the principal comes
 * back whole and without it.
 */
export const TimeDeposit = v.object({
  id: Id,
  termId: Slug,
  currency: Currency,
  days: Days,
  rateBp: Rate,
  principal: Amount,
  interest: Amount,
  paidFrom: From,
  openedAt: Instant,
  maturesAt: Instant,
  state: v.picklist(['running', 'matured', 'withdrawn']),
  endedAt: v.nullable(Instant),
})
export type TimeDeposit = v.InferOutput<typeof TimeDeposit>

/** Ours: the running ones, the soonest to end first; then the ended ones, the newest first. */
export const depositList = get('capital/deposit/list', {
  specified: false,
  args: v.object(PageArgs),
  answer: page(TimeDeposit),
})

/** What a member reads of a term before opening a deposit, besides the interest. Fields as in `depositOffers`. */
export const DepositTerms = v.object({ days: Days, rateBp: Rate })
export type DepositTerms = v.InferOutput<typeof DepositTerms>

/**
 * Opens a deposit. `expectedInterest` must still be what it brings, and `expectedTerms` for how long and at which rate,
 * or the call is rejected (1706). Devices of before expect no terms.
 */
export const depositOpen = post('capital/deposit/open', {
  specified: false,
  args: v.object({
    termId: Slug,
    amount: Some,
    from: From,
    expectedInterest: Amount,
    expectedTerms: v.optional(DepositTerms),
  }),
  answer: TimeDeposit,
  ...moved,
})

/**
 * Ends a deposit before its term: the principal goes back to the wallet it came from. At or after its term it pays
 * interest too. `expectedInterest` is what the member was told they get, 0 before the term; where less would be paid
 * the call is rejected (1706): only the server's clock knows whether the term is over.
 */
export const depositEnd = post('capital/deposit/end', {
  specified: false,
  // Commands saved by builds without this field count as ending early.
  args: v.object({ id: Id, expectedInterest: v.optional(Amount, 0) }),
  answer: TimeDeposit,
  ...moved,
})
