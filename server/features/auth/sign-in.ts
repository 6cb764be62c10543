import { authLogout, authRefresh, login, type SessionEnd } from '#protocol/auth.ts'
import type { Answer } from '#protocol/call.ts'
import { deviceSeen } from '../../http/device.ts'
import type { Context } from '../../http/handler.ts'
import { handle } from '../../http/handler.ts'
import { countAttempt, forgetAttempts, rejectExhausted } from '../../http/limits.ts'
import { DomainError } from '../../http/domain-error.ts'
import type { Tokens } from '../../http/session.ts'
import { isOfDeletedAccount, revokeSession, rotate, sessionOfRefresh, startSession } from '../../http/session.ts'
import { redeemSolution } from './captcha.ts'
import { hashOfNobody, verifyPassword } from './password.ts'

/** After this many failed sign-ins the client must solve a proof of work. */
export const captchaAfterFailures = 3
const failuresFromOneAddress = 10
const failuresFromAnywhere = 50
const windowMs = 15 * 60_000

async function sessionAnswer(
  context: Context,
  { memberId, accessToken, accessExpiresAt: expiresAt, refreshToken }: Tokens,
): Promise<Answer<typeof authRefresh>> {
  const device = await deviceSeen(context.db, memberId, context.device)
  context.setRefreshCookie(refreshToken)
  return { memberId, accessToken, expiresAt, ...(device && { device }) }
}

export const signIn = handle(login, async (context, args) => {
  const { db, clock, address } = context
  const here = `login:${args.phone}:${address}`
  const anywhere = `login:${args.phone}`
  const failures = await rejectExhausted(db, here, failuresFromOneAddress, clock)
  await rejectExhausted(db, anywhere, failuresFromAnywhere, clock)
  if (failures >= captchaAfterFailures) await redeemSolution(db, args.captcha, clock)
  const member = await db
    .selectFrom('member')
    .select(['id', 'passwordHash'])
    .where('phone', '=', args.phone)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  const isRight = await verifyPassword(args.password, member?.passwordHash ?? hashOfNobody)
  if (!member || !isRight) {
    await countAttempt(db, here, windowMs, clock)
    await countAttempt(db, anywhere, windowMs, clock)
    throw new DomainError('credentials_wrong')
  }
  await forgetAttempts(db, here)
  return await sessionAnswer(
    context,
    await context.transact((tx) => startSession(tx, member.id, context.device, clock)),
  )
})

export const refresh = handle(authRefresh, async (context) => {
  const token = context.refreshCookie
  const tokens = token ? await context.transact((tx) => rotate(tx, token, context.clock)) : null
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
  const sessionId =
    context.sessionId ?? (context.refreshCookie ? await sessionOfRefresh(context.db, context.refreshCookie) : null)
  if (sessionId) await revokeSession(context.db, sessionId, context.clock)
  context.setRefreshCookie(null)
  return {}
})
