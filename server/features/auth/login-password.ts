import { DomainError } from '../../http/domain-error.ts'
import { memberOf, type Context } from '../../http/handler.ts'
import { countBefore, uncountAttempt } from '../../http/limits.ts'
import { loggedStepUp } from './logged-step-up.ts'
import { verifyPassword } from './password.ts'

/** Wrong ones by somebody who is signed in: a session that was left open shall not be a way to guess. */
const limit = { most: 10, ms: 15 * 60_000 }

/**
 * Throws a DomainError unless the password, given for `call`, is the member's. It is counted before it is checked, so
 * that guesses made at once count too; a right one is taken back. Call it outside a transaction (`prepare` of a
 * handler).
 */
export async function checkLoginPassword(context: Context, call: string, password: string): Promise<{ phone: string }> {
  return await loggedStepUp(context, { factor: 'password', call }, () => check(context, password))
}

async function check(context: Context, password: string): Promise<{ phone: string }> {
  const { db, clock } = context
  const memberId = memberOf(context)
  const subject = `password:${memberId}`
  await countBefore(db, subject, limit, clock)
  const { passwordHash, phone } = await db
    .selectFrom('member')
    .select(['passwordHash', 'phone'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  const isRight = await verifyPassword(password, passwordHash).catch(async (cause: unknown) => {
    await uncountAttempt(db, subject)
    throw cause
  })
  if (!isRight) throw new DomainError('credentials_wrong')
  await uncountAttempt(db, subject)
  return { phone }
}
