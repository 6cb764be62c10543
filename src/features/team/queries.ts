import type { ArgsInput } from '#protocol/call.ts'
import { invitationRewards, teamList, teamRechargeTotal, teamTotal } from '#protocol/team.ts'
import { infiniteReadOf, readOf } from '../../cache/read-of.ts'

export const totals = readOf(teamTotal, {})

export const recharge = readOf(teamRechargeTotal, {})

/** The part of the team that a filter leaves. Without a network it follows from the whole list. */
export function teamOf({ relation, valid }: Pick<ArgsInput<typeof teamList>, 'relation' | 'valid'>) {
  return infiniteReadOf(teamList, {
    limit: 100,
    ...(relation !== undefined && { relation }),
    ...(valid !== undefined && { valid }),
  })
}

/** Rewards for invitations, newest first; the sums and what the next one brings stand in each page. */
export function rewardsOf(received: boolean | undefined) {
  return infiniteReadOf(invitationRewards, { limit: 100, ...(received !== undefined && { received }) })
}
