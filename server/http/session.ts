import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { instant, millisOf } from '../clock.ts'
import { sql, type RawBuilder } from 'kysely'
import { deleteInBatches } from '../db/in-batches.ts'
import type { Db } from '../db/open.ts'
import { deleteSubscriptions } from '../db/push-subscriptions.ts'
import { memberNamedIn, memberText } from './token-member.ts'
import type { UserAgent } from './user-agent.ts'

const accessMinutes = 15
/** A session that isn't used for so long ends. */
export const refreshDays = 90
/** A session ends so long after its sign-in, however often it is used (docs/decisions/0086). */
const sessionMostDays = 365
/** For this long after its first use a refresh token may be used again, even when a token made from it was used. */
const graceSeconds = 30
/**
 * How much older than the session a browser's cookies may be after a crash: Chromium writes them to disk every 30 s.
 */
const diskLagSeconds = 60

/** A new pair of tokens. The server stores only their digests. */
export interface Tokens {
  memberId: string
  sessionId: string
  accessToken: string
  accessExpiresAt: string
  refreshToken: string
}

/** Starts a session for a member. `agent` is what the member is shown of the device. */
export async function startSession(
  db: Db,
  memberId: string,
  device: string | undefined,
  clock: Clock,
  agent?: UserAgent,
): Promise<Tokens> {
  const sessionId = randomUUID()
  await db
    .insertInto('session')
    .values({
      id: sessionId,
      memberId,
      device: device ?? null,
      ...shown(agent),
      createdAt: instant(clock),
      seenAt: instant(clock),
      revokedAt: null,
    })
    .execute()
  return mint(db, { memberId, sessionId, parentDigest: null }, clock)
}

/** Who calls, and whether their idempotency key has an answer to replay; null where the call has no key to look for. */
export interface Caller {
  memberId: string
  sessionId: string
  isAnswered: boolean | null
}

/** The member behind an access token, or null when it is unknown, expired or revoked. */
export async function whoIs(
  db: Db,
  { accessToken, key }: { accessToken: string; key: string | null },
  clock: Clock,
): Promise<Caller | null> {
  const of = memberNamedIn(accessToken)
  const isAnswered: RawBuilder<boolean | null> =
    key === null
      ? sql`null::boolean`
      : sql`exists (select 1 from idem where idem.member_id = ${of ?? sql.ref('member.id')} and idem.key = ${key})`
  const found = await db
    .selectFrom('session')
    .innerJoin('member', 'member.id', 'session.memberId')
    .select(['session.id as sessionId', 'member.id as memberId'])
    .select(isAnswered.as('isAnswered'))
    // The token lies elsewhere than its session, and is read first.
    .where('session.id', '=', (it) =>
      it
        .selectFrom('accessToken')
        .select('sessionId')
        .where('digest', '=', digest(accessToken))
        .where('expiresAt', '>', instant(clock)),
    )
    .$if(of !== null, (it) => it.where('session.memberId', '=', of))
    .where('session.createdAt', '>', oldestStart(clock))
    .where('session.revokedAt', 'is', null)
    .where('member.deletedAt', 'is', null)
    .executeTakeFirst()
  return found ?? null
}

/**
 * Rotates a refresh token. A used one is accepted again within 30 s, as two tabs may refresh at once. Later it is
 * accepted in two cases. (1) No token made from it was ever used: the answer was lost on the way, which must not sign
 * anybody out. (2) The session's last rotation came within a minute of its use: a browser that was killed comes back
 * with an older cookie, as it writes cookies to disk late. Such a late repeat invalidates every other token of the
 * session. Any other use of a used or invalidated token means that it was stolen, and ends the session. Returns null
 * when rejected.
 */
