import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { sql } from 'kysely'
import { isSqlError } from './wire.ts'
import type { Database, Db } from './open.ts'

interface Migration {
  name: string
  text: string
  digest: string
}

const folder = new URL('./migrations/', import.meta.url)

/**
 * Brings a database to this server's schema: every migrations/*.sql once, in the order of its number, each in a
 * transaction. Safe when several processes start together. Throws when a file that was run has changed since.
 */
export async function migrate(database: Database): Promise<void> {
  const wanted = readMigrations()
  const pending = missing(wanted, await applied(database))
  for (const migration of pending) await database.inTransaction((db) => apply(db, migration))
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
  return readdirSync(folder)
    .filter((name) => /^\d{3}_[a-z_]+\.sql$/.test(name))
    .toSorted()
    .map((name) => {
      const text = readFileSync(new URL(name, folder), 'utf8')
      return { name, text, digest: createHash('sha256').update(text).digest('base64url') }
    })
}

/** Digests by name, of a table that is made where it is missing. */
async function applied(database: Database): Promise<Map<string, string>> {
  try {
    return await readApplied(database.kysely)
  } catch (cause) {
    if (!isSqlError(cause, '42P01')) throw cause
  }
  await database.inTransaction(async (db) => {
    // Of several that make a table at once, `if not exists` alone lets one through and fails the others in one of three ways.
    await sql`select pg_advisory_xact_lock(hashtext('voltfolio migration'))`.execute(db)
    await sql`create table if not exists migration (name text primary key, digest text not null, applied_at timestamptz(3) not null default now())`.execute(
      db,
    )
  })
  return await readApplied(database.kysely)
}

async function readApplied(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; digest: string }>`select name, digest from migration`.execute(db)
  return new Map(rows.map(({ name, digest }) => [name, digest]))
}

function missing(wanted: Migration[], before: Map<string, string>): Migration[] {
  for (const { name, digest } of wanted) {
    const known = before.get(name)
    if (known !== undefined && known !== digest) {
      throw new Error(
        `Migration ${name} was changed after this database ran it. Add a new migration instead (or, for a database without value, delete it).`,
      )
    }
  }
  return wanted.filter(({ name }) => !before.has(name))
}

async function apply(db: Db, { name, text, digest }: Migration): Promise<void> {
  await sql`lock table migration in exclusive mode`.execute(db)
  // Whoever waited for the lock finds it done.
  if ((await readApplied(db)).has(name)) return
  await sql.raw(text).execute(db)
  await sql`insert into migration (name, digest) values (${name}, ${digest})`.execute(db)
}
