import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import { instant } from '../clock.ts'
import type { Db } from '../db/open.ts'
import { isSqlError } from '../db/connection.ts'

/** Months made in advance: this one and the two after it. */
const monthsAhead = 2

/**
 * Makes the monthly partitions of `transfer` that are needed soon. Call at start and daily. A month whose rows already
 * lie in the default partition (the job did not run) stays there: that is slower, not wrong.
 */
export async function ensurePartitions(db: Db, clock: Clock): Promise<void> {
  const [year, month] = instant(clock).split('-').map(Number) as [number, number]
  for (let ahead = 0; ahead <= monthsAhead; ahead += 1) await ensureMonth(db, year, month - 1 + ahead)
}

async function ensureMonth(db: Db, year: number, month: number): Promise<void> {
  const from = firstOf(year, month)
  const name = `transfer_${from.slice(0, 7).replace('-', '_')}`
  const known = await sql<{ made: boolean }>`select to_regclass(${name}) is not null as made`.execute(db)
  if (known.rows[0]?.made) return
  try {
    await sql`select make_transfer_partition(${from}::date)`.execute(db)
  } catch (cause) {
    // 23514: the default partition holds rows of that month. 55P03: somebody holds the ledger for long; the job comes
    // again.
    if (!isSqlError(cause, '23514', '55P03')) throw cause
  }
}

function firstOf(year: number, month: number): string {
  return instant(Date.UTC(year, month, 1)).slice(0, 10)
}
