import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, type Database } from '#server/db/open.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'

/** Runs `work` on a new embedded database, then on a new PostgreSQL that flushes to the disk as in production. */
export async function onBoth<T>(work: (database: Database) => Promise<T>): Promise<[name: string, of: T][]> {
  return [
    ['PGlite', await onPGlite(work)],
    ['PostgreSQL', await onPostgres(work)],
  ]
}

async function onPGlite<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'voltfolio-bench-'))
  try {
    return await closing(await openDatabase({ dir: join(dir, 'db') }), work)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** The second of them alone. */
export async function onPostgres<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const server = await startPostgres({ durable: true })
  try {
    return await closing(await openDatabase({ url: server.url('postgres') }), work)
  } finally {
    await server.stop()
  }
}

async function closing<T>(database: Database, work: (database: Database) => Promise<T>): Promise<T> {
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
