import type { KeyObject } from 'node:crypto'
import { createPrivateKey, generateKeyPair, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import type { Clock } from '../clock.ts'
import { instant } from '../clock.ts'
import type { Keyring } from './keyring.ts'
import type { Db } from './open.ts'

const makePair = promisify(generateKeyPair)

/** The key clients seal with now: SPKI of RSA, base64url. Made at the first asking; its private half is readable with the ring only. */
export async function publishedKey(db: Db, ring: Keyring, clock: Clock): Promise<{ id: string; publicKey: string }> {
  return (await newest(db)) ?? (await makeSealingKey(db, ring, clock))
}

/** Makes a key that clients will seal with from now on. What was sealed with those before still opens. */
export async function makeSealingKey(db: Db, ring: Keyring, clock: Clock): Promise<{ id: string; publicKey: string }> {
  const { publicKey, privateKey } = await makePair('rsa', { modulusLength: 3072 })
  const id = randomUUID()
  const { sealed, keyId } = ring.seal(
    privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64url'),
    placeOf(id),
  )
  const row = { id, publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64url') }
  await db
    .insertInto('sealingKey')
    .values({ ...row, privateSealed: sealed, keyId, madeAt: instant(clock) })
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
  const key = Buffer.from(ring.open({ sealed: row.privateSealed, keyId: row.keyId }, placeOf(id)), 'base64url')
  return createPrivateKey({ key, type: 'pkcs8', format: 'der' })
}

/** Encrypts the private halves anew under the ring's current key. */
export async function resealKeys(db: Db, ring: Keyring): Promise<number> {
  const rows = await db
    .selectFrom('sealingKey')
    .select(['id', 'privateSealed', 'keyId'])
    .where('keyId', '!=', ring.currentId)
    .execute()
  for (const { id, privateSealed, keyId } of rows) {
    const again = ring.seal(ring.open({ sealed: privateSealed, keyId }, placeOf(id)), placeOf(id))
    await db
      .updateTable('sealingKey')
      .set({ privateSealed: again.sealed, keyId: again.keyId })
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
