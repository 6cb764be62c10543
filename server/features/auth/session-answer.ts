import type { authRefresh } from '#protocol/auth.ts'
import type { Answer } from '#protocol/call.ts'
import { deviceSeen } from '../../http/device.ts'
import type { Context } from '../../http/handler.ts'
import type { Tokens } from '../../http/session.ts'

/** What a sign-in and a refresh answer. The refresh token goes into the cookie. */
export async function sessionAnswer(
  context: Context,
  { memberId, accessToken, accessExpiresAt: expiresAt, refreshToken }: Tokens,
): Promise<Answer<typeof authRefresh>> {
  const device = await deviceSeen(context.db, memberId, context.device)
  context.setRefreshCookie(refreshToken)
  return { memberId, accessToken, expiresAt, ...(device && { device }) }
}
