import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { readMasterKey } from '../config.ts'

/** What is encrypted here opens with the key of this id, and only in the place it was sealed for. */
export interface SealedAtRest {
  sealed: string
  keyId: string
}

/**
 * Keys that never enter the database: what it keeps of card and ID numbers is worth nothing without them.
 * `about` names the row and column something belongs to, so that a value copied elsewhere doesn't open.
 */
export interface Keyring {
  /** The key new things are sealed with. */
  readonly currentId: string
  readonly ids: readonly string[]
  seal(text: string, about: string): SealedAtRest
  /** Throws when the key is not on the ring, the place is another, or a bit was changed. */
  open(of: SealedAtRest, about: string): string
  /** A keyed digest of a text under the current key, and under every key: what was digested before a rotation is still found. */
  digest(text: string): string
  digests(text: string): string[]
}

const rings = new WeakMap<object, Keyring>()

/** The ring of this configuration: `CARD_KEY` and `CARD_KEYS_OLD`, else the file `card-keys` in the data directory, made where there is none. */
export function keyringOf(config: Pick<Config, 'cardKeys' | 'dataDir'>): Keyring {
  const known = rings.get(config)
  if (known) return known
  const ring = ringOf(config.cardKeys.length > 0 ? config.cardKeys : keysInFile(config.dataDir))
  rings.set(config, ring)
  return ring
}

/** The first key seals, all of them open. Each is 32 bytes. */
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
    seal: (text, about) => ({ sealed: encrypt(current.cipher, text, about), keyId: current.id }),
    open: ({ sealed, keyId }, about) => {
      const key = keys.find((it) => it.id === keyId)
      if (!key)
        throw new Error(`the key ${keyId} is missing: set CARD_KEY or CARD_KEYS_OLD, or restore the file card-keys`)
      return decrypt(key.cipher, sealed, about)
    },
    digest: (text) => digestUnder(current.mac, text),
    digests: (text) => keys.map((it) => digestUnder(it.mac, text)),
  }
}

/** Puts a new key in front of those in the file. Processes that run already know nothing of it until they are started again. */
export function addKeyToFile(dataDir: string): void {
  const path = join(dataDir, 'card-keys')
  renameSync(draftOf(path, [randomBytes(32), ...keysInFile(dataDir)]), path)
}

function keysInFile(dataDir: string): Buffer[] {
  const path = join(dataDir, 'card-keys')
  const text =
    readIfThere(path) ??
    (mkdirSync(dataDir, { recursive: true }), writeOnce(path, [randomBytes(32)]), readFileSync(path, 'utf8'))
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const key = readMasterKey(line)
      if (!key) throw new Error(`${path} holds a line that is no key`)
      return key
    })
}

/** Of several processes that start at once one writes the file, and nobody reads half of it. */
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

/** Says which key it was without saying the key. */
function idOf(master: Buffer): string {
  return `k${createHash('sha256').update('voltfolio key id').update(master).digest('hex').slice(0, 12)}`
}

function derive(master: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', master, '', `voltfolio ${purpose}`, 32))
}

function encrypt(key: Buffer, text: string, about: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

function decrypt(key: Buffer, sealed: string, about: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
      .setAAD(Buffer.from(about))
      .setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch (cause) {
    throw new Error(`what is said to be ${about} was changed, or sealed for another place`, { cause })
  }
}
