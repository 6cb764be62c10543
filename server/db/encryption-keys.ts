import type { KeyObject } from 'node:crypto'
import { createPrivateKey, generateKeyPair, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import type { Clock } from '../clock.ts'
import { instant } from '../clock.ts'
import type { Keyring } from './keyring.ts'
import type { Db } from './open.ts'

const makePair = promisify(generateKeyPair)

/** The RSA key that clients encrypt secrets with now, as SPKI in base64url. It is made at the first request. */
export async function publishedEncryptionKey(
  db: Db,
  ring: Keyring,
  clock: Clock,
): Promise<{ id: string; publicKey: string }> {
  return (await newest(db)) ?? (await makeEncryptionKey(db, ring, clock))
}

/** Makes the key that clients encrypt with from now on. What was encrypted with earlier ones can still be decrypted. */
export async function makeEncryptionKey(
  db: Db,
  ring: Keyring,
  clock: Clock,
): Promise<{ id: string; publicKey: string }> {
  const { publicKey, privateKey } = await makePair('rsa', { modulusLength: 3072 })
  const id = randomUUID()
  const { ciphertext, keyId } = ring.encrypt(
    privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64url'),
    placeOf(id),
  )
  const row = { id, publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64url') }
  await db
    .insertInto('sealingKey')
    .values({ ...row, privateSealed: ciphertext, keyId, madeAt: instant(clock) })
    .execute()
  return row
}

/** The private half of a key of ours, or null where the id is none. */
export async function privateKeyOf(db: Db, ring: Keyring, id: string): Promise<KeyObject | null> {
  const row = await db
    .selectFrom('sealingKey')
    .select(['privateSealed', 'keyId'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const key = Buffer.from(ring.decrypt({ ciphertext: row.privateSealed, keyId: row.keyId }, placeOf(id)), 'base64url')
  return createPrivateKey({ key, type: 'pkcs8', format: 'der' })
}

/** Encrypts the private keys again with the ring's current key, and gives how many were under an older one. */
export async function reencryptKeys(db: Db, ring: Keyring): Promise<number> {
  const rows = await db
    .selectFrom('sealingKey')
    .select(['id', 'privateSealed', 'keyId'])
    .where('keyId', '!=', ring.currentId)
    .execute()
  for (const { id, privateSealed, keyId } of rows) {
    const again = ring.encrypt(ring.decrypt({ ciphertext: privateSealed, keyId }, placeOf(id)), placeOf(id))
    await db
      .updateTable('sealingKey')
      .set({ privateSealed: again.ciphertext, keyId: again.keyId })
      .where('id', '=', id)
      .execute()
  }
  return rows.length
}

async function newest(db: Db): Promise<{ id: string; publicKey: string } | undefined> {
  return await db
    .selectFrom('sealingKey')
    .select(['id', 'publicKey'])
    .orderBy('madeAt', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

function placeOf(id: string): string {
  return `sealing_key/${id}`
}
