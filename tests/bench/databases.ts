import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConnectionSource } from '#server/db/connection.ts'
import { databaseOver, type Database } from '#server/db/open.ts'
import { PGliteSource } from '#server/db/pglite.ts'
import { postgresSource } from '#server/db/postgres.ts'
import {
  addCitus,
  citusServer,
  distributeForTests,
  makeDatabase,
  type CitusServer,
} from '#tests/support/citus-server.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { Recorder } from './recorder.ts'

/** Fills a database that isn't distributed yet. */
type Fill = (database: Database) => Promise<void>
type Work<T> = (database: Database, recorder: Recorder) => Promise<T>

/** Runs `work` on a new embedded database, then on a new PostgreSQL that flushes to the disk as in production. */
export async function onBoth<T>(work: Work<T>): Promise<[name: string, of: T][]> {
  return [
    ['PGlite', await onPGlite(work)],
    ['PostgreSQL', await onPostgres(work)],
  ]
}

/**
 * Fills a database and runs `work` on it, on both; then, where `CITUS_URL` names a cluster, on two more databases of
 * its coordinator's server: one as it is, and one that is distributed once it is filled.
 */
export async function onEach<T>(fill: Fill, work: Work<T>): Promise<[name: string, of: T][]> {
  const filled: Work<T> = async (database, recorder) => {
    await fill(database)
    return await work(database, recorder)
  }
  const cluster = citusServer()
  if (!cluster) return await onBoth(filled)
  try {
    return [
      ...(await onBoth(filled)),
      ["PostgreSQL of Citus's server", await onNew(cluster, 'plain', filled)],
      [
        'Citus',
        await onNew(cluster, 'distributed', (database, recorder) => distributed(database, recorder, fill, work)),
      ],
    ]
  } finally {
    await cluster.stop()
  }
}

async function distributed<T>(database: Database, recorder: Recorder, fill: Fill, work: Work<T>): Promise<T> {
  await fill(database)
  await distributeForTests(database)
  return await work(database, recorder)
}

async function onNew<T>(cluster: CitusServer, name: string, work: Work<T>): Promise<T> {
  const full = `${cluster.prefix}${name}`
  const url = cluster.url(full)
  await makeDatabase(cluster.url('postgres'), full)
  if (name === 'distributed') await addCitus(url)
  return await closing(postgresSource(url), 'postgres', work)
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
