import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { addBindCard, removeCard } from '#protocol/cards.ts'
import { readConfig } from '#server/config.ts'
import { addKeyToFile, keyringOf, KeysMissing, ringOf } from '#server/db/keyring.ts'
import { rejectMissingKeys } from '#server/db/missing-keys.ts'
import type { Database } from '#server/db/open.ts'
import { makeEncryptionKey, privateKeyOf, publishedEncryptionKey, reencryptKeys } from '#server/db/encryption-keys.ts'
import type { Context } from '#server/http/handler.ts'
import { decryptSecret } from '#server/http/encrypted-secret.ts'
import { encrypt } from '#src/api/encrypt.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { oneDatabase } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const clock = new ManualClock('2026-11-20T06:00:00.000Z')
const Shape = v.object({ number: v.pipe(v.string(), v.regex(/^\d+$/, 'must be digits')) })

describe.each(oneDatabase)('what a client seals, on $name', ({ open }) => {
  const config = readConfig({ CARD_KEY: randomBytes(32).toString('base64url') })
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  const command = { call: addBindCard, memberId: randomUUID(), key: randomUUID() }
  const context = (of: { callerId?: string; key?: string } = {}) =>
    ({ config, db: database.kysely, callerId: command.memberId, key: command.key, ...of }) as Context
  const published = async () => {
    const { id, publicKey } = await publishedEncryptionKey(database.kysely, keyringOf(config), clock)
    return { keyId: id, publicKey }
  }

  test('opens at the server, for the call, the member and the key it was sealed for, and for nothing else', async () => {
    const encryptedSecret = await encrypt({ number: '4111' }, await published(), command)
    expect(JSON.stringify(encryptedSecret)).not.toContain('4111')
    expect(await decryptSecret(context(), addBindCard, encryptedSecret, Shape)).toEqual({ number: '4111' })
    for (const other of [
      () => decryptSecret(context({ key: randomUUID() }), addBindCard, encryptedSecret, Shape),
      () => decryptSecret(context({ callerId: randomUUID() }), addBindCard, encryptedSecret, Shape),
      () => decryptSecret(context(), removeCard, encryptedSecret, Shape),
    ])
      await expect(other()).rejects.toMatchObject({ code: 'secret_unreadable' })
  })

  test('does not open when any part of it was changed, or its server key is unknown', async () => {
    const encryptedSecret = await encrypt({ number: '4111' }, await published(), command)
    for (const name of ['wrappedKey', 'iv', 'data'] as const) {
      const text = encryptedSecret[name]
      const changed = { ...encryptedSecret, [name]: (text.startsWith('A') ? 'B' : 'A') + text.slice(1) }
      await expect(decryptSecret(context(), addBindCard, changed, Shape)).rejects.toMatchObject({
        code: 'secret_unreadable',
      })
    }
    for (const data of ['', 'AAAA'])
      await expect(decryptSecret(context(), addBindCard, { ...encryptedSecret, data }, Shape)).rejects.toMatchObject({
        code: 'secret_unreadable',
      })
    await expect(
      decryptSecret(context(), addBindCard, { ...encryptedSecret, keyId: randomUUID() }, Shape),
    ).rejects.toMatchObject({
      code: 'secret_unreadable',
    })
  })

  test('is refused by name when it has another shape, without repeating what was sealed', async () => {
    for (const [secret, field] of [
      [{ number: 'geheim' }, 'secret.number'],
      [{ number: 41 }, 'secret.number'],
      [{}, 'secret.number'],
      ['geheim', 'secret'],
    ] as const) {
      const refusal = await decryptSecret(
        context(),
        addBindCard,
        await encrypt(secret, await published(), command),
        Shape,
      ).catch((it: unknown) => it)
      expect(refusal).toMatchObject({ code: 'bad_request', params: { field } })
      expect(JSON.stringify(refusal)).not.toContain('geheim')
    }
  })

  test('still opens after the server has a new key, and after the ring has one', async () => {
    const [before, after] = [randomBytes(32), randomBytes(32)]
    const old = ringOf([before])
    const made = await makeEncryptionKey(database.kysely, old, clock)
    const ring = ringOf([after, before])
    expect(await privateKeyOf(database.kysely, ring, made.id)).not.toBeNull()
    // Only the values under the older key: other tests' are under a key that isn't on this ring.
    await asOwner(database, (db) => db.deleteFrom('sealingKey').where('id', '!=', made.id).execute())
    expect(await reencryptKeys(database.kysely, ring)).toBe(1)
    expect(await reencryptKeys(database.kysely, ring)).toBe(0)
    expect(await privateKeyOf(database.kysely, ringOf([after]), made.id)).not.toBeNull()
    await expect(privateKeyOf(database.kysely, old, made.id)).rejects.toThrow('is missing')
    // A server that lacks the key fails at its start and says so.
    await expect(rejectMissingKeys(database.kysely, readConfig({ CARD_KEY: before.toString('hex') }))).rejects.toThrow(
      'CARD_KEYS_OLD',
    )
    await rejectMissingKeys(
      database.kysely,
      readConfig({ CARD_KEY: randomBytes(32).toString('hex'), CARD_KEYS_OLD: after.toString('hex') }),
    )
  })
})

