import { sql } from 'kysely'
import type { Db } from './open.ts'

/** Whether this database can be distributed: it is on a server with the extension Citus, which is made in it. */
export async function hasCitus(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db)
  return rows.length > 0
}

/** Whether rows lie on more nodes of a cluster than the coordinator. */
export async function isOnSeveralNodes(db: Db): Promise<boolean> {
  if (!(await hasCitus(db))) return false
  const { rows } = await sql<{ isSo: boolean }>`
    select exists (select from pg_dist_partition)
      and exists (select from pg_dist_node where groupid <> 0 and noderole = 'primary' and isactive) as is_so`.execute(
    db,
  )
  return rows[0]?.isSo === true
}
