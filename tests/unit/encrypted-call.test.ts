import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { setTransactionPassword } from '#protocol/auth.ts'
import { removeCard } from '#protocol/cards.ts'
import { errors } from '#protocol/errors.ts'
import { header } from '#protocol/headers.ts'
import { ApiError } from '#src/api/api-error.ts'
import { createClient } from '#src/api/client.ts'
import { encryptedCallsOf } from '#src/api/encrypted-call.ts'
import type { EncryptedSecret } from '#src/api/encrypt.ts'
import { isUncertain } from '#src/api/uncertain.ts'
import { createIdempotencyKey } from '#src/features/auth/idempotency-key.ts'
import { fakeTransport, ours, type Asked } from '#tests/support/fake-transport.ts'
import { decryptSecret } from '#tests/support/decrypt-secret.ts'

const memberId = 'e6f0c9b4-3a0e-4a3c-8d2e-0c4f6d5b7a10'
const cardId = 'e6f0c9b4-3a0e-4a3c-8d2e-0c4f6d5b7a11'
const key = 'e6f0c9b4-3a0e-4a3c-8d2e-0c4f6d5b7a12'

interface Pair {
  keyId: string
  publicKey: string
  privateKey: KeyObject
}
const pairs = ['first', 'second'].map((keyId): Pair => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { keyId, publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64url'), privateKey }
})

/** A server that hands out the first key until `renew`, and answers commands by `answer`. */
function server(answer: (asked: Asked, count: number) => Response | Error) {
  let pair = pairs[0]!
  let commands = 0
  const { transport, asked } = fakeTransport((it) => {
    if (it.url.includes('seal/key')) return ours({ keyId: pair.keyId, publicKey: pair.publicKey })
    commands += 1
    return answer(it, commands)
  })
  const client = createClient(transport)
  client.session.begin({ memberId, accessToken: 'token', expiresAt: '2026-11-20T00:15:00.000Z' })
  const commandsAsked = () => asked.filter((it) => !it.url.includes('seal/key'))
  return {
    ...encryptedCallsOf(client),
    commands: commandsAsked,
    keysAsked: () => asked.length - commandsAsked().length,
    renew() {
      pair = pairs[1]!
    },
    opened: (encryptedSecret: EncryptedSecret, path: string) =>
      decryptSecret(pair.privateKey, encryptedSecret, { path, memberId, key }),
  }
}

const proofIn = (asked: Asked | undefined) =>
  JSON.parse(Buffer.from(asked?.headers[header.proof] ?? '', 'base64url').toString()) as EncryptedSecret
const removed = () => ours({ cardId })
const rejection = (code: keyof typeof errors) =>
  ours(null, { errno: errors[code].errno, status: errors[code].http, errmsg: code })

