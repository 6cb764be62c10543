import { sql } from 'kysely'
import { recordAdd } from '#protocol/settings.ts'
import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { DomainError } from '../../http/domain-error.ts'
import { countAttempt } from '../../http/limits.ts'
import { handle, memberOf } from '../../http/handler.ts'
import { countsUsage } from './public-settings.ts'

/** More than the app has; a made-up page must not fill the table. */
const mostRoutesADay = 300
const hourMs = 3_600_000
/** The devices of one member. */
const mostAnHour = 10

export const usageRecord = handle(recordAdd, async (context, { uses }) => {
  const { db, clock } = context
  // Of the member only this number is kept, for an hour.
  if ((await countAttempt(db, `usage ${memberOf(context)}`, hourMs, clock)) > mostAnHour)
    throw new DomainError('too_many_requests', {}, { retryAfter: hourMs / 1000 })
  if (await countsUsage(db)) await countUses(db, uses, clock)
  return {}
})

/** Adds to the day's counts; keeps neither who nor when. `uses` are as `recordAdd` declares them. */
async function countUses(db: Db, uses: readonly string[], clock: Clock): Promise<void> {
  const day = instant(clock).slice(0, 10)
  const sums = new Map<string, number>()
  for (const use of uses) {
    const [route = '', count] = use.split('*')
    sums.set(route, (sums.get(route) ?? 0) + Number(count))
  }
  const known = await db.selectFrom('usageCount').select('route').where('day', '=', day).execute()
  const room = mostRoutesADay - known.length
  const fresh = [...sums.keys()].filter((route) => !known.some((it) => it.route === route)).slice(0, Math.max(0, room))
  const counted = [...sums].filter(([route]) => fresh.includes(route) || known.some((it) => it.route === route))
  if (counted.length === 0) return
  await db
    .insertInto('usageCount')
    // Sorted, so that two at once lock the rows in one order.
    .values(counted.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([route, count]) => ({ day, route, count })))
    .onConflict((it) => it.columns(['day', 'route']).doUpdateSet({ count: sql`usage_count.count + excluded.count` }))
    .execute()
}
