import type { authRefresh } from '#protocol/auth.ts'
import type { Answer } from '#protocol/call.ts'
import type { Clock } from '../../clock.ts'
import { lockMember } from '../../db/lock-member.ts'
import type { Db } from '../../db/open.ts'
import { noteSecurity, type Factor } from '../../db/security-events.ts'
import { DomainError } from '../../http/domain-error.ts'
import type { Context } from '../../http/handler.ts'
import { revokeSession, sessionOfRefresh, startSession } from '../../http/session.ts'
import { tellChange } from '../../notices/security.ts'
import { endPushesOf } from './end-pushes.ts'
import { sessionAnswer } from './session-answer.ts'

/**
 * Signs a member in on the caller's device, and tells them where they never were signed in there. The session whose
 * cookie the device still has ends, whoever's it was: nothing would use it any more. `passwordHash` is that of the
 * password that was checked: throws `credentials_wrong` where there is another one by now.
 */
export async function beginSession(
  context: Context,
  memberId: string,
  factor: Factor,
  passwordHash?: string,
): Promise<Answer<typeof authRefresh>> {
  const { clock, device, agent, refreshCookie } = context
  const tokens = await context.transact(async (db) => {
    // A new password ends all sessions: one must not begin after that by the one before.
    const member = await lockMember(db, memberId)
    if (passwordHash !== undefined && member.passwordHash !== passwordHash) throw new DomainError('credentials_wrong')
    // As the demonstration's member, whose password is printed, everybody signs in.
    const isNews = !member.isDemo && (await isNewDevice(db, memberId, device))
    if (isNews) await tellChange(context, db, memberId, 'new_device', factor)
    await noteSecurity(db, { kind: 'signed_in', memberId, factor, device, agent }, clock)
    const earlier = refreshCookie === undefined ? null : await sessionOfRefresh(db, refreshCookie)
    if (earlier !== null) await revokeSession(db, earlier, clock)
    const tokens = await startSession(db, memberId, device, clock, agent)
    if (earlier !== null) await endPushesOf(db, earlier, clock)
    if (!member.isDemo) await endOldest(db, memberId, clock)
    return tokens
  })
  return await sessionAnswer(context, tokens)
}

/** Sessions of a member that go on at once. Whoever knows the password could otherwise leave any number behind. */
const sessionsMost = 20

/** Ends the sessions that were used longest ago, with their pushes. The Security page says how many there may be. */
async function endOldest(db: Db, memberId: string, clock: Clock): Promise<void> {
  const tooMany = await db
    .selectFrom('session')
    .select(['id', 'device'])
    .where('memberId', '=', memberId)
    .where('revokedAt', 'is', null)
    .orderBy('seenAt', 'desc')
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .offset(sessionsMost)
    .execute()
  for (const { id, device } of tooMany) {
    await revokeSession(db, { memberId, sessionId: id }, clock)
    await noteSecurity(db, { kind: 'device_signed_out', memberId, ...(device !== null && { device }) }, clock)
    await endPushesOf(db, { memberId, sessionId: id }, clock)
  }
}

/**
 * False for a member's first device: nobody else could have been told. A caller that names no device is a new one: who
 * steals a password would leave the name out.
 */
async function isNewDevice(db: Db, memberId: string, device: string | undefined): Promise<boolean> {
  const devices = await db
    .selectFrom('session')
    .select('device')
    .distinct()
    .where('memberId', '=', memberId)
    .where('device', 'is not', null)
    .execute()
  return devices.length > 0 && !devices.some((it) => it.device === device)
}
