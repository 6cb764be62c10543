import type { KeyObject } from 'node:crypto'
import { constants, createDecipheriv, privateDecrypt } from 'node:crypto'
import * as v from 'valibot'
import type { Call } from '#protocol/call.ts'
import type { Encrypted } from '#protocol/primitives.ts'
import { boundTo } from '#protocol/encryption.ts'
import { keyringOf } from '../db/keyring.ts'
import { privateKeyOf } from '../db/encryption-keys.ts'
import type { Context } from './handler.ts'
import { memberOf } from './handler.ts'
import { DomainError } from './domain-error.ts'

/**
 * Decrypts a secret that a client encrypted for this call, its member and its `Idempotency-Key`. Throws
 * `secret_unreadable` where it was encrypted for anything else or with a key we don't have: the client then encrypts it
 * again. Throws `bad_request` where the content has another shape than `shape`.
 */
export async function decryptSecret<S extends v.GenericSchema>(
  context: Context,
  call: Call,
  secret: v.InferOutput<typeof Encrypted>,
  shape: S,
): Promise<v.InferOutput<S>> {
  const ring = keyringOf(context.config)
  const privateKey = await privateKeyOf(context.db, ring, secret.keyId)
  const text =
    privateKey &&
    decrypted(privateKey, secret, boundTo({ path: call.path, memberId: memberOf(context), key: context.key ?? '' }))
  if (!text) throw new DomainError('secret_unreadable')
  const read = v.safeParse(shape, jsonOf(text), { abortEarly: true })
  if (read.success) return read.output
  const issue = read.issues[0]
  // The library's own messages would repeat what the member typed: only ours, which begin with `must`, are passed on.
  const problem = issue.message.startsWith('must') ? issue.message : 'must be of its kind'
  throw new DomainError('bad_request', { field: ['secret', v.getDotPath(issue)].filter(Boolean).join('.'), problem })
}

function decrypted(
  privateKey: KeyObject,
  { wrappedKey, iv, data }: v.InferOutput<typeof Encrypted>,
  bound: string,
): string | null {
  try {
    const key = privateDecrypt(
      { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
      Buffer.from(wrappedKey, 'base64url'),
    )
    const bytes = Buffer.from(data, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'), { authTagLength: 16 })
      .setAAD(Buffer.from(bound))
      .setAuthTag(bytes.subarray(-16))
    return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