describe('the ring of keys', () => {
  const [a, b] = [randomBytes(32), randomBytes(32)]

  test('opens what it encrypted, for the row it was encrypted for, and nothing that was changed', () => {
    const ring = ringOf([a])
    const encryptedSecret = ring.encrypt('4111111111111111', 'bank_card/1')
    expect(ring.decrypt(encryptedSecret, 'bank_card/1')).toBe('4111111111111111')
    expect(() => ring.decrypt(encryptedSecret, 'bank_card/2')).toThrow('another row')
    const bytes = Buffer.from(encryptedSecret.ciphertext, 'base64url')
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() =>
        ring.decrypt({ ...encryptedSecret, ciphertext: changed.toString('base64url') }, 'bank_card/1'),
      ).toThrow('was changed')
    }
    expect(ring.encrypt('4111111111111111', 'bank_card/1').ciphertext).not.toBe(encryptedSecret.ciphertext)
  })

  test("knows a number again by any of its keys, and a stranger's ring knows nothing", () => {
    const [old, both] = [ringOf([a]), ringOf([b, a])]
    expect(both.digests('n')).toContain(old.digest('n'))
    expect(both.digest('n')).not.toBe(old.digest('n'))
    expect(both.decrypt(old.encrypt('n', 'x'), 'x')).toBe('n')
    expect(() => old.decrypt(both.encrypt('n', 'x'), 'x')).toThrow('is missing')
  })

  test('is made once in the data directory, readable by its owner alone, and read again', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'voltfolio-keys-'))
    try {
      const [first, second] = [keyringOf({ cardKeys: [], dataDir }), keyringOf({ cardKeys: [], dataDir })]
      expect(second.currentId).toBe(first.currentId)
      const file = join(dataDir, 'card-keys')
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(readFileSync(file, 'utf8')).toMatch(/^[\w-]{43}\n$/)
    } finally {
      rmSync(dataDir, { recursive: true })
    }
  })

  test('is not made where none may be: it would lock the server out', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'voltfolio-keys-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
    expect(() => keyringOf({ cardKeys: [], dataDir, mayMakeKeys: false })).toThrow(KeysMissing)
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('gets a new first key in its file, and the old ones stay behind it', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'voltfolio-keys-'))
    try {
      const before = keyringOf({ cardKeys: [], dataDir })
      const encryptedSecret = before.encrypt('n', 'x')
      addKeyToFile({ dataDir })
      const after = keyringOf({ cardKeys: [], dataDir })
      expect(after.ids).toEqual([expect.not.stringMatching(before.currentId), before.currentId])
      expect(after.decrypt(encryptedSecret, 'x')).toBe('n')
      expect(readdirSync(dataDir)).toEqual(['card-keys'])
    } finally {
      rmSync(dataDir, { recursive: true })
    }
  })

  test('comes from the environment where it is said there, and a value that is no key is named', () => {
    const [fresh, old] = [a.toString('hex'), b.toString('base64url')]
    expect(keyringOf(readConfig({ CARD_KEY: fresh, CARD_KEYS_OLD: old })).ids).toEqual(ringOf([a, b]).ids)
    expect(() => readConfig({ CARD_KEY: 'short' })).toThrow('CARD_KEY')
    expect(() => readConfig({ CARD_KEY: fresh, CARD_KEYS_OLD: 'short' })).toThrow('CARD_KEYS_OLD')
  })
})
