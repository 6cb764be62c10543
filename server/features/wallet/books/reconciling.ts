import { sql } from 'kysely'
import { instant } from '../../../clock.ts'
import type { JobDeps } from '../../../jobs/job.ts'
import { chainAllBills } from '../../../ledger/chain.ts'
import { checkedBy, reconcile, type Checked, type Finding } from '../../../ledger/reconcile.ts'
import { balanceSheets, type BalanceSheet } from '../../../ledger/balance-sheet.ts'

/** What a look at the whole books found, and where the money was. */
export interface Reconciliation {
  at: string
  isSound: boolean
  checks: Checked[]
  findings: Finding[]
  totals: BalanceSheet[]
}

/** Of many findings the first tell enough. */
const keptFindings = 100

/**
 * Chains what is not chained yet, goes through all books as they are at one instant, keeps the result and says it loudly
 * where something doesn't agree. The nightly job, and `npm run operator -- reconcile`.
 */
export async function reconcileBooks({
  database,
  clock,
  log,
}: Pick<JobDeps, 'database' | 'clock' | 'log'>): Promise<Reconciliation> {
  await chainAllBills(database)
  const at = instant(clock)
  const seen = await database.inTransaction(async (db) => {
    // One picture for all of it: the checks and the totals must speak of the same books.
    await sql`set transaction isolation level repeatable read`.execute(db)
    const findings = await reconcile(db)
    return {
      at,
      isSound: findings.length === 0,
      checks: await checkedBy(db, findings),
      findings: findings.slice(0, keptFindings),
      totals: await balanceSheets(db),
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

/** The nightly job. */
export async function reconcileNightly(deps: JobDeps): Promise<void> {
  await reconcileBooks(deps)
}
