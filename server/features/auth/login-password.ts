import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { DomainError } from '../../http/domain-error.ts'
import { countBefore, uncountAttempt } from '../../http/limits.ts'
import { verifyPassword } from './password.ts'

/** Wrong ones by somebody who is signed in: a session that was left open shall not be a way to guess. */
const limit = { most: 10, ms: 15 * 60_000 }

/**
 * Throws a DomainError unless the password is the member's. It is counted before it is checked, so that guesses made at
 * once count too; a right one is taken back.
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
  if (!(await verifyPassword(password, passwordHash)))
    throw new DomainError('credentials_wrong', {}, { keepEffect: true })
  await uncountAttempt(db, subject)
  return { phone }
}
