import { invitationReceipt, invitationRewards, teamList, teamRechargeTotal, teamTotal } from '#protocol/team.ts'
import { handle, memberOf, type Handler } from '../../http/handler.ts'
import { teamPage, teamTotals } from './members.ts'
import { teamRecharge } from './recharge.ts'
import { receiveReward, rewardsPage } from './rewards.ts'

const list = handle(teamList, (context, args) => teamPage(context.db, memberOf(context), args))

const totals = handle(teamTotal, (context) => teamTotals(context.db, memberOf(context), context.clock))

const recharge = handle(teamRechargeTotal, (context) => teamRecharge(context.db, memberOf(context), context.clock))

const rewards = handle(invitationRewards, (context, args) => rewardsPage(context.db, memberOf(context), args))

const receipt = handle(invitationReceipt, (context, { rewardId }) =>
  receiveReward(context.db, { memberId: memberOf(context), rewardId }, context.clock),
)

export const teamCalls: readonly Handler[] = [list, totals, recharge, rewards, receipt]
