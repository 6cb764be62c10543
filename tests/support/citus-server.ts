import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { distribute } from '../../server/db/distribute.ts'
import { openDatabase, type Database, type Db } from '../../server/db/open.ts'

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

/** Workers of that cluster, as `host:port`. With none, the coordinator holds all rows. */
const workers = (process.env['CITUS_WORKERS'] ?? '').split(',').filter((it) => it !== '')

/** Whether the tests run on a cluster whose rows lie on several nodes. */
export const hasWorkers = isOnCitus && workers.length > 0

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
    stop: async () => {
      for (const node of onEachNode(given)) await dropDatabases(node, prefix)
    },
  }
}

/** Makes the extension in an empty database that every node has, and tells the coordinator of the workers. */
export async function addCitus(url: string): Promise<void> {
  for (const node of onEachNode(url)) {
    const database = await openDatabase({ url: node, asOwner: true })
    await sql`create extension citus`.execute(database.kysely)
    await database.close()
  }
  const { hostname, port } = new URL(url)
  const database = await openDatabase({ url, asOwner: true })
  const { kysely: db } = database
  await sql`select citus_set_coordinator_host(${hostname}, ${Number(port)})`.execute(db)
  if (!hasWorkers)
    await sql`select citus_set_node_property(${hostname}, ${Number(port)}, 'shouldhaveshards', true)`.execute(db)
  for (const node of onEachNode(url).slice(1)) {
    const worker = new URL(node)
    await sql`select citus_add_node(${worker.hostname}, ${Number(worker.port)})`.execute(db)
  }
  await database.close()
}

/** Distributes a database that was brought up, in few shards. */
export async function distributeForTests(database: Database): Promise<void> {
  await distribute(database, shards)
}

/** Makes a database on the server of `url`, and on each worker of a cluster: empty, or a copy of `template`. */
export async function makeDatabase(url: string, name: string, template = 'template1'): Promise<void> {
  // A copy through the log takes twice as long for some thousand files.
  const strategy = sql.raw(isOnCitus ? 'strategy file_copy' : '')
  // The coordinator's process would open the worker's template again: it is ended first.
  if (isOnCitus) for (const node of onEachNode(url)) await asAdmin(node, (db) => endSessions(db, template))
  await Promise.all(
    onEachNode(url).map((node) =>
      asAdmin(node, (db) => sql`create database ${sql.id(name)} template ${sql.id(template)} ${strategy}`.execute(db)),
    ),
  )
}

/** Drops a database of the server of `url`, and of each worker. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  for (const node of onEachNode(url))
    await asAdmin(node, (db) => sql`drop database if exists ${sql.id(name)} with (force)`.execute(db))
}

/** Ends what keeps a database from being copied: every one has a process of Citus that looks after it. */
async function endSessions(db: Db, name: string): Promise<void> {
  await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${name}`.execute(db)
}

async function dropDatabases(url: string, prefix: string): Promise<void> {
  await asAdmin(url, async (db) => {
    const { rows } = await sql<{ name: string }>`
      select datname as name from pg_database where starts_with(datname, ${prefix})`.execute(db)
    for (const { name } of rows) await sql`drop database ${sql.id(name)} with (force)`.execute(db)
  })
}

async function asAdmin(url: string, work: (db: Db) => Promise<unknown>): Promise<void> {
  const admin = await openDatabase({ url })
  try {
    await work(admin.kysely)
  } finally {
    await admin.close()
  }
}

/** The address of a database on the coordinator, and that of its namesake on each worker. */
function onEachNode(url: string): string[] {
  return [url, ...workers.map((host) => Object.assign(new URL(url), { host }).href)]
}
