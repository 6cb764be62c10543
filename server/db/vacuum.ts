import { sql } from 'kysely'
import type { Database } from './open.ts'
import { takeRunningRole } from './running-role.ts'

/**
 * Reclaims the space of updated rows, refreshes the planner's statistics, and checkpoints, so that the write-ahead log
 * is used again: it would grow until the server is stopped, and all of it be read after a crash. PostgreSQL does that
 * by itself; the embedded database has no processes for it. Call it now and then, outside a transaction.
 */
export async function vacuum(database: Pick<Database, 'kysely' | 'kind'>): Promise<void> {
  if (database.kind !== 'pglite') return
  // Only the tables' owner may.
  await database.kysely.connection().execute(async (db) => {
    await sql`set role none`.execute(db)
    try {
      await sql`vacuum (analyze)`.execute(db)
      await sql`checkpoint`.execute(db)
    } finally {
      await sql.raw(takeRunningRole).execute(db)
    }
  })
}