describe('a call with secrets', () => {
  test('carries the digits encrypted for its path, member and key, and nowhere else', async () => {
    const it = server(removed)
    expect(await it.callEncrypted(removeCard, { cardId }, { key, memberId, password: '971352' })).toEqual({ cardId })
    const [asked] = it.commands()
    expect(it.opened(proofIn(asked), removeCard.path)).toEqual({ password: '971352' })
    expect(() => it.opened(proofIn(asked), 'order/prepay')).toThrow('authenticate')
    expect(asked!.headers['idempotency-key']).toBe(key)
    expect(JSON.stringify(asked)).not.toContain('971352')
  })

  test("asks for the server's key once", async () => {
    const it = server(removed)
    for (const at of ['a', 'b', 'c'])
      await it.callEncrypted(removeCard, { cardId }, { key: key + at, memberId, password: '971352' })
    expect(it.keysAsked()).toBe(1)
  })

  test('sends no ciphertext where there is nothing secret', async () => {
    const it = server(removed)
    await it.callEncrypted(removeCard, { cardId }, { key, memberId })
    expect(it.keysAsked()).toBe(0)
    expect(it.commands()[0]!.headers).not.toHaveProperty(header.proof)
  })

  test('is encrypted anew, once, when the server no longer knows the key', async () => {
    const it = server((_, count) => {
      if (count > 1) return removed()
      it.renew()
      return rejection('secret_unreadable')
    })
    await it.callEncrypted(removeCard, { cardId }, { key, memberId, password: '971352' })
    expect(it.commands().map((one) => [proofIn(one).keyId, one.headers['idempotency-key']])).toEqual([
      ['first', key],
      ['second', key],
    ])
    const never = server(() => rejection('secret_unreadable'))
    await expect(
      never.callEncrypted(removeCard, { cardId }, { key, memberId, password: '971352' }),
    ).rejects.toMatchObject({ errno: errors.secret_unreadable.errno })
    expect(never.commands()).toHaveLength(2)
  })

  test('asks for the key again after it could not be had', async () => {
    const { transport } = fakeTransport((it, count) =>
      count === 1
        ? new TypeError('no route')
        : it.url.includes('seal/key')
          ? ours({ keyId: pairs[0]!.keyId, publicKey: pairs[0]!.publicKey })
          : removed(),
    )
    const client = createClient(transport)
    client.session.begin({ memberId, accessToken: 'token', expiresAt: '2026-11-20T00:15:00.000Z' })
    const { callEncrypted } = encryptedCallsOf(client)
    await expect(callEncrypted(removeCard, { cardId }, { key, memberId, password: '971352' })).rejects.toMatchObject({
      name: 'NotSent',
      cause: { kind: 'network' },
    })
    expect(await callEncrypted(removeCard, { cardId }, { key, memberId, password: '971352' })).toEqual({ cardId })
  })

  test('encrypts secret arguments too, and repeats them to the byte', async () => {
    const it = server((_, count) => (count === 1 ? new TypeError('cut') : ours({})))
    const send = () =>
      it.callEncrypted(
        setTransactionPassword,
        { by: 'login' },
        { key, memberId, secret: { password: '971352', loginPassword: 'a-good-one' } },
      )
    await expect(send()).rejects.toMatchObject({ kind: 'network' })
    await send()
    const [first, second] = it.commands()
    expect(second!.body).toEqual(first!.body)
    expect(it.opened(first!.body!['secret'] as EncryptedSecret, setTransactionPassword.path)).toEqual({
      password: '971352',
      loginPassword: 'a-good-one',
    })
    expect(JSON.stringify(it.commands())).not.toMatch(/971352|a-good-one/)
  })
})

const failed = (code: keyof typeof errors) =>
  new ApiError('rejected', code, { errno: errors[code].errno, http: errors[code].http })

describe('the idempotency key of a form', () => {
  const keys = () => {
    let count = 0
    return createIdempotencyKey(() => `key-${(count += 1)}`)
  }

  test('keeps its key while nobody knows what became of it, and only for the same content', () => {
    const idempotencyKey = keys()
    expect(idempotencyKey.tryOf({ amount: 1 }, null).key).toBe('key-1')
    for (const kind of ['network', 'timeout', 'notOurs', 'unreadable'] as const)
      idempotencyKey.settled(new ApiError(kind, ''))
    idempotencyKey.settled(new ApiError('rejected', '', { errno: 500, http: 500 }))
    expect(idempotencyKey.tryOf({ amount: 1 }, null).key).toBe('key-1')
    expect(idempotencyKey.tryOf({ amount: 2 }, null).key).toBe('key-2')
  })

  test('has another after an answer and after a refusal, which the server keeps with the key', () => {
    const idempotencyKey = keys()
    void idempotencyKey.tryOf({}, null).key
    idempotencyKey.settled()
    expect(idempotencyKey.tryOf({}, null).key).toBe('key-2')
    idempotencyKey.settled(failed('balance_insufficient'))
    expect(idempotencyKey.tryOf({}, null).key).toBe('key-3')
    idempotencyKey.settled(failed('in_progress'))
    expect(idempotencyKey.tryOf({}, null).key).toBe('key-3')
  })

  test('keeps its key where a repetition is turned away at the door: that says nothing of the first time', () => {
    const idempotencyKey = keys()
    for (const [count, code] of (['session_expired', 'too_many_requests', 'update_required'] as const).entries()) {
      const key = `key-${2 * count + 1}`
      expect(idempotencyKey.tryOf({}, null).key).toBe(key)
      idempotencyKey.settled(new ApiError('network', ''))
      idempotencyKey.settled(failed(code))
      expect(idempotencyKey.tryOf({}, null).key).toBe(key)
      idempotencyKey.settled(failed('stock_gone'))
      void idempotencyKey.tryOf({}, null).key
      idempotencyKey.settled(failed(code))
    }
  })

  test('knows what nobody knows', () =>
    expect([
      isUncertain(new Error('bug')),
      isUncertain(failed('stock_gone')),
      isUncertain(failed('unavailable')),
    ]).toEqual([true, false, true]))
})
