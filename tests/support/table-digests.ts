import { sql } from 'kysely'
import type { Database } from '#server/db/open.ts'

/**
 * A digest of the rows of every table there is, so that a new one can't be forgotten; with `memberId` of that member's
 * rows in every table that says whose they are.
 */
export async function tableDigests(
  { kysely: db }: Pick<Database, 'kysely'>,
  memberId?: string,
): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = current_schema()::regnamespace
      and relkind in ('r', 'p') and not relispartition and (${memberId === undefined} or exists (
        select from pg_attribute where attrelid = pg_class.oid and attname = 'member_id' and not attisdropped))
    order by 1`.execute(db)
  const whose = memberId === undefined ? sql`` : sql`where member_id = ${memberId}`
  const digests = tables.map(
    ({ name }) =>
      sql`select ${name}::text as name, count(*)::text || ' ' || coalesce(sum(hashtextextended(t::text, 0)),
        0)::text as digest from ${sql.table(name)} t ${whose}`,
  )
  const { rows } = await sql<{ name: string; digest: string }>`${sql.join(digests, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map((it) => [it.name, it.digest]))
}
