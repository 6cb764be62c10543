import { createHash } from 'node:crypto'
import { sql, type Compilable } from 'kysely'
import type { Call } from '#protocol/call.ts'
import { errors } from '#protocol/errors.ts'
import type { Clock } from '../clock.ts'
import { instant } from '../clock.ts'
import type { Keyring } from '../db/keyring.ts'
import { keyringOf } from '../db/keyring.ts'
import type { Database, Db } from '../db/open.ts'
import type { Config } from '../config.ts'
import { DomainError } from './domain-error.ts'

/** Stored as the owner of a key when nobody is signed in. */
export const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * An idempotency key with its owner and the digests of the request: the first is stored, any of them is the same
 * request. The same key with the same request replays the answer; with another request it is rejected.
 */
export interface Keyed {
  memberId: string | null
  key: string
  digests: readonly [string, ...string[]]
}

/**
 * Reads the `Idempotency-Key` header, quoted as the IETF draft says, or bare. Throws `bad_request` when it is missing
 * or malformed.
 */
export function readKey(header: string | undefined): string {
  const key = wellFormedKey(header)
  if (key === null)
    throw new DomainError('bad_request', {
      field: 'Idempotency-Key',
      problem: 'must be 16 to 64 letters, digits, - or _',
    })
  return key
}

/** The same, or null where it is missing or malformed. */
export function wellFormedKey(header: string | undefined): string | null {
  const key = header?.trim().replace(/^"(.*)"$/, '$1') ?? ''
  return /^[A-Za-z0-9_-]{16,64}$/.test(key) ? key : null
}

/**
 * Digests of the request as it was sent, before parsing: under each key of the ring, because a request may hold a
 * password, and a plain hash of it could be guessed from a copy of the database. A newer server may add defaults to the
 * same arguments; a queued command that is repeated after the upgrade must still match. The order of properties and the
 * client's version don't count.
 */
export function digestsOf(
  call: Call,
  sent: unknown,
  { body, keyring }: { body: Uint8Array; keyring: Keyring },
): Keyed['digests'] {
  const plain = createHash('sha256')
    .update(call.method)
    .update(call.path)
    .update(JSON.stringify(sent, ordered) ?? '')
    .update(body)
    .digest('base64url')
  const [current = '', ...older] = keyring.digests(named(plain)).map((it) => prefix + it)
  // Earlier servers stored the plain hash; `rekeyDigests` replaces those.
  return [current, ...older, plain]
}

const prefix = 'k:'
const named = (plain: string): string => `request ${plain}`
const rekeyedAtOnce = 2000

/** Puts digests that earlier servers stored as plain hashes under the key of the ring. */
export async function rekeyDigests({ database, config }: { database: Database; config: Config }): Promise<void> {
  const keyring = keyringOf(config)
  for (;;) {
    const rows = await database.kysely
      .selectFrom('idem')
      .select(['memberId', 'key', 'reqHash'])
      .where('reqHash', 'not like', `${prefix}%`)
      .where('reqHash', '!=', closed)
      .limit(rekeyedAtOnce)
      .execute()
    if (rows.length === 0) return
    const next = rows.map((it) => ({ ...it, digest: prefix + keyring.digest(named(it.reqHash)) }))
    await sql`
      update idem set req_hash = it.digest
      from jsonb_to_recordset(${JSON.stringify(next)}::text::jsonb) as it("memberId" uuid, key text, digest text)
      where idem.member_id = it."memberId" and idem.key = it.key`.execute(database.kysely)
  }
}

function ordered(this: unknown, name: string, value: unknown): unknown {
  if (name === 'version') return undefined
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

export type Claim = { fresh: true } | { fresh: false; status: number; response: unknown }

/**
 * Stores the key in the transaction of the effect, or gives what was answered before. A second request with the same
 * key waits on this insert until the first one commits, and then replays its answer. A member whose account is being
 * deleted is waited for; once it is deleted, only answers that are kept are given, else `session_expired` is thrown.
 */
export async function claimKey(db: Db, keyed: Keyed, clock: Clock): Promise<Claim> {
  const memberId = keyed.memberId ?? nobody
  const { rows: taken } = await sql`
    insert into idem (member_id, key, req_hash, status, response, at)
    select ${keyed.memberId === null ? sql`${nobody}::uuid` : sql`member.id`}, ${keyed.key}, ${keyed.digests[0]}, 0, null,
      ${instant(clock)}::timestamptz
    ${keyed.memberId === null ? sql`` : sql`from member where id = ${memberId} and deleted_at is null for key share`}
    on conflict (member_id, key) do nothing returning key`.execute(db)
  if (taken.length > 0) return { fresh: true }
  const before = await db
    .selectFrom('idem')
    .select(['reqHash', 'status', 'response'])
    .where('memberId', '=', memberId)
    .where('key', '=', keyed.key)
    .executeTakeFirst()
  if (!before)
    throw (await isGone(db, keyed))
      ? new DomainError('session_expired')
      : new DomainError('in_progress', {}, { retryAfter: 1 })
  if (!keyed.digests.includes(before.reqHash)) throw new DomainError('key_reused')
  return { fresh: false, status: before.status, response: before.response }
}

async function isGone(db: Db, { memberId }: Keyed): Promise<boolean> {
  if (memberId === null) return false
  const row = await db.selectFrom('member').select('deletedAt').where('id', '=', memberId).executeTakeFirst()
  return row?.deletedAt !== null
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

/** The statement that stores the answer under its key, in the order of its fields. */
export function keptAnswer(db: Db, keyed: Keyed, status: number, response: unknown): Compilable {
  return db
    .updateTable('idem')
    .set({ status, response: sql`${JSON.stringify(response)}::text::json` })
    .where('memberId', '=', keyed.memberId ?? nobody)
    .where('key', '=', keyed.key)
}
