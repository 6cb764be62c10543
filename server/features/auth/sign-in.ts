import { authLogout, authRefresh, login, type SessionEnd } from '#protocol/auth.ts'
import type { Db } from '../../db/open.ts'
import { noteSecurity } from '../../db/security-events.ts'
import { handle } from '../../http/handler.ts'
import { countBefore, forgetAttempts, uncountAttempt } from '../../http/limits.ts'
import { DomainError } from '../../http/domain-error.ts'
import { isOfDeletedAccount, revokeSession, rotate, sessionOfRefresh } from '../../http/session.ts'
import { beginSession } from './begin-session.ts'
import { redeemSolution } from './captcha.ts'
import { endPushesOf } from './end-pushes.ts'
import { hashOfNobody, verifyPassword } from './password.ts'
import { sessionAnswer } from './session-answer.ts'

/** After this many failed sign-ins the client must solve a proof of work. */
export const captchaAfterFailures = 3
const ms = 15 * 60_000
/** Wrong passwords for one phone from one address, or from one device that was signed in before. */
const mostHere = 10
/** For one phone from everywhere. A device that was signed in before isn't held up by it. */
const mostOfPhone = 50
/** For any phone from one address, which many people may share. */
const mostFromAddress = 100
/** After so many failures of a phone from everywhere, or of an address, who comes next solves a proof of work too. */
const captchaAfterMany = 10

export const signIn = handle(login, async (context, args) => {
  const { db, clock } = context
  const member = await db
    .selectFrom('member')
    .select(['id', 'passwordHash'])
    .where('id', '=', (it) => it.selectFrom('memberPhone').select('memberId').where('phone', '=', args.phone))
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  const isKnown = member !== undefined && (await wasSignedIn(db, member.id, context.device))
  const limits = limitsOf(args.phone, isKnown ? { device: context.device } : { address: context.address })
  const counted: string[] = []
  const uncount = () => Promise.all(counted.map((subject) => uncountAttempt(db, subject)))
  let wantsCaptcha = false
  const notChecked = async (cause: unknown): Promise<never> => {
    await uncount()
    throw cause
  }
  for (const { subject, most, free } of limits) {
    wantsCaptcha = (await countBefore(db, subject, { most, ms }, clock).catch(notChecked)) >= free || wantsCaptcha
    counted.push(subject)
  }
  if (wantsCaptcha) await redeemSolution(db, args.captcha, clock).catch(notChecked)
  const isRight = await verifyPassword(args.password, member?.passwordHash ?? hashOfNobody).catch(notChecked)
  if (!member || !isRight)
    await noteSecurity(
      db,
      { ...context, kind: 'sign_in_failed', memberId: member?.id ?? null, factor: 'password' },
      clock,
    )
  if (!member || !isRight) throw new DomainError('credentials_wrong')
  await uncount()
  if (limits[0]) await forgetAttempts(db, limits[0].subject)
  return await beginSession(context, member.id, 'password', member.passwordHash)
})

/** A count of tries: `free` of them come without a proof of work. */
interface Limit {
  subject: string
  most: number
  free: number
}

/** What a try counts for, the narrowest first. */
function limitsOf(phone: string, by: { device: string | undefined } | { address: string }): Limit[] {
  const [few, many] = [{ free: captchaAfterFailures }, { free: captchaAfterMany }]
  if ('device' in by) return [{ subject: `login:${phone}:device:${by.device}`, most: mostHere, ...few }]
  return [
    { subject: `login:${phone}:${by.address}`, most: mostHere, ...few },
    { subject: `login-from:${by.address}`, most: mostFromAddress, ...many },
    { subject: `login:${phone}`, most: mostOfPhone, ...many },
  ]
}

async function wasSignedIn(db: Db, memberId: string, device: string | undefined): Promise<boolean> {
  if (device === undefined) return false
  const session = await db
    .selectFrom('session')
    .select('id')
    .where('memberId', '=', memberId)
    .where('device', '=', device)
    .limit(1)
    .executeTakeFirst()
  return session !== undefined
}

export const refresh = handle(authRefresh, async (context) => {
  const token = context.refreshCookie
  const tokens = token ? await context.transact((tx) => rotate(tx, token, context.clock, context.agent)) : null
  if (!tokens) {
    // The cookie stays until this device signs out: another tab or the worker may ask first.
    if (token && (await isOfDeletedAccount(context.db, token)))
      throw new DomainError('session_expired', {}, { data: { isAccountDeleted: true } satisfies SessionEnd })
    context.setRefreshCookie(null)
    throw new DomainError('session_expired')
  }
  return await sessionAnswer(context, tokens)
})

export const logout = handle(authLogout, async (context) => {
  const { callerId, sessionId, refreshCookie } = context
  const called = callerId !== null && sessionId !== null ? { memberId: callerId, sessionId } : null
  const session = called ?? (refreshCookie ? await sessionOfRefresh(context.db, refreshCookie) : null)
  if (session) {
    await revokeSession(context.db, session, context.clock)
    await endPushesOf(context.db, session, context.clock)
  }
  context.setRefreshCookie(null)
  return {}
})
