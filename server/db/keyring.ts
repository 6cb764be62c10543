import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { readMasterKey } from '../config.ts'
import { StartError } from '../start-error.ts'
import { unwrapKey } from './unwrap-key.ts'

/** A column's value, encrypted with the key of this id and bound to its row and column. */
export interface EncryptedAtRest {
  ciphertext: string
  keyId: string
}

/**
 * The keys that card and ID numbers are encrypted with. They never enter the database, so a copy of it reveals no
 * number. `place` names the row and column a value belongs to: copied to another row, it can't be decrypted.
 */
export interface Keyring {
  /** The key that new values are encrypted with. */
  readonly currentId: string
  readonly ids: readonly string[]
  encrypt(text: string, place: string): EncryptedAtRest
  /** Throws when the ring lacks the key, the value belongs to another place, or a bit of it was changed. */
  decrypt(of: EncryptedAtRest, place: string): string
  /** An HMAC of a text with the current key, to find equal numbers without decrypting. */
  digest(text: string): string
  /** The same with every key of the ring: what was stored before a rotation is still found. */
  digests(text: string): string[]
}

/** There is no key to encrypt with and none may be made, or the one that something is encrypted with is not there. */
export class KeysMissing extends StartError {}

const rings = new WeakMap<object, Keyring>()

/**
 * The ring of this configuration: `CARD_KEY` and `CARD_KEYS_OLD`, decrypted by `KEY_COMMAND` where there is one, else
 * the file `card-keys` in the data directory, made where there is none. Keys are fetched once a process. Throws
 * KeysMissing where there are none and none may be made.
 */
export function keyringOf(config: Pick<Config, 'cardKeys' | 'dataDir' | 'wrappedCardKeys' | 'mayMakeKeys'>): Keyring {
  const known = rings.get(config)
  if (known) return known
  const ring = ringOf(mastersOf(config))
  rings.set(config, ring)
  return ring
}

function mastersOf({ cardKeys, dataDir, wrappedCardKeys, mayMakeKeys }: Parameters<typeof keyringOf>[0]): Buffer[] {
  if (wrappedCardKeys) return wrappedCardKeys.texts.map((text) => unwrapKey(wrappedCardKeys.command, text))
  if (cardKeys.length > 0) return [...cardKeys]
  return keysInFile({ dataDir, mayMakeKeys })
}

/** A ring of 32-byte keys: the first one encrypts, all of them decrypt. */
export function ringOf(masters: readonly Buffer[]): Keyring {
  const keys = masters.map((master) => ({
    id: idOf(master),
    cipher: derive(master, 'encrypt'),
    mac: derive(master, 'digest'),
  }))
  const [current] = keys
  if (!current) throw new Error('a ring without keys')
  const digestUnder = (mac: Buffer, text: string) => createHmac('sha256', mac).update(text).digest('base64url')
  return {
    currentId: current.id,
    ids: keys.map((it) => it.id),
    encrypt: (text, place) => ({ ciphertext: encrypt(current.cipher, text, place), keyId: current.id }),
    decrypt: ({ ciphertext, keyId }, place) => {
      const key = keys.find((it) => it.id === keyId)
      if (!key)
        throw new Error(`the key ${keyId} is missing: set CARD_KEY or CARD_KEYS_OLD, or restore the file card-keys`)
      return decrypt(key.cipher, ciphertext, place)
    },
    digest: (text) => digestUnder(current.mac, text),
    digests: (text) => keys.map((it) => digestUnder(it.mac, text)),
  }
}

/**
 * Puts a new key in front of those in the file. Processes that run now use it only after a restart. Throws KeysMissing
 * where there is no file and none may be made.
 */
export function addKeyToFile(of: Pick<Config, 'dataDir' | 'mayMakeKeys'>): void {
  const path = join(of.dataDir, 'card-keys')
  renameSync(draftOf(path, [randomBytes(32), ...keysInFile(of)]), path)
}

function keysInFile({ dataDir, mayMakeKeys = true }: Pick<Config, 'dataDir' | 'mayMakeKeys'>): Buffer[] {
  const path = join(dataDir, 'card-keys')
  if (!mayMakeKeys && !existsSync(path))
    throw new KeysMissing(
      `Nothing was changed: this needs the key that the server encrypts with. Give the command the server's CARD_KEY, or the DATA_DIR that has its file card-keys (${dataDir} has none).`,
    )
  closeToOthers(path)
  const text =
    readIfThere(path) ??
    (mkdirSync(dataDir, { recursive: true, mode: 0o700 }),
    writeOnce(path, [randomBytes(32)]),
    readFileSync(path, 'utf8'))
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const key = readMasterKey(line)
      if (!key) throw new Error(`${path} holds a line that is no key`)
      return key
    })
}

/** Writes the file unless it is there. The hard link makes it appear whole, and only one of several processes wins. */
function writeOnce(path: string, keys: readonly Buffer[]): void {
  const draft = draftOf(path, keys)
  try {
    linkSync(draft, path)
  } catch (cause) {
    if (!isCode(cause, 'EEXIST')) throw cause
  } finally {
    rmSync(draft)
  }
}

function draftOf(path: string, keys: readonly Buffer[]): string {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, keys.map((it) => `${it.toString('base64url')}\n`).join(''), { mode: 0o600, flush: true })
  return draft
}

/** A file that was copied back may be open to all accounts of the machine. */
function closeToOthers(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  if ((mode & 0o077) !== 0) chmodSync(path, 0o600)
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    if (isCode(cause, 'ENOENT')) return undefined
    throw cause
  }
}

function isCode(cause: unknown, code: string): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === code
}

/** A name for a key that doesn't reveal it. */
function idOf(master: Buffer): string {
  return `k${createHash('sha256').update('voltfolio key id').update(master).digest('hex').slice(0, 12)}`
}

function derive(master: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', master, '', `voltfolio ${purpose}`, 32))
}

function encrypt(key: Buffer, text: string, place: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

function decrypt(key: Buffer, ciphertext: string, place: string): string {
  const bytes = Buffer.from(ciphertext, 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
      .setAAD(Buffer.from(place))
      .setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch (cause) {
    throw new Error(`the value of ${place} was changed, or was encrypted for another row`, { cause })
  }
}
