import * as v from 'valibot'
import { get, post } from './call.ts'
import { Amount, Currency, Empty, Flag, Id, Instant, PageArgs, page, whole } from './primitives.ts'

const Count = whole(0, 10_000_000)
const Relation = v.picklist(['direct', 'indirect'])

/**
 * Somebody the caller invited (direct) or whom those invited (indirect). What they own or pay in is theirs and not
 * told.
 */
export const TeamMember = v.object({
  id: Id,
  nameMasked: v.string(),
  phoneMasked: v.string(),
  avatarUrl: v.nullable(v.string()),
  relation: Relation,
  /** Holds at least one working unit. */
  valid: v.boolean(),
  level: whole(0, 100),
  joinedAt: Instant,
})
export type TeamMember = v.InferOutput<typeof TeamMember>

export const teamList = get('g/team/list', {
  args: v.object({ ...PageArgs, relation: v.optional(Relation), valid: v.optional(Flag) }),
  answer: page(TeamMember),
})

export const teamTotal = get('g/team/total', {
  args: Empty,
  answer: v.object({ direct: Count, indirect: Count, valid: Count, invalid: Count, joinedLast30Days: Count }),
})

/**
 * What the team topped up. Information only: nothing is paid for it. Null below 5 members, where a sum tells one
 * member's money.
 */
export const teamRechargeTotal = get('g/team/recharge/total', {
  args: Empty,
  answer: v.object({ currency: Currency, total: v.nullable(Amount), last30Days: v.nullable(Amount), members: Count }),
})

/**
 * Gold coins for one direct invitation that signed up (300, specification 9); it depends on nothing the invited person
 * pays.
 */
export const InvitationReward = v.object({
  id: Id,
  nameMasked: v.string(),
  signedUpAt: Instant,
  goldCoins: Amount,
  receivedAt: v.nullable(Instant),
})
export type InvitationReward = v.InferOutput<typeof InvitationReward>

export const invitationRewards = get('invitation/reward/record', {
  args: v.object({ ...PageArgs, received: v.optional(Flag) }),
  answer: v.object({ ...page(InvitationReward).entries, waiting: Count, receivedCoins: Amount }),
})

/** Receives one invitation's coins, once for ever. */
export const invitationReceipt = post('invitation/reward/confirm/receipt', {
  offline: 'queue',
  lane: 'receipts',
  args: v.object({ rewardId: Id }),
  answer: v.object({ reward: InvitationReward, goldCoins: Amount }),
  invalidates: ['invitation/reward/record', 'g/account/info', 'capital/streamList'],
})
