import { existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { appVersion } from '#protocol/headers.ts'
import { instant, type Clock } from '../../clock.ts'
import { readMasterKey } from '../../config.ts'
import type { Database } from '../../db/open.ts'
import { DomainError } from '../../http/domain-error.ts'
import { readEncrypted, writeEncrypted } from './encrypted-file.ts'

const sliceBytes = 1024 * 1024

/**
 * Writes the embedded database into a new encrypted file, as it is between two transactions: what was answered before
 * is in it. Calls wait while the database is copied in memory, not while the file is written. The file is read back
 * whole before it gets its name. Throws a DomainError where it can't be written.
 */
export async function backUp(
  { database, clock }: { database: Database; clock: Clock },
  { file, keyFile }: { file: string; keyFile: string },
): Promise<{ bytes: number; madeAt: string; keyId: string }> {
  if (!database.image)
    throw problem('backup', 'is for the embedded database: for PostgreSQL see docs/operations.md, "Backups"')
  const key = readBackupKey(keyFile)
  if (existsSync(file)) throw problem(file, 'is there already')
  const image = new Uint8Array(await database.image())
  // After the copy, for which transactions under way are waited for: a restore ends what was made by then.
  const madeAt = instant(clock)
  const draft = `${file}.part`
  rmSync(draft, { force: true })
  try {
    const { keyId } = await writeEncrypted(draft, key, { madeAt, version: appVersion }, compressed(image))
    for await (const piece of (await readEncrypted(draft, key)).pieces) void piece
    renameSync(draft, file)
    return { bytes: statSync(file).size, madeAt, keyId }
  } catch (cause) {
    rmSync(draft, { force: true })
    if (cause instanceof Error && 'syscall' in cause) throw problem(file, `can't be written (${cause.message})`)
    throw cause
  }
}

/** The key in a file that only its owner can read: 32 bytes, base64url or hex. Throws a DomainError. */
export function readBackupKey(path: string): Buffer {
  let text: string
  try {
    if ((statSync(path).mode & 0o077) !== 0) throw problem(path, 'can be read by others: chmod 600 it')
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    if (cause instanceof DomainError) throw cause
    throw problem(path, "can't be read")
  }
  const key = readMasterKey(text.trim())
  if (!key) throw problem(path, 'is no key: make one with "openssl rand -hex 32"')
  return key
}

export function problem(field: string, what: string): DomainError {
  return new DomainError('bad_request', { field, problem: what })
}

function compressed(image: Uint8Array): AsyncIterable<Buffer> {
  function* slices(): Generator<Uint8Array> {
    for (let at = 0; at < image.length; at += sliceBytes) yield image.subarray(at, at + sliceBytes)
  }
  // The fastest level: pages of a database are mostly empty, and members' calls share the processor.
  return Readable.from(slices(), { objectMode: false }).pipe(createGzip({ level: 1 }))
}
