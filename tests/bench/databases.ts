import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConnectionSource } from '#server/db/connection.ts'
import { databaseOver, type Database } from '#server/db/open.ts'
import { PGliteSource } from '#server/db/pglite.ts'
import { postgresSource } from '#server/db/postgres.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { Recorder } from './recorder.ts'

type Work<T> = (database: Database, recorder: Recorder) => Promise<T>

/** Runs `work` on a new embedded database, then on a new PostgreSQL that flushes to the disk as in production. */
export async function onBoth<T>(work: Work<T>): Promise<[name: string, of: T][]> {
  return [
    ['PGlite', await onPGlite(work)],
    ['PostgreSQL', await onPostgres(work)],
  ]
}

async function onPGlite<T>(work: Work<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'voltfolio-bench-'))
  try {
    return await closing(await PGliteSource.start({ dir: join(dir, 'db') }), 'pglite', work)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** The second of them alone. */
export async function onPostgres<T>(work: Work<T>): Promise<T> {
  const server = await startPostgres({ durable: true })
  try {
    return await closing(postgresSource(server.url('postgres')), 'postgres', work)
  } finally {
    await server.stop()
  }
}

async function closing<T>(source: ConnectionSource, kind: Database['kind'], work: Work<T>): Promise<T> {
  const recorder = new Recorder(source)
  const database = databaseOver(recorder, kind)
  try {
    return await work(database, recorder)
  } finally {
    await database.close()
  }
}
