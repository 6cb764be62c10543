import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import * as v from 'valibot'

/**
 * A file in authenticated chunks (docs/decisions/0082-a-backup-is-one-encrypted-file.md): a line that names the format,
 * a line of JSON that anybody may read, then AES-256-GCM chunks of 1 MiB. Each chunk's nonce has its number and whether
 * it is the last, so a chunk that was changed, moved, repeated or cut off is noticed.
 */
const format = 'voltfolio-backup 1'
const chunkBytes = 1024 * 1024
const tagBytes = 16
const maxHeaderBytes = 16 * 1024

const Header = v.object({ madeAt: v.string(), version: v.string(), keyId: v.string(), salt: v.string() })

/** What stands in the open at the head of a backup. */
export type BackupHeader = v.InferOutput<typeof Header>

/** A file that is no backup, was changed or cut short, or is under another key. The message says which. */
export class UnreadableBackup extends Error {}

/** Encrypts `source` into a new file with a 32-byte key. Rejects where the file exists. Resolves to its header. */
export async function writeEncrypted(
  path: string,
  key: Buffer,
  facts: Pick<BackupHeader, 'madeAt' | 'version'>,
  source: AsyncIterable<Buffer>,
): Promise<BackupHeader> {
  const header = { ...facts, keyId: idOf(key), salt: randomBytes(32).toString('base64url') }
  const head = Buffer.from(`${format}\n${JSON.stringify(header)}\n`)
  const fileKey = derive(key, header.salt)
  const file = createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true })
  const failed = once(file, 'error').then(([cause]) => {
    throw cause
  })
  // Awaited below; without this a failure before that would end the process.
  failed.catch(() => {})
  const write = async (bytes: Buffer): Promise<void> => {
    if (!file.write(bytes)) await Promise.race([once(file, 'drain'), failed])
  }
  await write(head)
  for await (const { bytes, number, isLast } of inChunks(source, chunkBytes)) {
    const cipher = createCipheriv('aes-256-gcm', fileKey, nonceOf(number, isLast)).setAAD(head)
    await write(Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]))
  }
  const closed = once(file, 'close')
  file.end()
  await Promise.race([closed, failed])
  return header
}

/**
 * The header of a file and its text, piece by piece, each authenticated before it is given. Only who has read the last
 * piece knows that the file is whole. Throws UnreadableBackup.
 */
export async function readEncrypted(
  path: string,
  key: Buffer,
): Promise<{ header: BackupHeader; pieces: AsyncGenerator<Buffer> }> {
  const { head, header } = await headOf(path)
  if (header.keyId !== idOf(key))
    throw new UnreadableBackup(`was made with the key ${header.keyId}, which isn't this one`)
  const fileKey = derive(key, header.salt)
  async function* pieces(): AsyncGenerator<Buffer> {
    const rest = createReadStream(path, { start: head.length }) as AsyncIterable<Buffer>
    for await (const { bytes, number, isLast } of inChunks(rest, chunkBytes + tagBytes)) {
      if (bytes.length < tagBytes) throw new UnreadableBackup('is cut short')
      const cut = bytes.length - tagBytes
      const decipher = createDecipheriv('aes-256-gcm', fileKey, nonceOf(number, isLast), { authTagLength: tagBytes })
        .setAAD(head)
        .setAuthTag(bytes.subarray(cut))
      const text = decipher.update(bytes.subarray(0, cut))
      try {
        decipher.final()
      } catch (cause) {
        throw new UnreadableBackup('is damaged or cut short', { cause })
      }
      yield text
    }
  }
  return { header, pieces: pieces() }
}

async function headOf(path: string): Promise<{ head: Buffer; header: BackupHeader }> {
  const parts: Buffer[] = []
  for await (const part of createReadStream(path, { end: maxHeaderBytes - 1 }) as AsyncIterable<Buffer>)
    parts.push(part)
  const start = Buffer.concat(parts)
  const end = start.indexOf('\n', format.length + 1)
  if (end < 0 || start.subarray(0, format.length + 1).toString() !== `${format}\n`)
    throw new UnreadableBackup('is no backup of this app')
  try {
    const header = v.parse(Header, JSON.parse(start.subarray(format.length + 1, end).toString('utf8')))
    return { head: start.subarray(0, end + 1), header }
  } catch (cause) {
    throw new UnreadableBackup('is damaged at its head', { cause })
  }
}

/** Cuts a stream into chunks of one size. The last one may be shorter, or empty, and says that it is the last. */
async function* inChunks(
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ bytes: Buffer; number: number; isLast: boolean }> {
  let number = 0
  let waiting: Buffer[] = []
  let length = 0
  for await (const part of source) {
    waiting.push(part)
    length += part.length
    if (length <= size) continue
    // Never all of it: what is left may be the last chunk.
    let rest = Buffer.concat(waiting)
    while (rest.length > size) {
      yield { bytes: rest.subarray(0, size), number, isLast: false }
      number += 1
      rest = rest.subarray(size)
    }
    waiting = [rest]
    length = rest.length
  }
  yield { bytes: Buffer.concat(waiting), number, isLast: true }
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(number, 7)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

/** A key for one file, so that nonces never meet under one key. */
function derive(key: Buffer, salt: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, Buffer.from(salt, 'base64url'), 'voltfolio backup', 32))
}

function idOf(key: Buffer): string {
  return `b${createHash('sha256').update('voltfolio backup key id').update(key).digest('hex').slice(0, 12)}`
}
