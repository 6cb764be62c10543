import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Call } from '#protocol/call.ts'
import type { Clock } from '../clock.ts'
import { instant } from '../clock.ts'
import type { Db } from '../db/open.ts'
import { DomainError } from './domain-error.ts'

/** Whose key it is when nobody is signed in. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** What a key is kept for: the same key with the same digest replays, with another it is refused. */
export interface Keyed {
  memberId: string | null
  key: string
  digest: string
}

/** The `Idempotency-Key` header, quoted as the draft wants it or bare. Throws a DomainError when a writing call has none. */
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
 * Digest of what was asked, as it was sent: a release that reads more into the same words (a new default) must not
 * take a queued command's repeat for another one. The order of names and the client's version don't matter.
 */
export function digestOf(call: Call, sent: unknown): string {
  return createHash('sha256')
    .update(call.method)
    .update(call.path)
    .update(JSON.stringify(sent, ordered) ?? '')
    .digest('base64url')
}

function ordered(this: unknown, name: string, value: unknown): unknown {
  if (name === 'version') return undefined
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

export type Claim = { fresh: true } | { fresh: false; status: number; response: unknown }

/**
 * Takes the key inside the effect's transaction, or finds what was answered before.
 * A second sender of the same key waits here for the first one's commit and then replays it.
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

/** True when a key's answer is there to be replayed: whoever asks for it does nothing any more. */
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

/** Keeps the answer beside its effect. */
export async function keepAnswer(db: Db, keyed: Keyed, status: number, response: unknown): Promise<void> {
  await db
    .updateTable('idem')
    .set({ status, response: sql`${JSON.stringify(response)}::jsonb` })
    .where('memberId', '=', keyed.memberId ?? nobody)
    .where('key', '=', keyed.key)
    .execute()
}
