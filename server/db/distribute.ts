import { sql } from 'kysely'
import type { Database, Db } from './open.ts'
import { besideOf, byMachine, columnOf } from './placement.ts'
import { giveRights, runningRole } from './running-role.ts'

/** How many tables lie by whose rows they are, by a value, a machine or a station, and wholly on every node. */
export interface Distributed {
  byOwner: number
  byValue: number
  onEvery: number
}

interface Table {
  name: string
  /** The column that says where a row lies; null for a table of nobody's, which is wholly on every node. */
  key: string | null
  isDone: boolean
  /** Other tables that its rows refer to. */
  refersTo: string[]
}

/**
 * Distributes the tables over the nodes of a Citus cluster, on whose coordinator `database` is: tables of members by
 * whose rows they are, others as placement.ts says, and those of nobody wholly on every node (docs/scale.md).
 * Rows go with them. Tables that are distributed are left alone, so that it goes on where it was stopped, and takes up
 * what a migration made since. Runs as the tables' owner, while no server runs. Triggers are dropped: all of them
 * refuse what the running role may not do, and Citus runs none.
 */
export async function distribute(database: Database, shards: number): Promise<Distributed> {
  await letRunningRoleIn(database)
  const tables = await readTables(database.kysely)
  const done = new Set(tables.filter((it) => it.isDone).map((it) => it.name))
  let left = tables.filter((it) => !it.isDone)
  while (left.length > 0) {
    const next = nextOf(left, done)
    // Each step is whole by itself: one transaction for all would lock every table of the database to its end.
    await database.inTransaction(async (db) => {
      await prepareTransaction(db)
      await dropTriggers(db, next)
      const references = await dropReferences(db, next)
      for (const it of next) await distributeTable(db, it, done, shards)
      for (const it of references) await sql.raw(it).execute(db)
    })
    for (const it of next) done.add(it.name)
    left = left.filter((it) => !done.has(it.name))
  }
  await dropLocalRows(database, tables)
  await shareFunctions(database)
  await database.inTransaction(async (db) => {
    await prepareTransaction(db)
    await giveRights(db)
  })
  return {
    byOwner: tables.filter((it) => it.key !== null && !(it.name in columnOf)).length,
    byValue: tables.filter((it) => it.name in columnOf).length,
    onEvery: tables.filter((it) => it.key === null).length,
  }
}

/** As the catalogue writes them. Only a superuser may set the last one: where all are set, they are left alone. */
const settingsElsewhere = '{TimeZone=UTC,jit=off,lock_timeout=30000,citus.skip_advisory_lock_permission_checks=on}'

/**
 * Nodes of the cluster speak to each other as the role whose statement it is: it must be one that may log in. How, is
 * up to each node's pg_hba.conf. What a connection of the server sets for itself (postgres.ts) doesn't go along: on
 * other nodes, days would be those of their own time zone, and a lock be waited for as long as a statement may take.
 * Changing what refers to a table that every node has locks that table on one of them, and Citus would have the role
 * be one that may change it.
 */
async function letRunningRoleIn(database: Database): Promise<void> {
  await database.inTransaction(async (db) => {
    await prepareTransaction(db)
    const role = sql.id(runningRole)
    await sql`do $do$ begin
      if exists (select from pg_roles where rolname = ${sql.lit(runningRole)} and not rolcanlogin) then
        alter role ${role} login;
      end if;
      if exists (select from pg_roles where rolname = ${sql.lit(runningRole)}
        and not coalesce(rolconfig, '{}') @> ${sql.lit(settingsElsewhere)}::text[]) then
        alter role ${role} set timezone = 'UTC';
        alter role ${role} set jit = off;
        alter role ${role} set lock_timeout = 30000;
        alter role ${role} set citus.skip_advisory_lock_permission_checks = on;
      end if;
    end $do$`.execute(db)
  })
}

