import { vehicleOrderList, vehicleOrderTotal } from '#protocol/orders.ts'
import { userGoodsDetail, userGoodsList, userGoodsTotal, userVehicleShares } from '#protocol/products.ts'
import { handle, memberOf } from '../../http/handler.ts'
import { walletsOf } from '../../ledger/wallets.ts'
import { sharesPage } from './shares.ts'
import { sessionsPage, sessionsTotal, spanOf } from './sessions.ts'
import { unitDetail } from './unit-detail.ts'
import { unitsPage, unitsTotal } from './units.ts'
import { booksCurrency } from '../../db/books-currency.ts'

export const units = handle(userGoodsList, (context, args) =>
  unitsPage(context.db, { memberId: memberOf(context), ...args }, context.clock),
)

export const unitTotals = handle(userGoodsTotal, async (context) => {
  const memberId = memberOf(context)
  const { pending } = await walletsOf(context.db, memberId)
  const sums = await unitsTotal(context.db, memberId, context.clock)
  return {
    currency: booksCurrency,
    units: sums.units,
    activeUnits: sums.activeUnits,
    activeMachines: sums.activeMachines,
    runningMachines: sums.runningMachines,
    invested: sums.invested,
    pending,
    claimed: Math.max(sums.settled - pending, 0),
    accruing: sums.earnedSinceSettlement,
    today: sums.earnedToday,
  }
})

export const unit = handle(userGoodsDetail, (context, { id }) => unitDetail(context, id))

export const unitSessions = handle(vehicleOrderList, async (context, { unitId, after, limit }) =>
  sessionsPage(context.db, await spanOf(context.db, memberOf(context), unitId), { after, limit }),
)

export const unitSessionTotals = handle(vehicleOrderTotal, async (context, { unitId }) => {
  const span = await spanOf(context.db, memberOf(context), unitId)
  return { currency: span.currency, ...(await sessionsTotal(context.db, span)) }
})

export const unitShares = handle(userVehicleShares, (context, args) =>
  sharesPage(context.db, { memberId: memberOf(context), ...args }, context.clock),
)
