import { sql, type RawBuilder } from 'kysely'
import { addDays } from '../clock.ts'
import type { Db } from '../db/open.ts'

/** SQL of the last closed day, UTC; before all days while none is (docs/ledger.md, "Closed days"). */
export const closedThrough: RawBuilder<string> = sql`(select coalesce(max(day), '-infinity') from kept_through)`

/** SQL of what transfers after a day changed an account by; of `account` in the query around. */
function movedAfter(day: RawBuilder<unknown>): RawBuilder<number> {
  const sum = (side: string) => sql`
    coalesce((select sum(amount) from transfer where ${sql.ref(side)} = account.id and day > ${day}), 0)`
  return sql`(${sum('credit_id')} - ${sum('debit_id')})`
}

/** SQL of what all of an account's transfers come to; of `account` in the query around. */
export const balanceOfTransfers: RawBuilder<number> = sql`(
  coalesce((select sum(change) from kept_total
    where kept_total.owner_id = account.owner_id and account_id = account.id), 0) + ${movedAfter(closedThrough)})`

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
