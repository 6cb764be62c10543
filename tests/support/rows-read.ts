import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'

/** How many rows of tables the transaction has read so far, those of partitions among them. `names` is a pattern. */
export async function rowsRead(db: Db, names: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
    from pg_stat_xact_user_tables where relname ~ ${names}`.execute(db)
  return rows[0]?.rows ?? 0
}
