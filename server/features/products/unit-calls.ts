import { sql } from 'kysely'
import { vehicleOrderList, vehicleOrderTotal } from '#protocol/orders.ts'
import {
  userGoodsDetail,
  userGoodsList,
  userGoodsTotal,
  userVehicleShares,
  type UnitDetail,
} from '#protocol/products.ts'
import { instant } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { handle, memberOf } from '../../http/handler.ts'
import { DomainError } from '../../http/domain-error.ts'
import { walletsOf } from '../../ledger/wallets.ts'
import { sharesPage } from './shares.ts'
import { sessionsPage, sessionsTotal, spanOf } from './sessions.ts'
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
    invested: sums.invested,
    pending,
    claimed: sums.settled - pending,
    accruing: sums.earnedSinceSettlement,
    today: sums.earnedToday,
  }
})

export const unit = handle(userGoodsDetail, async (context, { id }) => {
  const { db, clock } = context
  const memberId = memberOf(context)
  const {
    items: [card],
  } = await unitsPage(db, { memberId, unitId: id, limit: 1 }, clock)
  if (!card) throw new DomainError('not_found')
  const span = await spanOf(db, memberId, id)
  const { items: sessions } = await sessionsPage(db, span, { limit: 20 })
  return {
    ...card,
    sessions,
    settlements: await settlementsOf(db, id),
    orderId: span.purchaseId,
    deviceNumber: span.deviceNumber,
    operatorName: span.operatorName,
    memberShareBp: span.memberShareBp,
    unitsTotal: span.unitsTotal,
    cancellableUntil: card.status === 'active' && span.cancellableUntil > instant(clock) ? span.cancellableUntil : null,
  }
})

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

async function settlementsOf(db: Db, unitId: string): Promise<UnitDetail['settlements']> {
  const { rows } = await sql<UnitDetail['settlements'][number]>`
    select line.period, line.amount, line.claimed_at, run.at
    from settlement_line line
    cross join lateral (select min(ends_at) as at from settlement_run where period = line.period) run
    where line.unit_id = ${unitId} order by run.at desc, line.period desc limit 60`.execute(db)
  return rows
}
