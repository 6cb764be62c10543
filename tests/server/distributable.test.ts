import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runningRole } from '#server/db/running-role.ts'
import { openPGlite } from '#tests/support/databases.ts'
import { besideOf, columnOf } from '#server/db/placement.ts'

interface Table {
  name: string
  /** The column that says where a row lies: whose it is, or its value; null where every machine or just one has all. */
  owner: string | null
  /** Whether a row may be nobody's. */
  mayLack: boolean
  keys: { columns: string[] }[]
  triggers: string[]
  references: { to: string; columns: string[] }[]
}

/** Whether a row lies where what it refers to does, if both name the same owner, machine or station. */
const liesWith = (name: string, to: string) =>
  name in columnOf || to in columnOf ? besideOf(name).includes(to) && name in columnOf : true

/** Of a trigger that refuses. One that the rights make needless is dropped by whoever distributes its table. */
const mayDoWhatItRefuses = sql`(
  tgtype::int & 4 > 0 and has_table_privilege(${runningRole}, tgrelid, 'INSERT')
  or tgtype::int & 8 > 0 and has_table_privilege(${runningRole}, tgrelid, 'DELETE')
  or tgtype::int & 16 > 0 and has_any_column_privilege(${runningRole}, tgrelid, 'UPDATE')
  or tgtype::int & 32 > 0 and has_table_privilege(${runningRole}, tgrelid, 'TRUNCATE'))`

/**
 * What keeps a table from lying on several machines, by whose row it is (docs/scale.md): a key without its owner, a
 * row of nobody's, a trigger, a reference to a row of somebody else.
 */
test('no table of members gets a key, a trigger or a reference that a distributed PostgreSQL refuses', async () => {
  const database = await openPGlite()
  const { rows: tables } = await sql<Table>`
    select relname as name,
      case when relname = 'member' then 'id' else coalesce(${JSON.stringify(columnOf)}::jsonb ->> relname, (
        select attname from pg_attribute where attrelid = pg_class.oid and attname in ('member_id', 'owner_id')))
        end as owner,
      exists (select from pg_attribute where attrelid = pg_class.oid and attname in ('member_id', 'owner_id')
        and not attnotnull) as may_lack,
      array(select jsonb_build_object('columns', array(
          select attname from pg_attribute where attrelid = pg_class.oid and attnum = any(indkey)))
        from pg_index where indrelid = pg_class.oid and indisunique) as keys,
      array(select tgname::text from pg_trigger where tgrelid = pg_class.oid and not tgisinternal
        and (tgfoid <> 'ledger_refuse'::regproc or ${mayDoWhatItRefuses}) order by 1) as triggers,
      array(select jsonb_build_object('to', confrelid::regclass::text, 'columns', array(
          select attname from pg_attribute where attrelid = pg_class.oid and attnum = any(conkey)))
        from pg_constraint where conrelid = pg_class.oid and contype = 'f') as references
    from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
    order by relname`.execute(database.kysely)
  await database.close()
  const ownerOf = new Map(tables.map(({ name, owner }) => [name, owner]))
  const faults = tables.flatMap(({ name, owner, mayLack, keys, triggers, references }) => {
    if (owner === null) return references.filter(({ to }) => ownerOf.get(to)).map(({ to }) => `${name} -> ${to}`)
    return [
      ...(mayLack && !(name in columnOf) ? [`${name} may be nobody's`] : []),
      ...keys.filter((it) => !it.columns.includes(owner)).map((it) => `${name} (${it.columns.join(', ')})`),
      ...triggers.map((it) => `${name} ! ${it}`),
      ...references
        .filter(({ to, columns }) => ownerOf.get(to) && !(liesWith(name, to) && columns.includes(owner)))
        .map(({ to }) => `${name} -> ${to}`),
    ]
  })
  expect(faults).toEqual([])
  expect(Object.keys(columnOf).filter((it) => !ownerOf.has(it))).toEqual([])
})
