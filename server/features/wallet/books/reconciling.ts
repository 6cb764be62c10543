import { sql } from 'kysely'
import { instant } from '../../../clock.ts'
import { checkLookUps } from '../../../db/look-ups.ts'
import type { JobDeps } from '../../../jobs/job.ts'
import { chainAllBills } from '../../../ledger/chain.ts'
import type { Reach } from '../../../ledger/checks/book.ts'
import { closeDays, isAnyDayClosed } from '../../../ledger/closed-days.ts'
import { missingOf } from '../../../ledger/confirmed.ts'
import { checkedBy, reconcile, type Checked, type Finding } from '../../../ledger/reconcile.ts'
import { balanceSheets, type BalanceSheet } from '../../../ledger/balance-sheet.ts'

/** The result of checking all books, with the balance sheets of the same instant. */
export interface Reconciliation {
  at: string
  isSound: boolean
  checks: Checked[]
  findings: Finding[]
  totals: BalanceSheet[]
}

/** How many findings are stored. */
const keptFindings = 100

/**
 * Extends the bill chains, checks the books at one instant, stores the result and logs an error where something doesn't
 * agree. Sound books close their days (docs/ledger.md, "Closed days"); of closed days only `all days` reads everything.
 * The nightly job and `npm run operator -- reconcile` run it.
 */
export async function reconcileBooks(
  { database, clock, log }: Pick<JobDeps, 'database' | 'clock' | 'log'>,
  wanted: Reach,
): Promise<Reconciliation> {
  await chainAllBills(database)
  const at = instant(clock)
  const seen = await database.inTransaction(async (db) => {
    // One snapshot: the checks and the totals must describe the same books.
    await sql`set transaction isolation level repeatable read`.execute(db)
    // It may read every transfer.
    await sql`select set_config('statement_timeout', '0', true)`.execute(db)
    const totals = await balanceSheets(db)
    const reach = (await isAnyDayClosed(db)) ? wanted : 'all days'
    const findings = [...(await reconcile(db, reach)), ...unconfirmed(totals)]
    const confirmed = totals.filter((it) => it.confirmed?.day).length
    const checks = await checkedBy(db, { findings, confirmed, reach })
    // Where nothing is wrong but what is kept of closed days, every transfer says what it should be.
    const isAnew = findings.length > 0
    if (findings.every((it) => it.check === 'closed days are kept')) await closeDays(db, { at, isAnew })
    return {
      at,
      isSound: findings.length === 0,
      checks,
      findings: findings.slice(0, keptFindings),
      totals,
    }
  })
  await database.kysely
    .insertInto('reconciliation')
    .values({
      at,
      doneAt: instant(clock),
      isSound: seen.isSound,
      checks: JSON.stringify(seen.checks),
      findings: JSON.stringify(seen.findings),
      totals: JSON.stringify(seen.totals),
    })
    .execute()
  if (seen.isSound) log.info('books are sound', { at })
  else
    log.error('THE BOOKS DO NOT AGREE', new Error(`${seen.findings.length} findings`), {
      at,
      findings: seen.findings.slice(0, 10),
    })
  return seen
}

/** Currencies whose claims the statements don't cover. */
function unconfirmed(totals: readonly BalanceSheet[]): Finding[] {
  return totals.flatMap(({ currency, claims, outside, confirmed }) => {
    const missing = confirmed ? missingOf(claims, outside, confirmed) : 0
    return missing > 0
      ? [{ check: 'claims are confirmed' as const, subject: currency, expected: claims, found: claims - missing }]
      : []
  })
}

/** The nightly job. What finds members is compared with them at the same hour. */
export async function reconcileNightly(deps: JobDeps): Promise<void> {
  await reconcileBooks(deps, 'open days')
  await checkLookUps(deps)
}