export async function rotate(db: Db, refreshToken: string, clock: Clock, agent?: UserAgent): Promise<Tokens | null> {
  const now = instant(clock)
  const parentDigest = digest(refreshToken)
  const used = await db
    .selectFrom('refreshToken')
    .select(['usedAt', 'supersededAt', 'sessionId', 'memberId'])
    .where('digest', '=', parentDigest)
    .where('expiresAt', '>', now)
    .forUpdate()
    .executeTakeFirst()
  if (!used) return null
  // A token lies elsewhere than its session, so that both can't be read by one statement that locks.
  const session = await db
    .selectFrom('session')
    .innerJoin('member', 'member.id', 'session.memberId')
    .select(['session.memberId', 'session.id as sessionId'])
    .where('session.id', '=', used.sessionId)
    // Tokens of earlier servers don't name their member.
    .$if(used.memberId !== null, (it) => it.where('session.memberId', '=', used.memberId))
    .where('session.createdAt', '>', oldestStart(clock))
    .where('session.revokedAt', 'is', null)
    .where('member.deletedAt', 'is', null)
    .executeTakeFirst()
  if (!session) return null
  const { memberId, sessionId } = session
  const { usedAt, supersededAt } = used
  const isLate = usedAt !== null && clock.now() - millisOf(usedAt) > graceSeconds * 1000
  if (supersededAt !== null || (isLate && (await wentOn(db, { sessionId, parentDigest, usedAt })))) {
    await revokeSession(db, { memberId, sessionId }, clock)
    return null
  }
  if (isLate) {
    await db
      .updateTable('refreshToken')
      .set({ supersededAt: now })
      .where('sessionId', '=', sessionId)
      .where('digest', '!=', parentDigest)
      .where('supersededAt', 'is', null)
      .execute()
  }
  if (usedAt === null || isLate)
    await db.updateTable('refreshToken').set({ usedAt: now }).where('digest', '=', parentDigest).execute()
  await db
    .updateTable('session')
    .set({ seenAt: now, ...(agent && shown(agent)) })
    .where('memberId', '=', memberId)
    .where('id', '=', sessionId)
    .execute()
  return mint(db, { memberId, sessionId, parentDigest }, clock)
}

/** Whether the session was used with newer tokens for longer than a browser's cookie file can be behind. */
async function wentOn(db: Db, of: { sessionId: string; parentDigest: string; usedAt: string }): Promise<boolean> {
  const child = await db
    .selectFrom('refreshToken')
    .select('digest')
    .where('parentDigest', '=', of.parentDigest)
    .where('supersededAt', 'is', null)
    .where('usedAt', 'is not', null)
    .executeTakeFirst()
  if (!child) return false
  const last = await db
    .selectFrom('refreshToken')
    .select((it) => it.fn.max('usedAt').as('at'))
    .where('sessionId', '=', of.sessionId)
    .executeTakeFirst()
  return last?.at != null && millisOf(last.at) - millisOf(of.usedAt) > diskLagSeconds * 1000
}

/** The key of a session's row. */
interface SessionKey {
  memberId: string
  sessionId: string
}

/** Ends one session at once: its tokens are no longer accepted. */
export async function revokeSession(db: Db, { memberId, sessionId }: SessionKey, clock: Clock): Promise<void> {
  await db
    .updateTable('session')
    .set({ revokedAt: instant(clock) })
    .where('memberId', '=', memberId)
    .where('id', '=', sessionId)
    .where('revokedAt', 'is', null)
    .execute()
}

/** Ends every session of a member but one, or all: after a new password, and by an operator. */
export async function revokeOtherSessions(
  db: Db,
  memberId: string,
  keepSessionId: string | null,
  clock: Clock,
): Promise<void> {
  await db
    .updateTable('session')
    .set({ revokedAt: instant(clock) })
    .where('memberId', '=', memberId)
    .where('revokedAt', 'is', null)
    .$if(keepSessionId !== null, (it) => it.where('id', '!=', keepSessionId as string))
    .execute()
}

/** Ends every member's sessions that began by then, and pushes to their devices. Gives how many. */
export async function endSessions(db: Db, startedBy: string, clock: Clock): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ revokedAt: instant(clock) })
    .where('revokedAt', 'is', null)
    .where('createdAt', '<=', startedBy)
    .executeTakeFirstOrThrow()
  await deleteSubscriptions(db, sql`refreshed_at <= ${startedBy}::timestamptz`)
  return Number(numUpdatedRows)
}

