import type { KeyObject } from 'node:crypto'
import { constants, createDecipheriv, privateDecrypt } from 'node:crypto'
import * as v from 'valibot'
import type { Call } from '#protocol/call.ts'
import type { Sealed } from '#protocol/primitives.ts'
import { boundTo } from '#protocol/sealing.ts'
import { keyringOf } from '../db/keyring.ts'
import { privateKeyOf } from '../db/sealing-keys.ts'
import type { Context } from './handler.ts'
import { memberOf } from './handler.ts'
import { Refusal } from './refusal.ts'

/**
 * What a client sealed for this call, its member and its key. Throws `seal_unreadable` where it was sealed for anything
 * else or with a key that isn't ours (it is then to be sealed again), and `bad_request` where the content has another shape.
 */
export async function openSealed<S extends v.GenericSchema>(
  context: Context,
  call: Call,
  sealed: v.InferOutput<typeof Sealed>,
  shape: S,
): Promise<v.InferOutput<S>> {
  const ring = keyringOf(context.config)
  const privateKey = await privateKeyOf(context.db, ring, sealed.keyId)
  const text =
    privateKey &&
    opened(privateKey, sealed, boundTo({ path: call.path, memberId: memberOf(context), key: context.key ?? '' }))
  if (!text) throw new Refusal('seal_unreadable')
  const read = v.safeParse(shape, jsonOf(text), { abortEarly: true })
  if (read.success) return read.output
  const issue = read.issues[0]
  // The schemas' own words only: those of the library would repeat what was typed.
  const problem = issue.message.startsWith('must') ? issue.message : 'must be of its kind'
  throw new Refusal('bad_request', { field: ['secret', v.getDotPath(issue)].filter(Boolean).join('.'), problem })
}

function opened(
  privateKey: KeyObject,
  { wrappedKey, iv, data }: v.InferOutput<typeof Sealed>,
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
