import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { DomainError } from '../../http/domain-error.ts'
import { countBefore, uncountAttempt } from '../../http/limits.ts'
import { verifyPassword } from './password.ts'

/** Wrong ones by somebody who is signed in: a session that was left open shall not be a way to guess. */
const limit = { most: 10, ms: 15 * 60_000 }

/**
 * Throws a DomainError unless the password is the member's. It is counted before it is checked, so that guesses made at
 * once count too; a right one is taken back. Call it outside a transaction (`prepare` of a handler).
 */
export async function checkLoginPassword(
  db: Db,
  { memberId, password }: { memberId: string; password: string },
  clock: Clock,
): Promise<{ phone: string }> {
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
