import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as passed } from 'node:timers/promises'
import { inject } from 'vitest'
import { readConfig } from '#server/config.ts'
import { databaseOver, openDatabase, type Database } from '#server/db/open.ts'
import { PGliteSource } from '#server/db/pglite.ts'
import { silentLog } from '#server/log.ts'
import { prepare } from '#server/prepare.ts'
import { freshPostgresUrl, openPGlite } from './databases.ts'
import { ManualClock } from './manual-clock.ts'

/** When the demonstration of the tests begins. */
export const demoStart = '2026-11-20T06:00:00.000Z'

/** The key of its card numbers. */
export const demoConfig = readConfig({ CARD_KEY: Buffer.alloc(32, 7).toString('base64url'), DIST_DIR: 'no-such-folder' })

/**
 * A database of its own with the demonstration's data as of `demoStart`. Close it. Making that data takes some ten
 * seconds, so it is made once a run and copied.
 */
export async function openDemo(kind: Database['kind']): Promise<Database> {
  const file = join(inject('pgliteImages'), `demo-${kind}`)
  await onceInRun(file, () => (kind === 'pglite' ? makeImage() : makeTemplate()))
  return kind === 'pglite'
    ? await openPGlite(`demo-${kind}`)
    : await openDatabase({ url: await freshPostgresUrl({ template: demoTemplate }) })
}

const demoTemplate = 'demo'

async function makeImage(): Promise<Uint8Array> {
  const image = readFileSync(join(inject('pgliteImages'), 'image'))
  const source = await PGliteSource.start({ image: new Uint8Array(image).buffer })
  const database = databaseOver(source, 'pglite')
  await seed(database)
  const made = new Uint8Array(await source.imageBetween())
  await database.close()
  return made
}

async function makeTemplate(): Promise<Uint8Array> {
  const database = await openDatabase({ url: await freshPostgresUrl({ name: demoTemplate }) })
  await seed(database)
  await database.close()
  return new Uint8Array()
}

async function seed(database: Database): Promise<void> {
  await prepare({ database, clock: new ManualClock(demoStart), config: demoConfig, log: silentLog })
}

/** Writes what `make` gives to `file`, once for all workers of the run; the others wait for it. */
async function onceInRun(file: string, make: () => Promise<Uint8Array>): Promise<void> {
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
