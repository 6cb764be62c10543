import { earningsStats, sessionLine } from '#protocol/statistics.ts'
import { dayIn } from '../../clock.ts'
import { booksCurrency as currency } from '../../db/books-currency.ts'
import { zoneOf } from '../../db/member-zone.ts'
import { handle, memberOf, type Handler } from '../../http/handler.ts'
import { boughtOf, firstOwnedOn, incomeOf } from './income.ts'
import { lineOf } from './line.ts'
import { daysOf } from './rules.ts'

const stats = handle(earningsStats, async (context, { kind, productId, ...asked }) => {
  const { db, clock } = context
  const memberId = memberOf(context)
  const zone = await zoneOf(db, memberId)
  const today = dayIn(zone, clock.now())
  const days = daysOf(asked, today)
  return {
    currency,
    from: days.from,
    to: days.to,
    today,
    firstOwnedOn: await firstOwnedOn(db, { memberId, kind, productId }, zone),
    ...(await incomeOf(db, { memberId, kind, productId }, days, zone)),
    ...(productId === undefined ? {} : { bought: await boughtOf(db, { memberId, kind, productId }, days, zone) }),
  }
})

const line = handle(sessionLine, async (context, { kind, productId, unitId, ...asked }) => {
  const { db, clock } = context
  const memberId = memberOf(context)
  const zone = await zoneOf(db, memberId)
  const now = clock.now()
  const days = daysOf(asked, dayIn(zone, now))
  return {
    currency,
    from: days.from,
    to: days.to,
    ...(await lineOf(db, { memberId, kind, productId, unitId }, days, { zone, now })),
  }
})

export const statisticsCalls: readonly Handler[] = [stats, line]
