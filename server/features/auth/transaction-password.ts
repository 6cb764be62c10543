import { setTransactionPassword, TransactionPasswordSecret } from '#protocol/auth.ts'
import type { Clock } from '../../clock.ts'
import { lockMember } from '../../db/lock-member.ts'
import type { Db } from '../../db/open.ts'
import type { Context } from '../../http/handler.ts'
import { handle, memberOf } from '../../http/handler.ts'
import { countBefore, forgetAttempts } from '../../http/limits.ts'
import { DomainError } from '../../http/domain-error.ts'
import { decryptSecret } from '../../http/encrypted-secret.ts'
import { tellChange } from '../../notices/security.ts'
import { redeemCode } from './codes.ts'
import { checkLoginPassword } from './login-password.ts'
import { hashPassword, verifyPassword } from './password.ts'

/** How many guesses of the six digits are allowed. Trying all of them would take up to 180 years. */
const limits = [
  { name: 'hour', most: 5, ms: 3_600_000 },
  { name: 'day', most: 15, ms: 86_400_000 },
] as const

/** Sets the transaction password of a member who has none, changes it, or resets it (protocol/auth). */
export const transactionPassword = handle(setTransactionPassword, async (context, args) => {
  const { db, clock } = context
  const memberId = memberOf(context)
  const member = await lockMember(db, memberId)
  const secret = await decryptSecret(context, setTransactionPassword, args.secret, TransactionPasswordSecret[args.by])
  if (args.by === 'code') {
    await redeemCode(db, { phone: member.phone, purpose: 'transaction-password', code: args.code }, clock)
  } else if ('loginPassword' in secret) {
    if (member.transactionPasswordHash !== null) throw new DomainError('transaction_password_known')
    await checkLoginPassword(db, { memberId, password: secret.loginPassword }, clock)
  } else if ('oldPassword' in secret) {
    await checkTransactionPassword(
      db,
      { memberId, hash: member.transactionPasswordHash, password: secret.oldPassword },
      clock,
    )
  }
  await db
    .updateTable('member')
    .set({ transactionPasswordHash: await hashPassword(secret.password) })
    .where('id', '=', memberId)
    .execute()
  await forgive(db, memberId)
  await tellChange(context, db, memberId, 'transaction_password_changed')
  return {}
})

/**
 * Throws a DomainError unless the password is the member's. An attempt is counted before it is checked, so that
 * simultaneous guesses count too; a right one resets the count. A wrong one says how many are left.
 */
export async function checkTransactionPassword(
  db: Db,
  { memberId, hash, password }: { memberId: string; hash: string | null; password: string },
  clock: Clock,
): Promise<void> {
  if (hash === null) throw new DomainError('transaction_password_missing')
  let left = Infinity
  for (const { name, ...limit } of limits) {
    const before = await countBefore(db, subjectOf(memberId, name), limit, clock)
    left = Math.min(left, limit.most - before - 1)
  }
  if (!(await verifyPassword(password, hash)))
    throw new DomainError('transaction_password_wrong', { left }, { keepEffect: true })
  await forgive(db, memberId)
}

/** The hash of the caller's transaction password; null while they have none. */
export async function transactionHashOf(context: Context): Promise<string | null> {
  return (
    await context.db
      .selectFrom('member')
      .select('transactionPasswordHash')
      .where('id', '=', memberOf(context))
      .executeTakeFirstOrThrow()
  ).transactionPasswordHash
}

async function forgive(db: Db, memberId: string): Promise<void> {
  for (const { name } of limits) await forgetAttempts(db, subjectOf(memberId, name))
}

function subjectOf(memberId: string, name: string): string {
  return `transaction-password:${name}:${memberId}`
}
