import { sql } from 'kysely'
import { instant, type Clock } from '../clock.ts'
import type { Database, Db } from './open.ts'
import { offersByEarnings } from './product-cards.ts'

/** How long an order is good: for the pages of a list that began with it, and for new lists while none is newer. */
const keptMs = 3_600_000

/**
 * The instant whose order of offers a list keeps to: that of its first page, or the newest one. Null where there is
 * none, or none any more: then every offer is to be measured.
 */
export async function rankedAsOf(db: Db, firstPage: string | undefined, clock: Clock): Promise<string | null> {
  const kept = db.selectFrom('earnedRank').select('asOf').orderBy('asOf', 'desc').limit(1)
  const found =
    firstPage === undefined ? kept.where('asOf', '>=', oldestKept(clock)) : kept.where('asOf', '=', firstPage)
  const row = await found.executeTakeFirst()
  return row?.asOf ?? null
}

function oldestKept(clock: Clock): string {
  return instant(clock.now() - keptMs)
}

/** The job: measures every offer once, and forgets old orders. */
export async function rankOffers({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  const asOf = instant(clock)
  await database.inTransaction(async (db) => {
    // A part of its own: from machines' rows to a table that every machine has.
    await sql`
      with added as (
        insert into earned_rank (as_of, product_id, rank)
        select ${asOf}::timestamptz, id, rank from ${offersByEarnings(asOf)} offer
        on conflict do nothing returning 1 as added
      ) select added from added`.execute(db)
    await db.deleteFrom('earnedRank').where('asOf', '<', oldestKept(clock)).execute()
  })
}
