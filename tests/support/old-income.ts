import { sql } from 'kysely'
import type { Database } from '#server/db/open.ts'
import { runOfLine } from '#server/ledger/settle.ts'
import { asOwner } from './as-owner.ts'
import { isOnCitus } from './citus-server.ts'

/**
 * Rewrites income that was paid and cleared since a UTC day as a server before migration 172 posted it: one transfer
 * for each unit, from its machine. It must not be in a bill chain yet.
 */
export async function asPostedBefore(database: Database, since: string): Promise<void> {
  await asOwner(database, async (db) => {
    // Distributed tables have no triggers.
    const tables = isOnCitus ? [] : ['transfer', 'account']
    for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
    await sql`delete from transfer where kind = 'income' and day >= ${since}`.execute(db)
    await sql`
      insert into transfer (owner_id, day, at, debit_id, credit_id, asset, amount, kind, ref)
      select unit.member_id, (done_at at time zone 'UTC')::date, done_at, machine_account_id, pending_account_id, account.asset,
        settlement_line.amount, 'income', settlement_line.period || '/' || unit.id
      from settlement_line join unit on unit.member_id = settlement_line.member_id and unit.id = unit_id
      join account on account.owner_id = unit.member_id and account.id = pending_account_id
      join settlement_run on ${runOfLine(sql`pending_account_id`)} where (done_at at time zone 'UTC')::date >= ${since}`.execute(
      db,
    )
    await sql`update account set seq = 0 where not rolled`.execute(db)
    await sql`
      update account set seq = counted.movements
      from (
        select id, count(*) as movements
        from (select debit_id as id from transfer union all select credit_id from transfer) side group by id
      ) counted where account.id = counted.id and not rolled`.execute(db)
    for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(db)
  })
}
