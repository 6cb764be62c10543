import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Call } from '#protocol/call.ts'
import { errors } from '#protocol/errors.ts'
import type { Clock } from '../clock.ts'
import { instant } from '../clock.ts'
import type { Db } from '../db/open.ts'
import { DomainError } from './domain-error.ts'

/** Stored as the owner of a key when nobody is signed in. */
const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * An idempotency key with its owner and the digest of the request. The same key with the same digest replays the
 * answer; with another digest it is rejected.
 */
export interface Keyed {
  memberId: string | null
  key: string
  digest: string
}

/**
 * Reads the `Idempotency-Key` header, quoted as the IETF draft says, or bare. Throws `bad_request` when it is missing
 * or malformed.
 */
export function readKey(header: string | undefined): string {
  const key = header?.trim().replace(/^"(.*)"$/, '$1') ?? ''
  if (!/^[A-Za-z0-9_-]{16,64}$/.test(key))
    throw new DomainError('bad_request', {
      field: 'Idempotency-Key',
      problem: 'must be 16 to 64 letters, digits, - or _',
    })
  return key
}

/**
 * Digest of the request as it was sent, before parsing. A newer server may add defaults to the same arguments; a queued
 * command that is repeated after the upgrade must still match. The order of properties and the client's version don't
 * count.
 */
export function digestOf(call: Call, sent: unknown, body: Uint8Array = new Uint8Array()): string {
  return createHash('sha256')
    .update(call.method)
    .update(call.path)
    .update(JSON.stringify(sent, ordered) ?? '')
    .update(body)
    .digest('base64url')
}

function ordered(this: unknown, name: string, value: unknown): unknown {
  if (name === 'version') return undefined
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

export type Claim = { fresh: true } | { fresh: false; status: number; response: unknown }

/**
 * Stores the key in the transaction of the effect, or gives what was answered before. A second request with the same
 * key waits on this insert until the first one commits, and then replays its answer.
 */
export async function claimKey(db: Db, keyed: Keyed, clock: Clock): Promise<Claim> {
  const memberId = keyed.memberId ?? nobody
  const taken = await db
    .insertInto('idem')
    .values({ memberId, key: keyed.key, reqHash: keyed.digest, status: 0, response: null, at: instant(clock) })
    .onConflict((it) => it.columns(['memberId', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  if (taken) return { fresh: true }
  const before = await db
    .selectFrom('idem')
    .select(['reqHash', 'status', 'response'])
    .where('memberId', '=', memberId)
    .where('key', '=', keyed.key)
    .executeTakeFirst()
  if (!before) throw new DomainError('in_progress', {}, { retryAfter: 1 })
  if (before.reqHash !== keyed.digest) throw new DomainError('key_reused')
  return { fresh: false, status: before.status, response: before.response }
}

/** True when the key has an answer to replay: repeating the request then changes nothing. */
export async function isAnswered(db: Db, keyed: Keyed): Promise<boolean> {
  const before = await db
    .selectFrom('idem')
    .select('key')
    .where('memberId', '=', keyed.memberId ?? nobody)
    .where('key', '=', keyed.key)
    .executeTakeFirst()
  return before !== undefined
}

/** Those of a member's keys whose outcome is kept. One whose command is still under way is not among them. */
export async function answeredKeys(db: Db, memberId: string, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('idem')
    .select('key')
    .where('memberId', '=', memberId)
    .where('key', 'in', keys)
    .execute()
  return new Set(rows.map(({ key }) => key))
}

/** The digest of a key that was closed before its command arrived; no request has it. */
const closed = 'closed'

/**
 * The kept outcome of a key, or undefined where it had none: then the key is closed for good, and its command is
 * refused if it arrives later. Waits for a command that is under way just now.
 */
export async function outcomeOrClose(
  db: Db,
  { memberId, key }: { memberId: string; key: string },
  clock: Clock,
): Promise<{ response: unknown } | undefined> {
  const status = errors.key_reused.errno
  await db
    .insertInto('idem')
    .values({ memberId, key, reqHash: closed, status, response: null, at: instant(clock) })
    .onConflict((it) => it.columns(['memberId', 'key']).doNothing())
    .execute()
  const kept = await db
    .selectFrom('idem')
    .select(['reqHash', 'response'])
    .where('memberId', '=', memberId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!kept) throw new DomainError('in_progress', {}, { retryAfter: 1 })
  return kept.reqHash === closed ? undefined : { response: kept.response }
}

/** Stores the answer under its key. */
export async function keepAnswer(db: Db, keyed: Keyed, status: number, response: unknown): Promise<void> {
  await db
    .updateTable('idem')
    .set({ status, response: sql`${JSON.stringify(response)}::jsonb` })
    .where('memberId', '=', keyed.memberId ?? nobody)
    .where('key', '=', keyed.key)
    .execute()
}
