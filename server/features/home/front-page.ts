import { sql } from 'kysely'
import type { Answer } from '#protocol/call.ts'
import type { Banner, homeIndex } from '#protocol/home.ts'
import { Switches } from '#protocol/settings.ts'
import type * as v from 'valibot'
import { addDays, dayIn, instant, startOfDay } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { productCards } from '../../db/product-cards.ts'
import { revenueSince } from '../../db/revenue-hours.ts'
import { settingOf, zoneOfOperator } from '../../db/settings.ts'
import { localized } from '../../db/localized.ts'
import type { Context } from '../../http/handler.ts'
import { effectiveSwitches } from '../settings/rules.ts'
import { categoriesOf, leavesOf } from './categories.ts'
import { booksCurrency as currency } from '../../db/books-currency.ts'

const shown = 8

/** Everything the first page needs. Without the Mall it has no banners and categories, without buying no offers. */
export async function frontPage(context: Context): Promise<Answer<typeof homeIndex>> {
  const { db, clock, language, version } = context
  const asOf = instant(clock)
  const [switches, banners, categories, featured, newest, machines] = await Promise.all([
    settingOf(db, 'examine', Switches),
    bannersOf(context, false),
    categoriesOf(context),
    productCards(db, { order: 'featured', limit: shown, asOf, language }),
    productCards(db, { order: 'newest', limit: shown, asOf, language }),
    machinesTotal(db, clock.now()),
  ])
  const { switchedOff } = effectiveSwitches(switches, version)
  const [hasMall, hasOffers] = [!switchedOff.includes('mall'), !switchedOff.includes('buying')]
  return {
    banners: hasMall ? banners : [],
    categories: hasMall ? leavesOf(categories) : [],
    featured: hasOffers ? featured : [],
    newest: hasOffers ? newest : [],
    machines,
  }
}

export async function bannersOf(
  { db, language }: Pick<Context, 'db' | 'language'>,
  isOpening: boolean,
): Promise<v.InferOutput<typeof Banner>[]> {
  const rows = await db
    .selectFrom('banner')
    .selectAll()
    .where('isOpening', '=', isOpening)
    .orderBy('position')
    .execute()
  return rows.map(({ id, title, line, art, route }) => ({
    id,
    title: localized(language, title),
    line: localized(language, line),
    art,
    route,
  }))
}

async function machinesTotal(db: Db, now: number): Promise<Answer<typeof homeIndex>['machines']> {
  const zone = await zoneOfOperator(db)
  const day = dayIn(zone, now)
  const today = instant(startOfDay(zone, day))
  // One that was closed keeps the state in which it was last seen.
  const working = sql`currency = ${currency} and closed_at is null`
  const { rows } = await sql<Omit<Answer<typeof homeIndex>['machines'], 'currency'>>`
    select (select count(*)::int from machine where ${working} and service_state = 'in service') as running,
      (select count(*)::int from machine where ${working}) as total,
      ${revenueSince(today, currency)} as revenue_today,
      ${revenueSince(instant(startOfDay(zone, addDays(day, -29))), currency)} as revenue_last30_days`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an aggregate without a row')
  return { currency, ...row }
}