/** Whether the session of this token ended because the member's account was deleted. */
export async function isOfDeletedAccount(db: Db, refreshToken: string): Promise<boolean> {
  const of = await sessionOfRefresh(db, refreshToken)
  if (!of) return false
  const found = await db
    .selectFrom('session')
    .innerJoin('member', 'member.id', 'session.memberId')
    .select('session.id')
    .where('session.memberId', '=', of.memberId)
    .where('session.id', '=', of.sessionId)
    .whereRef('session.revokedAt', '>=', 'member.deletedAt')
    .executeTakeFirst()
  return found !== undefined
}

/** The session a refresh token belongs to, to end it. */
export async function sessionOfRefresh(db: Db, refreshToken: string): Promise<SessionKey | null> {
  const found = await db
    .selectFrom('session')
    .select(['memberId', 'id as sessionId'])
    .where('id', '=', (it) =>
      it.selectFrom('refreshToken').select('sessionId').where('digest', '=', digest(refreshToken)),
    )
    .executeTakeFirst()
  return found ?? null
}

/** Sessions that began by then are over. */
export function oldestStart(clock: Clock): string {
  return instant(clock.now() - sessionMostDays * 86_400_000)
}

/** SQL: whether a row of `session` goes on, being neither ended, nor unused for too long, nor too old. */
export function goesOn(row: string, clock: Pick<Clock, 'now'>): RawBuilder<boolean> {
  const [revokedAt, createdAt, seenAt] = ['revoked_at', 'created_at', 'seen_at'].map((it) => sql.ref(`${row}.${it}`))
  return sql<boolean>`(${revokedAt} is null and ${createdAt} > ${oldestStart(clock)}::timestamptz
    and ${seenAt} > ${instant(clock.now() - refreshDays * 86_400_000)}::timestamptz)`
}

/** A session's row tells later that its device was signed in before. Its tokens have long expired by then. */
const rowDays = 400

/** Forgets what has expired; a job calls it every hour. */
export async function sweepSessions(db: Db, clock: Clock): Promise<void> {
  const expired = sql`expires_at < ${instant(clock)}::timestamptz`
  await deleteInBatches(db, 'accessToken', expired)
  await deleteInBatches(db, 'refreshToken', expired)
  const unseenSince = instant(clock.now() - rowDays * 86_400_000)
  await deleteInBatches(db, 'session', sql`seen_at < ${unseenSince}::timestamptz`)
}

/** What the member is shown of a device; null for what wasn't recognized. */
function shown(agent: UserAgent | undefined): { browser: string | null; platform: string | null } {
  const known = (name = 'other') => (name === 'other' ? null : name)
  return { browser: known(agent?.browser), platform: known(agent?.platform) }
}

async function mint(
  db: Db,
  of: { memberId: string; sessionId: string; parentDigest: string | null },
  clock: Clock,
): Promise<Tokens> {
  const accessToken = memberText(of.memberId) + randomBytes(32).toString('base64url')
  const refreshToken = randomBytes(32).toString('base64url')
  const accessExpiresAt = instant(clock.now() + accessMinutes * 60_000)
  await db
    .insertInto('accessToken')
    .values({
      digest: digest(accessToken),
      sessionId: of.sessionId,
      memberId: of.memberId,
      expiresAt: accessExpiresAt,
    })
    .execute()
  await db
    .insertInto('refreshToken')
    .values({
      digest: digest(refreshToken),
      sessionId: of.sessionId,
      memberId: of.memberId,
      parentDigest: of.parentDigest,
      usedAt: null,
      supersededAt: null,
      expiresAt: instant(clock.now() + refreshDays * 86_400_000),
    })
    .execute()
  return { memberId: of.memberId, sessionId: of.sessionId, accessToken, accessExpiresAt, refreshToken }
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
