import { sql, type RawBuilder } from 'kysely'
import type { Database, Db } from '#server/db/open.ts'
import { runningRole } from '#server/db/running-role.ts'

/**
 * Runs `work` in a transaction as who owns the tables: what the server itself may not do (server/db/running-role.ts),
 * to corrupt books on purpose or to change the schema.
 */
export async function asOwner<T>(database: Database, work: (db: Db) => Promise<T>): Promise<T> {
  return await database.inTransaction(async (db) => {
    await sql`set local role none`.execute(db)
    return await work(db)
  })
}

/** The same for one statement of PL/pgSQL without parameters, also within a transaction that goes on as the server. */
export async function runAsOwner(db: Db, statement: RawBuilder<unknown>): Promise<void> {
  await sql`do $do$ begin
    set local role none;
    ${statement};
    set local role ${sql.raw(runningRole)};
  end $do$`.execute(db)
}
