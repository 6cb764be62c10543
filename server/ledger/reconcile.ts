import { sql } from 'kysely'
import type { Db } from '../db/open.ts'
import { checksOfAllDays } from './checks/all-days.ts'
import { bookOf, checksOfBook, type Reach } from './checks/book.ts'
import { checkNames, type CheckName, type Checks, type Finding } from './checks/check.ts'
import { checksOfOpenDays } from './checks/open-days.ts'

export type { Finding } from './checks/check.ts'

/** How many items a check looked at, and how many did not agree. */
export interface Checked {
  check: CheckName
  looked: number
  wrong: number
}

/**
 * Checks the ledger and gives every contradiction; an empty list means sound books. `all days` reads every transfer,
 * `open days` those after the last closed day, and of the days before what they were found to come to.
 */
export async function reconcile(db: Db, reach: Reach = 'all days'): Promise<Finding[]> {
  const { rows } = await sql<Finding>`
    with ${bookOf(reach)}
    ${checksOfBook.findings} union all ${checksOf(reach).findings}`.execute(db)
  return rows
}

/** How much each check had to look at, beside what it found wrong; `confirmed` currencies have statements. */
export async function checkedBy(
  db: Db,
  { findings, confirmed, reach }: { findings: readonly Finding[]; confirmed: number; reach: Reach },
): Promise<Checked[]> {
  const counts = { ...checksOfBook.looked, ...checksOf(reach).looked }
  const names = checkNames.filter((it) => counts[it])
  const { rows } = await sql<{ check: CheckName; looked: number }>`${sql.join(
    names.map((it) => sql`select ${sql.lit(it)} as "check", (${counts[it]})::bigint as looked`),
    sql` union all `,
  )}`.execute(db)
  const looked = new Map(rows.map((it) => [it.check, it.looked])).set('claims are confirmed', confirmed)
  return checkNames.map((check) => ({
    check,
    looked: looked.get(check) ?? 0,
    wrong: findings.filter((it) => it.check === check).length,
  }))
}

function checksOf(reach: Reach): Checks {
  return reach === 'all days' ? checksOfAllDays : checksOfOpenDays
}
