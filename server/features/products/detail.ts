import { sql } from 'kysely'
import type { ProductDetail } from '#protocol/products.ts'
import { giftPointsOfOne } from '../orders/rules.ts'
import { everyDay } from '../statistics/rules.ts'
import { addDays, dayIn, instant, startOfDay } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { productCards } from '../../db/product-cards.ts'
import { translatorFor } from '../../db/terms.ts'
import { localized } from '../../db/localized.ts'
import type { Context } from '../../http/handler.ts'

const historyDays = 30

/** One offer in full, or null when there is none with this id. */
export async function detailOf({ db, clock, callerId, language }: Context, id: string): Promise<ProductDetail | null> {
  const [card] = await productCards(db, { ids: [id], order: 'featured', limit: 1, asOf: instant(clock), language })
  if (!card) return null
  const translate = await translatorFor(db, language)
  const more = await db
    .selectFrom('product')
    .innerJoin('machine', 'machine.productId', 'product.id')
    .innerJoin('operator', 'operator.id', 'product.operatorId')
    .select([
      'specification',
      'description',
      'cancellationHours',
      'operator.name as operatorName',
      'machine.id as machineId',
      'memberShareBp',
      'timeZone',
      'latitude',
      'longitude',
      'machine.place',
      'closedAt',
      'closedBecause',
    ])
    .select((eb) =>
      eb
        .selectFrom('unit')
        .select(eb.fn.countAll<number>().as('count'))
        .whereRef('unit.productId', '=', 'product.id')
        .where('unit.memberId', '=', callerId)
        .where('unit.status', '=', 'active')
        .where('unit.expiresAt', '>', instant(clock))
        .as('held'),
    )
    .select((eb) => eb.selectFrom('member').select('giftPointsOwed').where('id', '=', callerId).as('giftPointsOwed'))
    .where('product.id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    ...card,
    giftPoints: giftPointsOfOne(card.giftPoints, more.giftPointsOwed ?? 0),
    specification: more.specification.map((it) => ({
      label: localized(language, it.label),
      value: translate(it.value),
    })),
    description: localized(language, more.description),
    memberShareBp: more.memberShareBp,
    cancellationHours: more.cancellationHours,
    history: await historyOf(db, more, instant(clock)),
    held: more.held ?? 0,
    operatorName: more.operatorName,
    closed: more.closedAt === null ? null : { at: more.closedAt, reason: more.closedBecause ?? '' },
    position:
      more.latitude === null || more.longitude === null
        ? null
        : { latitude: more.latitude, longitude: more.longitude, place: more.place ?? '' },
  }
}

/** The last 30 days of a machine in its own zone, from its first day on; a day without income is there with zeros. */
async function historyOf(
  db: Db,
  machine: { machineId: string; timeZone: string },
  now: string,
): Promise<ProductDetail['history']> {
  const today = dayIn(machine.timeZone, now)
  const from = instant(startOfDay(machine.timeZone, addDays(today, 1 - historyDays)))
  const { rows } = await sql<ProductDetail['history'][number]>`
    select to_char(counted_at at time zone ${machine.timeZone}, 'YYYY-MM-DD') as day, sum(amount)::bigint as revenue,
      max(share_total_after) / m.units_total - (max(share_total_after) - sum(share)::bigint) / m.units_total as per_unit
    from revenue join machine m on m.id = machine_id
    where machine_id = ${machine.machineId} and counted_at >= ${from} and counted_at <= ${now}
    group by 1, m.units_total order by 1`.execute(db)
  const booked = new Map(rows.map((it) => [it.day, it]))
  const first = await db
    .selectFrom('revenue')
    .select('countedAt')
    .where('machineId', '=', machine.machineId)
    .where('countedAt', '<=', now)
    .orderBy('countedAt')
    .limit(1)
    .executeTakeFirst()
  if (!first) return []
  const [begun, earliest] = [dayIn(machine.timeZone, first.countedAt), addDays(today, 1 - historyDays)]
  return everyDay({ from: begun > earliest ? begun : earliest, to: today }).map(
    (day) => booked.get(day) ?? { day, revenue: 0, perUnit: 0 },
  )
}
