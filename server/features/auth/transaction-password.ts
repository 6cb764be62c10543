import { setTransactionPassword, TransactionPasswordSecret } from '#protocol/auth.ts'
import type { Selectable } from 'kysely'
import type { Args } from '#protocol/call.ts'
import { instant, millisOf, type Clock } from '../../clock.ts'
import { lockMember } from '../../db/lock-member.ts'
import type { Db } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import type { Context } from '../../http/handler.ts'
import { handle, memberOf } from '../../http/handler.ts'
import { countBefore, forgetAttempts, uncountAttempt } from '../../http/limits.ts'
import { DomainError } from '../../http/domain-error.ts'
import { decryptSecret } from '../../http/encrypted-secret.ts'
import { tellChange } from '../../notices/security.ts'
import { hashedBefore, tryCode, redeemCode } from './codes.ts'
import { loggedStepUp } from './logged-step-up.ts'
import { checkLoginPassword } from './login-password.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { needsCodeFirst, phoneSettlesMs } from './rules.ts'
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
    const code = codeOf(args, member, context.clock)
    if (known === null) await rejectNewPhone(context, member)
    const proof = { phone: member.phone, purpose: 'transaction-password' }
    const transactionPasswordHash = await hashedBefore(context, proof, made)
    if (code !== undefined) await redeemCode(context, setTransactionPassword.path, { ...proof, code })
    // Set or changed by somebody else since it was looked at: the command comes again and sees that.
    if (args.by !== 'code' && member.transactionPasswordHash !== known)
      throw new DomainError('in_progress', {}, { retryAfter: 1 })
    await db.updateTable('member').set({ transactionPasswordHash }).where('id', '=', memberId).execute()
    await forgive(db, memberId)
    await tellChange(context, db, memberId, 'transaction_password_changed', factorOf[args.by])
    return {}
  },
  async (context, args) => {
    const member = await memberIn(context)
    const known = member.transactionPasswordHash
    const secret = await decryptSecret(context, setTransactionPassword, args.secret, TransactionPasswordSecret[args.by])
    const code = codeOf(args, member, context.clock)
    if (args.by !== 'code') await withoutCopies(context, check)
    const isSure = code === undefined || (await holdsCode(context, member.phone, code))
    return { known, made: isSure ? await hashPassword(secret.password) : undefined }

    async function check(): Promise<void> {
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
    }
  },
)

type Sender = Pick<Selectable<Schema['member']>, 'id' | 'phone' | 'joinedAt' | 'isDemo' | 'transactionPasswordHash'>

/** The code that the setting is proved by, alone or besides; undefined where it takes none. Throws `code_needed`. */
function codeOf(args: Args<typeof setTransactionPassword>, member: Sender, clock: Clock): string | undefined {
  if (args.by === 'code') return args.code
  if (args.by === 'old' || member.transactionPasswordHash !== null || !needsCodeFirst(member, clock.now()))
    return undefined
  if (args.code === undefined) throw new DomainError('code_needed')
  return args.code
}

/**
 * Whoever found out a login password can put their own phone in place of the member's, and have the code sent to that.
 * So the first transaction password waits until the old phone's holder had time to act.
 */
async function rejectNewPhone({ db, clock }: Context, member: Sender): Promise<void> {
  const changed = await db
    .selectFrom('securityEvent')
    .select('at')
    .where('memberId', '=', member.id)
    .where('kind', '=', 'phone_changed')
    .where('at', '>', instant(clock.now() - phoneSettlesMs))
    .orderBy('at', 'desc')
    .executeTakeFirst()
  if (changed && needsCodeFirst(member, clock.now()))
    throw new DomainError('phone_changed_lately', {
      hours: Math.ceil((millisOf(changed.at) + phoneSettlesMs - clock.now()) / 3_600_000),
    })
}

async function memberIn(context: Context): Promise<Sender> {
  return await context.db
    .selectFrom('member')
    .select(['id', 'phone', 'joinedAt', 'isDemo', 'transactionPasswordHash'])
    .where('id', '=', memberOf(context))
    .executeTakeFirstOrThrow()
}

/** What the setting of a transaction password is proved by. */
const factorOf = { login: 'password', old: 'transaction_password', code: 'code' } as const

async function holdsCode(context: Context, phone: string, code: string): Promise<boolean> {
  return await tryCode(context, setTransactionPassword.path, { phone, purpose: 'transaction-password', code })
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
  return (await memberIn(context)).transactionPasswordHash
}

async function forgive(db: Db, memberId: string): Promise<void> {
  await forgetAttempts(db, ...limits.map(({ name }) => subjectOf(memberId, name)))
}

function subjectOf(memberId: string, name: string): string {
  return `transaction-password:${name}:${memberId}`
}
