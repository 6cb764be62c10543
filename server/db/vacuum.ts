import { sql } from 'kysely'
import type { Database } from './open.ts'

/**
 * Reclaims the space of updated rows and refreshes the planner's statistics. PostgreSQL does that by itself
 * (autovacuum); the embedded database has no process for it. Call it now and then, outside a transaction.
 */
export async function vacuum(database: Pick<Database, 'kysely' | 'kind'>): Promise<void> {
  if (database.kind === 'pglite') await sql`vacuum (analyze)`.execute(database.kysely)
}
