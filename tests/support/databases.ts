import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { inject } from 'vitest'
import { openDatabase, type Database } from '../../server/db/open.ts'
import { dropDatabase, isOnCitus, makeDatabase } from './citus-server.ts'

const both = [
  { name: 'PGlite', kind: 'pglite', open: () => openPGlite() },
  { name: 'PostgreSQL', kind: 'postgres', open: openPostgres },
] as const

/**
 * Both kinds of database, for `describe.each(databases)('… on $name', ({ open }) => …)`. With `CITUS_URL`, PostgreSQL
 * alone, which is Citus then.
 */
export const databases = isOnCitus ? both.slice(1) : both

/**
 * PostgreSQL alone, or both with `DATABASES=both`: for tests of what no database does in its own way. Bytes, times,
 * errors by SQLSTATE, plans, connections and roles differ, so that tests of these run on `databases`.
 */
export const oneDatabase = process.env['DATABASES'] === 'both' ? databases : both.slice(1)

/**
 * The embedded database's program, compiled. While somebody holds it, V8 gives the machine code to every thread of this
 * process that loads the same bytes. Else each database would compile and optimise its own, which takes longer than
 * most tests.
 */
const program = WebAssembly.compile(
  readFileSync(join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm')),
)

/** A fresh embedded database in memory, with the schema and no rows. Close it. */
export async function openPGlite(image = 'image'): Promise<Database> {
  await program
  return await openDatabase({ image: readImage(image) })
}

/** An image of an embedded database, for `openDatabase`: with the schema and no rows. */
export function readImage(name = 'image'): ArrayBuffer {
  return new Uint8Array(readFileSync(join(inject('pgliteImages'), name))).buffer
}

/** A fresh database on the run's PostgreSQL, with the schema and no rows. Close it. */
export async function openPostgres(): Promise<Database> {
  const url = await freshPostgresUrl()
  const database = await openDatabase({ url })
  return isOnCitus ? { ...database, close: () => closeAndDrop(database, url) } : database
}

/** Citus keeps a process for every database that is there. */
async function closeAndDrop(database: Database, url: string): Promise<void> {
  await database.close()
  await dropDatabase(inject('postgresUrl'), new URL(url).pathname.slice(1))
}

/**
 * Creates a database on the run's PostgreSQL, for tests that open it more than once or pass it to a process: a copy of
 * `template`, which has the schema and no rows; nothing is in `template0`.
 */
export async function freshPostgresUrl({
  template = 'template',
  name = `test_${randomUUID().replaceAll('-', '')}`,
} = {}): Promise<string> {
  const url = new URL(inject('postgresUrl'))
  const named = (it: string) => (it === 'template0' ? it : `${inject('databasePrefix')}${it}`)
  await makeDatabase(url.href, named(name), named(template))
  url.pathname = named(name)
  return url.href
}
