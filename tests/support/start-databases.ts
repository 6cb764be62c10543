import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { systemClock } from '../../server/clock.ts'
import { migrate } from '../../server/db/migrate.ts'
import { databaseOver, openDatabase, type Database } from '../../server/db/open.ts'
import { PGliteSource } from '../../server/db/pglite.ts'
import { ensurePartitions } from '../../server/ledger/partitions.ts'
import { addCitus, citusServer, distributeForTests, isOnCitus, makeDatabase } from './citus-server.ts'
import { startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the run's PostgreSQL; its database `template` has the schema and no rows. */
    postgresUrl: string
    /** With what the names of its databases begin, `template` among them. */
    databasePrefix: string
    /** Folder with dumps of embedded databases; `image` has the schema and no rows. */
    pgliteImages: string
  }
}

/** Runs once before all server tests: a PostgreSQL, and a migrated database of each kind to copy fresh ones from. */
export default async function startDatabases(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'voltfolio-pglite-'))
  const citus = citusServer()
  const [server] = await Promise.all([citus ?? startPostgres(), writeImage(join(folder, 'image'))])
  const prefix = citus?.prefix ?? ''
  await makeTemplate(server.url('postgres'), server.url(`${prefix}template`))
  project.provide('postgresUrl', server.url('postgres'))
  project.provide('databasePrefix', prefix)
  project.provide('pgliteImages', folder)
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function writeImage(file: string): Promise<void> {
  const source = await PGliteSource.start({})
  const database = databaseOver(source, 'pglite')
  await bringUp(database)
  await makeSmall(source)
  writeFileSync(file, new Uint8Array(await source.imageBetween()))
  await database.close()
}

/** Every start copies the whole image, file by file: half of it is templates and old log, which no test reads. */
async function makeSmall(source: PGliteSource): Promise<void> {
  await source.query('set role none', [])
  for (const name of ['template0', 'template1']) {
    await source.query(`update pg_database set datistemplate = false where datname = '${name}'`, [])
    await source.query(`drop database ${name}`, [])
  }
  // A log file that the next checkpoint no longer needs is deleted, not kept to be written again.
  await source.query('set wal_recycle = off', [])
}

async function makeTemplate(adminUrl: string, templateUrl: string): Promise<void> {
  await makeDatabase(adminUrl, new URL(templateUrl).pathname.slice(1))
  if (isOnCitus) await addCitus(templateUrl)
  const template = await openDatabase({ url: templateUrl, asOwner: isOnCitus })
  await bringUp(template)
  if (isOnCitus) await distributeForTests(template)
  await template.close()
}

async function bringUp(database: Database): Promise<void> {
  await migrate(database)
  await ensurePartitions(database.kysely, systemClock)
}