async function readTables(db: Db): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select relname as name, partition.logicalrelid is not null as is_done,
      case when relname = 'member' then 'id' else coalesce(${JSON.stringify(columnOf)}::jsonb ->> relname, (
        select attname from pg_attribute
        where attrelid = pg_class.oid and attname in ('member_id', 'owner_id') and not attisdropped)) end as key,
      array(select distinct confrelid::regclass::text from pg_constraint
        where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid) as refers_to
    from pg_class left join pg_dist_partition partition on partition.logicalrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
    order by relname`.execute(db)
  return rows
}

/**
 * What can be distributed now: a table whose references are distributed, the tables of nobody first, then `member`, by
 * which all others lie. Where tables of nobody refer to each other, these, together.
 */
function nextOf(left: readonly Table[], done: ReadonlySet<string>): Table[] {
  const refersOnlyToDone = (it: Table) => it.refersTo.every((name) => done.has(name))
  const shared = left.filter((it) => it.key === null)
  if (shared.length > 0) {
    const ready = shared.find(refersOnlyToDone)
    return ready ? [ready] : shared
  }
  const ready = left.filter(refersOnlyToDone)
  const next = ready.find((it) => it.name === 'member') ?? ready[0]
  if (!next) throw new Error(`tables of members refer to each other: ${left.map((it) => it.name).join(', ')}`)
  return [next]
}

async function prepareTransaction(db: Db): Promise<void> {
  await sql`set local role none`.execute(db)
  // Rows of a large table take longer than a call may (postgres.ts).
  await sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`.execute(db)
  // Otherwise Citus would take tables along that those refer to which are being distributed.
  await sql`set local citus.enable_local_reference_table_foreign_keys = off`.execute(db)
  await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(db)
}

async function dropTriggers(db: Db, tables: readonly Table[]): Promise<void> {
  const { rows } = await sql<{ name: string; table: string }>`
    select tgname as name, tgrelid::regclass::text as table from pg_trigger
    where not tgisinternal and tgparentid = 0 and tgrelid = any(${tables.map((it) => it.name)}::regclass[])`.execute(db)
  for (const { name, table } of rows) await sql`drop trigger ${sql.id(name)} on ${sql.table(table)}`.execute(db)
}

/** Drops the references of tables that name each other, and gives the statements that make them again. */
async function dropReferences(db: Db, tables: readonly Table[]): Promise<string[]> {
  if (tables.length === 1) return []
  const names = tables.map((it) => it.name)
  const { rows } = await sql<{ dropping: string; adding: string }>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as dropping,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as adding
    from pg_constraint where contype = 'f'
      and conrelid = any(${names}::regclass[]) and confrelid = any(${names}::regclass[])`.execute(db)
  for (const { dropping } of rows) await sql.raw(dropping).execute(db)
  return rows.map((it) => it.adding)
}

async function distributeTable(db: Db, { name, key }: Table, done: ReadonlySet<string>, shards: number): Promise<void> {
  const beside = name in columnOf && !(name in byMachine) ? besideOf(name).find((it) => done.has(it)) : 'member'
  if (key === null) await sql`select create_reference_table(${name})`.execute(db)
  else if (beside === undefined || name === 'member')
    await sql`select create_distributed_table(${name}, ${key}, shard_count => ${shards}, colocate_with => 'none')`.execute(
      db,
    )
  else await sql`select create_distributed_table(${name}, ${key}, colocate_with => ${beside})`.execute(db)
}

/** The rows that were copied to the nodes stay behind in the coordinator's own tables, where nobody reads them. */
async function dropLocalRows(database: Database, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables)
    await database.inTransaction(async (db) => {
      await prepareTransaction(db)
      await sql`select truncate_local_data_after_distributing_table(${name}::regclass)`.execute(db)
    })
}

/**
 * What was made before the nodes were added is on the coordinator alone, and functions of statements run where rows
 * lie. Last, as some give rows of a table: such are made elsewhere once that table is.
 */
async function shareFunctions(database: Database): Promise<void> {
  await database.inTransaction(async (db) => {
    await prepareTransaction(db)
    await sql`
      select create_distributed_function(oid::regprocedure) from pg_proc
      where pronamespace = current_schema()::regnamespace and prorettype <> 'trigger'::regtype
        and not exists (select from pg_dist_object where classid = 'pg_proc'::regclass and objid = pg_proc.oid)
        and not exists (select from pg_depend
          where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')`.execute(db)
  })
}
