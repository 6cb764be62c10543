import * as v from 'valibot'
import { get, post } from './call.ts'
import { Amount, Currency, Day, Empty, Flag, Id, Instant, PageArgs, page, whole } from './primitives.ts'

const Count = whole(0, 10_000_000)
const Relation = v.picklist(['direct', 'indirect'])

/**
 * Somebody the caller invited (direct) or whom those invited (indirect). Who they are, what they own and what they pay
 * in is theirs and not told.
 */
export const TeamMember = v.object({
  id: Id,
  nameMasked: v.string(),
  relation: Relation,
  /** Holds at least one working unit. */
  valid: v.boolean(),
  level: whole(0, 100),
  joinedAt: Instant,
})
export type TeamMember = v.InferOutput<typeof TeamMember>

/** Newest first. */
export const teamList = get('g/team/list', {
  args: v.object({ ...PageArgs, relation: v.optional(Relation), valid: v.optional(Flag) }),
  answer: page(TeamMember),
})

export const teamTotal = get('g/team/total', {
  args: Empty,
  answer: v.object({
    direct: Count,
    indirect: Count,
    valid: Count,
    invalid: Count,
    /**
     * The last 30 days of the caller's zone up to today, oldest first: how many of those who are still there joined on
     * each, and how large the team was at its end. `size` is absent in answers of older servers.
     */
    joinedByDay: v.array(v.object({ day: Day, members: Count, size: v.optional(Count) })),
  }),
})

/**
 * What the team had topped up on a Monday, in minor units. Information only: nothing is paid for it. The sums stay
 * until `membersNeeded` people have changed them, and are null before: one of fewer, or the difference of two, would
 * tell what one of them has.
 */
export const teamRechargeTotal = get('g/team/recharge/total', {
  args: Empty,
  answer: v.object({
    currency: Currency,
    total: v.nullable(Amount),
    /** From `since` to `asOf`: at most 30 days, or exactly so many where an older server leaves `since` out. */
    last30Days: v.nullable(Amount),
    since: v.optional(Day),
    /** How many of the team had topped up, also those who left; where no sum is told, up to this Monday. */
    members: Count,
    membersNeeded: Count,
    /** A Monday where the operator is: the sums are those at its start. Absent in answers of older servers. */
    asOf: v.optional(Day),
  }),
})

/**
 * Gold coins for one direct invitation that signed up (300, specification 9); it depends on nothing the invited person
 * pays. Receivable until `receivedAt`.
 */
export const InvitationReward = v.object({
  id: Id,
  /** Null for somebody who has deleted their account. */
  nameMasked: v.nullable(v.string()),
  signedUpAt: Instant,
  goldCoins: Amount,
  receivedAt: v.nullable(Instant),
})
export type InvitationReward = v.InferOutput<typeof InvitationReward>

/** Newest first, with the sums of all of them. */
export const invitationRewards = get('invitation/reward/record', {
  args: v.object({ ...PageArgs, received: v.optional(Flag) }),
  answer: v.object({
    ...page(InvitationReward).entries,
    /** What the next invitation brings. */
    inviteGoldCoins: Amount,
    receivable: Count,
    receivableCoins: Amount,
    receivedCoins: Amount,
  }),
})

/** Receives one invitation's coins, once for ever. `goldCoins` is the balance afterwards. */
export const invitationReceipt = post('invitation/reward/confirm/receipt', {
  offline: 'queue',
  lane: 'receipts',
  args: v.object({ rewardId: Id }),
  answer: v.object({ reward: InvitationReward, goldCoins: Amount }),
  invalidates: ['invitation/reward/record'],
  moves: ['gold'],
})
