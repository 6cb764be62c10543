import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { sql } from 'kysely'
import { isSqlError } from './connection.ts'
import type { Database, Db } from './open.ts'
import { giveRights } from './running-role.ts'

interface Migration {
  name: string
  text: string
  digest: string
}

const folder = new URL('./migrations/', import.meta.url)

/**
 * Brings a database to this server's schema: every migrations/*.sql once, by number, all of them or none.
 * Processes that start together wait for one another. A migration that only a newer server knows is left alone.
 * Then the running role gets its rights, unless a newer server has been here, and statements run as it from now on.
 * Throws when a file that was run has changed since.
 */
export async function migrate(database: Database): Promise<void> {
  await database.inTransaction(async (db) => {
    await sql`set local role none`.execute(db)
    // Waiting for another process, or filling a new column, may take longer than a call may (postgres.ts).
    await sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`.execute(db)
    // The lock comes before the table: `if not exists` alone fails where several make one at the same moment.
    await sql`select pg_advisory_xact_lock(hashtext('voltfolio migration'))`.execute(db)
    const { rows } = await sql<{ isThere: boolean }>`select to_regclass('migration') is not null as is_there`.execute(
      db,
    )
    // Who may make no tables may not ask for one that is there either.
    if (!rows[0]?.isThere)
      await sql`
      create table migration (
        name text primary key,
        digest text not null,
        applied_at timestamptz(3) not null default now()
      )`.execute(db)
    const [wanted, applied] = [readMigrations(), await readApplied(db)]
    for (const { name, text, digest } of missing(wanted, applied)) {
      await sql.raw(text).execute(db)
      await sql`insert into migration (name, digest) values (${name}, ${digest})`.execute(db)
    }
    if ([...applied.keys()].every((name) => wanted.some((it) => it.name === name))) await giveRights(db)
  })
  await database.takeRole()
}

/** What has still to be run on a database that was brought up before; all of it on an empty one. Changes nothing. */
export async function pendingMigrations(database: Database): Promise<string[]> {
  const before = await readApplied(database.kysely).catch((cause: unknown) => {
    if (isSqlError(cause, '42P01')) return new Map<string, string>()
    throw cause
  })
  return missing(readMigrations(), before).map(({ name }) => name)
}

function readMigrations(): Migration[] {
  return inOrder(readdirSync(folder)).map((name) => {
    const text = readFileSync(new URL(name, folder), 'utf8')
    return { name, text, digest: createHash('sha256').update(text).digest('base64url') }
  })
}

/** File names by number. Throws on one that would be skipped, and on a number that two have: their order is open. */
export function inOrder(names: readonly string[]): string[] {
  const misnamed = names.filter((name) => !/^\d{3}_[a-z_]+\.sql$/.test(name))
  if (misnamed.length > 0) throw new Error(`No migration is called ${misnamed.join(', ')}: 126_what_it_does.sql is`)
  const sorted = names.toSorted()
  const twice = sorted.filter((name, n) => sorted[n - 1]?.slice(0, 3) === name.slice(0, 3))
  if (twice.length > 0) throw new Error(`The number of ${twice.join(', ')} is that of another migration`)
  return sorted
}

/** Digests by name. Throws 42P01 on an empty database. */
async function readApplied(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; digest: string }>`select name, digest from migration`.execute(db)
  return new Map(rows.map(({ name, digest }) => [name, digest]))
}

function missing(wanted: Migration[], before: Map<string, string>): Migration[] {
  for (const { name, digest } of wanted) {
    const known = before.get(name)
    if (known !== undefined && known !== digest) {
      throw new Error(
        `Migration ${name} was changed after this database ran it. Add a new migration instead. ` +
          'A database without value may be deleted.',
      )
    }
  }
  return wanted.filter(({ name }) => !before.has(name))
}
