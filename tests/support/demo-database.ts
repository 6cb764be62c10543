import { existsSync, mkdirSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as passed } from 'node:timers/promises'
import { inject } from 'vitest'
import { readConfig } from '#server/config.ts'
import { databaseOver, openDatabase, type Database } from '#server/db/open.ts'
import { PGliteSource } from '#server/db/pglite.ts'
import { silentLog } from '#server/log.ts'
import { prepare } from '#server/prepare.ts'
import { freshPostgresUrl, openPGlite, readImage } from './databases.ts'
import { ManualClock } from './manual-clock.ts'

/** When the demonstration begins that tests with a clock of their own share. */
export const demoStart = '2026-11-20T06:00:00.000Z'
/** The key of the demonstration's card numbers. */
export const demoCardKey = Buffer.alloc(32, 7).toString('base64url')
export const demoConfig = readConfig({ CARD_KEY: demoCardKey, DIST_DIR: 'no-such-folder' })

/**
 * A database of its own with the demonstration's data as of `demoStart`. Close it. Making that data takes some ten
 * seconds, so it is made once a run and copied.
 */
export async function openDemo(kind: Database['kind']): Promise<Database> {
  return kind === 'pglite' ? await openPGlite(await image()) : await openDatabase({ url: await demoPostgresUrl() })
}

/** The same for a server process with `CARD_KEY=demoCardKey` and a clock of then: a PostgreSQL database of its own. */
export async function demoPostgresUrl(): Promise<string> {
  return await freshPostgresUrl({ template: await template() })
}

/** The same: a data directory with an embedded database. Who starts a server on it deletes it. */
export async function demoDataDir(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'voltfolio-'))
  const database = await openDatabase({ dir: join(dataDir, 'db'), image: readImage(await image()) })
  await database.close()
  return dataDir
}

async function image(): Promise<string> {
  const name = 'demo-image'
  await onceInRun(name, async () => {
    const source = await PGliteSource.start({ image: readImage() })
    const database = databaseOver(source, 'pglite')
    await seed(database)
    const made = new Uint8Array(await source.imageBetween())
    await database.close()
    return made
  })
  return name
}

async function template(): Promise<string> {
  const name = 'demo_template'
  await onceInRun(name, async () => {
    const database = await openDatabase({ url: await freshPostgresUrl({ name }) })
    await seed(database)
    await database.close()
    return new Uint8Array()
  })
  return name
}

async function seed(database: Database): Promise<void> {
  await prepare({ database, clock: new ManualClock(demoStart), config: demoConfig, log: silentLog })
}

/** Writes what `make` gives to a file of the run, once for all of its workers; the others wait for it. */
async function onceInRun(name: string, make: () => Promise<Uint8Array>): Promise<void> {
  const file = join(inject('pgliteImages'), name)
  if (isFirst(`${file}-making`)) {
    writeFileSync(`${file}-new`, await make())
    renameSync(`${file}-new`, file)
  }
  while (!existsSync(file)) await passed(50)
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch {
    return false
  }
}
