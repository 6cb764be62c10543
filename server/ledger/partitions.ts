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
    // Made first and attached then: `partition of` would keep every posting waiting for its lock on the whole ledger.
    // One process at a time: `if not exists` does not protect from another one that has not committed yet.
    await sql`do $do$ begin
      perform set_config('lock_timeout', '3s', true);
      perform pg_advisory_xact_lock(hashtext('voltfolio partitions'));
      -- The table itself is read: to_regclass may still answer from before the wait.
      if exists (select from pg_class where relname = ${sql.lit(name)} and relnamespace = current_schema()::regnamespace)
      then return; end if;
      create table ${sql.table(name)} (like transfer including defaults including constraints);
      alter table transfer attach partition ${sql.table(name)}
        for values from (${sql.lit(from)}) to (${sql.lit(firstOf(year, month + 1))});
    end $do$`.execute(db)
  } catch (cause) {
    // 23514: the default partition holds rows of that month. 55P03: somebody holds the ledger for long; the job comes
    // again.
    if (!isSqlError(cause, '23514', '55P03')) throw cause
  }
}

function firstOf(year: number, month: number): string {
  return instant(Date.UTC(year, month, 1)).slice(0, 10)
}
