import { existsSync, mkdirSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { instant } from '../../clock.ts'
import { lockDirectory, lockPathOf } from '../../db/directory-lock.ts'
import { migrate } from '../../db/migrate.ts'
import { openDatabase, type Database } from '../../db/open.ts'
import { noteAction } from '../../db/operator-actions.ts'
import { ensurePartitions } from '../../ledger/partitions.ts'
import type { AloneContext } from '../operator/command.ts'
import { problem, readBackupKey } from './backing-up.ts'
import { readEncrypted, UnreadableBackup } from './encrypted-file.ts'
import { finishRestore } from './finishing.ts'

interface Restoring {
  file: string
  keyFile: string
  replace: boolean
}

/**
 * Restores a backup into the data directory. It is authenticated to its last byte, opened, brought to this version and
 * reconciled beside the directory's database, and only then takes its place; a database that was there is moved aside.
 * Throws a DomainError, and DirectoryInUse where a server runs.
 */
export async function restore(
  context: AloneContext,
  { file, keyFile, replace }: Restoring,
): Promise<{ ok: boolean; lines: string[] }> {
  const { config, clock } = context
  if (config.databaseUrl !== undefined)
    throw problem(
      'DATABASE_URL',
      'is set: the server runs on PostgreSQL, and this is for the embedded database. See "restore finish", and docs/operations.md, "Backups"',
    )
  const { header, image } = await decrypted(file, keyFile)
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const place = join(realpathSync(config.dataDir), 'db')
  const unlock = await lockDirectory(lockPathOf(place))
  try {
    if (existsSync(place) && !replace)
      throw problem(config.dataDir, 'holds a database: with --replace on it is moved aside, not deleted')
    const draft = `${place}.restoring`
    rmSync(draft, { recursive: true, force: true })
    const database = await openDatabase({ dir: draft, image }).catch((cause: unknown) => {
      throw new Error('the backup is whole, but the database in it does not open', { cause })
    })
    const { isSound, lines } = await closedAfter(database, () => prepared({ ...context, database }, header.madeAt))
    const aside = `${place}.before-${instant(clock).replaceAll(/[:.]/g, '-')}`
    if (existsSync(place)) renameSync(place, aside)
    renameSync(draft, place)
    return {
      ok: isSound,
      lines: [
        `Restored as of ${header.madeAt} (version ${header.version}) into ${config.dataDir}.`,
        ...(existsSync(aside) ? [`The database that was there is in ${aside}.`] : []),
        ...lines,
      ],
    }
  } finally {
    unlock()
  }
}

async function closedAfter<T>(database: Database, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    await database.close()
  }
}

/** Brings the restored database to this version and reconciles it, with an audit row of its own. */
async function prepared(
  context: AloneContext & { database: Database },
  asOf: string,
): Promise<{ isSound: boolean; lines: string[] }> {
  const { database, clock, by, why } = context
  await migrate(database)
  await ensurePartitions(database.kysely, clock)
  const finished = await finishRestore(context, asOf)
  await noteAction(database.kysely, {
    at: instant(clock),
    by,
    why,
    command: 'restore',
    args: { asOf },
    outcome: finished.lines,
  })
  return finished
}

async function decrypted(file: string, keyFile: string) {
  const key = readBackupKey(keyFile)
  try {
    const { header, pieces } = await readEncrypted(file, key)
    const parts: Buffer[] = []
    // All of it is read before any of it is used: the last chunk shows that none is missing.
    await pipeline(pieces, createGunzip(), async (source: AsyncIterable<Buffer>) => {
      for await (const part of source) parts.push(part)
    })
    const text = Buffer.concat(parts)
    return { header, image: text.buffer.slice(text.byteOffset, text.byteOffset + text.byteLength) }
  } catch (cause) {
    if (cause instanceof UnreadableBackup) throw problem(file, cause.message)
    if (cause instanceof Error && 'syscall' in cause) throw problem(file, "can't be read")
    throw cause
  }
}
