import { sql, type RawBuilder } from 'kysely'
import { addDays } from '../clock.ts'
import type { Db } from '../db/open.ts'

/** SQL of the last closed day, UTC; before all days while none is (docs/ledger.md, "Closed days"). */
export const closedThrough: RawBuilder<string> = sql`(select coalesce(max(day), '-infinity') from kept_through)`

/** Open days at least: a transaction of yesterday may still be committed. */
const openDays = 2

/**
 * Closes the days up to `openDays` before an instant. The caller has found nothing wrong in the same transaction.
 * `isAnew` closes them all again, from the transfers; so are those that a clock which was ahead has closed, as nothing
 * could be posted before they are over.
 */
export async function closeDays(db: Db, { at, isAnew }: { at: string; isAnew: boolean }): Promise<void> {
  const through = addDays(at.slice(0, 10), -openDays)
  await sql`
    select keep_closed_days(${through}::date, ${isAnew} or ${closedThrough} > ${through}::date)`.execute(db)
}

/** Whether there is a closed day. */
export async function isAnyDayClosed(db: Db): Promise<boolean> {
  return (await db.selectFrom('keptThrough').select('day').executeTakeFirst()) !== undefined
}
