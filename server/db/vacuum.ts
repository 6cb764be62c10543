import { sql } from 'kysely'
import type { Database } from './open.ts'

/**
 * Frees what updated rows left behind and refreshes what the planner knows of the tables. A PostgreSQL does that by
 * itself (autovacuum); the embedded one has no process to do it in. Call it now and then, outside a transaction.
 */
export async function vacuum(database: Pick<Database, 'kysely' | 'kind'>): Promise<void> {
  if (database.kind === 'pglite') await sql`vacuum (analyze)`.execute(database.kysely)
}
