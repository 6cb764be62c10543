import { CompiledQuery, sql } from 'kysely'
import type { Database, Db } from '#server/db/open.ts'
import { asOwner } from './as-owner.ts'

/** Tables that grow with members and days, beside those whose rows say whose they are. */
const alsoGrowing = ['settlement_line', 'transfer', 'revenue', 'machine_day', 'account']

/**
 * The names of tables that grow with members or days, partitions among them. One without a page is left out: the
 * planner takes it for empty, whatever its statistics say.
 */
export async function growingTables(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'
      and pg_relation_size(oid) > 0 and (relname = any(${alsoGrowing}) or relispartition or relname = 'member' or exists (
        select from pg_attribute where attrelid = pg_class.oid and attname in ('member_id', 'owner_id')))`.execute(db)
  return new Set(rows.map((it) => it.name))
}

/**
 * Has the planner take tables for large: ten million rows on the pages there are, of a million members. Nothing
 * is filled. Runs as a superuser.
 */
export async function pretendLarge(db: Db, tables: ReadonlySet<string>): Promise<void> {
  const names = [...tables]
  await sql`set local allow_system_table_mods = on`.execute(db)
  await sql`
    update pg_class set reltuples = 1e7, relpages = pg_relation_size(oid) / 8192
    where relnamespace = current_schema()::regnamespace and relname = any(${names}) and relkind = 'r'`.execute(db)
  await sql`delete from pg_statistic`.execute(db)
  await sql`
    insert into pg_statistic (starelid, staattnum, stainherit, stanullfrac, stawidth, stadistinct,
      stakind1, stakind2, stakind3, stakind4, stakind5, staop1, staop2, staop3, staop4, staop5,
      stacoll1, stacoll2, stacoll3, stacoll4, stacoll5)
    select attrelid, attnum, relkind = 'p', 0, 16, case when attname = 'id' then -1 else -0.1 end,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = current_schema()::regnamespace and (relname = any(${names}) or relkind = 'p') and attnum > 0 and not attisdropped
      and (attname ~ '(^|_)(id|by|ref|key|hash|phone|number)$')`.execute(db)
}

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Plan[]
}

/** A statement, and what asked for it: a call, a job. */
export interface Asked {
  by: string
  text: string
  parameters: readonly unknown[]
}

/** What of these would read a growing table from end to end, were all of those large: `settle: seq scan of unit`. */
export async function wholeReadsOf(database: Database, asked: readonly Asked[]): Promise<string[]> {
  return await asOwner(database, async (db) => {
    const tables = await growingTables(db)
    await pretendLarge(db, tables)
    const found = new Set<string>()
    for (const { by, ...statement } of asked)
      for (const read of await wholeReads(db, statement, tables)) found.add(`${by}: ${read}`)
    return [...found]
  })
}

/** Parts of a statement's plan that read a growing table or an index of it from end to end, as `seq scan of unit`. */
export async function wholeReads(
  db: Db,
  statement: { text: string; parameters: readonly unknown[] },
  tables: ReadonlySet<string>,
): Promise<string[]> {
  const { rows } = await db.executeQuery<Record<string, unknown>>(
    CompiledQuery.raw(`explain (format json) ${statement.text}`, [...statement.parameters]),
  )
  const [{ Plan: root }] = Object.values(rows[0] ?? {})[0] as [{ Plan: Plan }]
  return readsIn(root, tables, await leadingColumns(db))
}

/** The first column of each index, as its conditions name it; of expressions nothing. */
async function leadingColumns(db: Db): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string; column: string }>`
    select relname as name, attname as column from pg_index join pg_class on pg_class.oid = indexrelid
    join pg_attribute on attrelid = indrelid and attnum = indkey[0]
    where relnamespace = current_schema()::regnamespace`.execute(db)
  return new Map(rows.map((it) => [it.name, it.column]))
}

/** An index is read from end to end as well where no condition is about its first column. */
function readsIn(plan: Plan, tables: ReadonlySet<string>, leading: ReadonlyMap<string, string>): string[] {
  const {
    'Node Type': kind,
    'Relation Name': table = '',
    'Index Name': index,
    'Index Cond': condition,
    Plans = [],
  } = plan
  const first = index === undefined ? undefined : leading.get(index)
  const isWhole =
    kind === 'Seq Scan' ||
    (index !== undefined && kind.startsWith('Index') && !condition?.includes(first === undefined ? '' : `(${first} `))
  return [
    ...(isWhole && tables.has(table) ? [`${kind.toLowerCase()} of ${index ?? table}`] : []),
    ...Plans.flatMap((it) => readsIn(it, tables, leading)),
  ]
}
