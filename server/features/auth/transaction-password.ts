import { setTransactionPassword, TransactionPasswordSecret } from '#protocol/auth.ts'
import type { Clock } from '../../clock.ts'
import { lockMember } from '../../db/lock-member.ts'
import type { Db } from '../../db/open.ts'
import type { Context } from '../../http/handler.ts'
import { handle, memberOf } from '../../http/handler.ts'
import { countBefore, forgetAttempts, uncountAttempt } from '../../http/limits.ts'
import { DomainError } from '../../http/domain-error.ts'
import { decryptSecret } from '../../http/encrypted-secret.ts'
import { tellChange } from '../../notices/security.ts'
import { hashedBefore, isCodeRight, redeemCode } from './codes.ts'
import { loggedStepUp } from './logged-step-up.ts'
import { checkLoginPassword } from './login-password.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { withoutCopies } from './without-copies.ts'

/** How many guesses of the six digits are allowed. Trying all of them would take up to 180 years. */
const limits = [
  { name: 'hour', most: 5, ms: 3_600_000 },
  { name: 'day', most: 15, ms: 86_400_000 },
] as const

/** Sets the transaction password of a member who has none, changes it, or resets it (protocol/auth). */
export const transactionPassword = handle(
  setTransactionPassword,
  async (context, args, { known, made }: { known: string | null; made: string | undefined }) => {
    const { db } = context
    const memberId = memberOf(context)
    const member = await lockMember(db, memberId)
    if (args.by === 'code')
      await redeemCode(context, setTransactionPassword.path, {
        phone: member.phone,
        purpose: 'transaction-password',
        code: args.code,
      })
    // Set or changed by somebody else since it was looked at: the command comes again and sees that.
    else if (member.transactionPasswordHash !== known) throw new DomainError('in_progress', {}, { retryAfter: 1 })
    await db
      .updateTable('member')
      .set({ transactionPasswordHash: hashedBefore(made) })
      .where('id', '=', memberId)
      .execute()
    await forgive(db, memberId)
    await tellChange(context, db, memberId, 'transaction_password_changed', factorOf[args.by])
    return {}
  },
  async (context, args) => {
    const known = await transactionHashOf(context)
    const secret = await decryptSecret(context, setTransactionPassword, args.secret, TransactionPasswordSecret[args.by])
    const isSure = args.by === 'code' ? await holdsCode(context, args.code) : await withoutCopies(context, check)
    return { known, made: isSure ? await hashPassword(secret.password) : undefined }

    async function check(): Promise<true> {
      const { db, clock } = context
      const memberId = memberOf(context)
      if ('loginPassword' in secret) {
        if (known !== null) throw new DomainError('transaction_password_known')
        await checkLoginPassword(context, setTransactionPassword.path, secret.loginPassword)
      } else if ('oldPassword' in secret) {
        const { oldPassword: password } = secret
        await loggedStepUp(context, { factor: 'transaction_password', call: setTransactionPassword.path }, () =>
          checkTransactionPassword(db, { memberId, hash: known, password }, clock),
        )
      }
      return true
    }
  },
)

/** What the setting of a transaction password is proved by. */
const factorOf = { login: 'password', old: 'transaction_password', code: 'code' } as const

async function holdsCode(context: Context, code: string): Promise<boolean> {
  const { db, clock } = context
  const { phone } = await db
    .selectFrom('member')
    .select('phone')
    .where('id', '=', memberOf(context))
    .executeTakeFirstOrThrow()
  return await isCodeRight(db, { phone, purpose: 'transaction-password', code }, clock)
}

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
  const isRight = await verifyPassword(password, hash).catch(async (cause: unknown) => {
    for (const { name } of limits) await uncountAttempt(db, subjectOf(memberId, name))
    throw cause
  })
  if (!isRight) throw new DomainError('transaction_password_wrong', { left })
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
