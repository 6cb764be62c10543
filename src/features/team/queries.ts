import type { ArgsInput } from '#protocol/call.ts'
import { invitationRewards, teamList, teamRechargeTotal, teamTotal } from '#protocol/team.ts'
import { infiniteReadOf, readOf } from '../../cache/read-of.ts'

export const totals = readOf(teamTotal, {})

export const recharge = readOf(teamRechargeTotal, {})

/** The part of the team that matches a filter. Offline the device derives it from the whole list. */
export function teamOf({ relation, valid }: Pick<ArgsInput<typeof teamList>, 'relation' | 'valid'>) {
  return infiniteReadOf(teamList, {
    limit: 100,
    ...(relation !== undefined && { relation }),
    ...(valid !== undefined && { valid }),
  })
}

/** Rewards for invitations, newest first. Each page also has the totals and the next invitation's reward. */
export function rewardsOf(received: boolean | undefined) {
  return infiniteReadOf(invitationRewards, { limit: 100, ...(received !== undefined && { received }) })
}
