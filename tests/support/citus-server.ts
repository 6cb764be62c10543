import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { distribute } from '../../server/db/distribute.ts'
import { openDatabase, type Database } from '../../server/db/open.ts'

/**
 * The Citus cluster whose coordinator `CITUS_URL` names: the server's tests run on it in place of PostgreSQL. Its
 * databases of a run have a prefix of their own, and are dropped at the end.
 */
export interface CitusServer {
  url(database: string): string
  prefix: string
  stop(): Promise<void>
}

/** Whether the tests run on Citus. Read in every process of a run. */
export const isOnCitus = process.env['CITUS_URL'] !== undefined

/** Shards of each table: enough to lie apart, few enough to be made quickly. */
const shards = 4

/** The cluster that `CITUS_URL` names; undefined without it. */
export function citusServer(): CitusServer | undefined {
  const given = process.env['CITUS_URL']
  if (given === undefined) return undefined
  const prefix = `voltfolio_${randomUUID().slice(0, 8)}_`
  return {
    prefix,
    url: (database) => {
      const url = new URL(given)
      if (database !== 'postgres') url.pathname = database
      return url.href
    },
    stop: () => dropDatabases(given, prefix),
  }
}

/** Makes the extension in an empty database, for a cluster whose coordinator holds rows as well. */
export async function addCitus(url: string): Promise<void> {
  const { hostname, port } = new URL(url)
  const database = await openDatabase({ url, asOwner: true })
  await sql`create extension citus`.execute(database.kysely)
  await sql`select citus_set_coordinator_host(${hostname}, ${Number(port)})`.execute(database.kysely)
  await sql`select citus_set_node_property(${hostname}, ${Number(port)}, 'shouldhaveshards', true)`.execute(
    database.kysely,
  )
  await database.close()
}

/** Distributes a database that was brought up, in few shards. */
export async function distributeForTests(database: Database): Promise<void> {
  await distribute(database, shards)
}

/** Ends what keeps a database from being copied or dropped: every one has a process of Citus that looks after it. */
export async function endSessions(admin: Database, name: string): Promise<void> {
  await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${name}`.execute(admin.kysely)
}

async function dropDatabases(url: string, prefix: string): Promise<void> {
  const admin = await openDatabase({ url })
  const { rows } = await sql<{ name: string }>`
    select datname as name from pg_database where starts_with(datname, ${prefix})`.execute(admin.kysely)
  for (const { name } of rows) await sql`drop database ${sql.id(name)} with (force)`.execute(admin.kysely)
  await admin.close()
}
