import { sql } from 'kysely'
import * as v from 'valibot'
import { DeletionLoss } from '#protocol/auth.ts'
import { booksCurrency } from '../../db/books-currency.ts'
import { keyringOf } from '../../db/keyring.ts'
import type { Db } from '../../db/open.ts'
import { deleteSubscriptions } from '../../db/push-subscriptions.ts'
import { noteSecurity } from '../../db/security-events.ts'
import { deleteMember, lockToDelete } from '../../features/auth/leaving.ts'
import { deletionIn } from '../../features/auth/logged-deletion.ts'
import { removeAllPasskeys } from '../../features/auth/passkeys/remove-all.ts'
import { DomainError } from '../../http/domain-error.ts'
import { revokeOtherSessions } from '../../http/session.ts'
import { MajorOrNothing, memberBehind, money } from './arguments.ts'
import type { Command } from './command.ts'
import { action, reading, UsageError } from './command.ts'

const find = reading('member find', {
  needs: ['support', 'treasury'],
  reads: 'personal',
  says: "The id of a member, by their phone number with its country code, or their phone by the id: a bank's feed names members by it",
  positional: ['member'],
  args: { member: v.string() },
  run: async ({ db }, { member }) => {
    const { id, phone } = await db
      .selectFrom('member')
      .select(['id', 'phone'])
      .where('id', '=', await memberBehind(db, member))
      .executeTakeFirstOrThrow()
    return [`${id}  ${phone}`]
  },
})

const signOut = action('member sign-out', {
  needs: ['support', 'administrator'],
  says: 'Ends every session of a member at once, removes their passkeys, and ends pushes to their devices: whoever is in has to log in again',
  positional: ['member'],
  args: { member: v.string() },
  run: async ({ db, by, clock }, { member }) => {
    const memberId = await memberBehind(db, member)
    await revokeOtherSessions(db, memberId, null, clock)
    await deleteSubscriptions(db, sql`member_id = ${memberId}`)
    const account = by.account ?? undefined
    await removeAllPasskeys(db, { memberId, account }, clock)
    await noteSecurity(db, { kind: 'device_signed_out', memberId, account }, clock)
    return [
      'Every session is ended, and every passkey removed. A password that somebody else knows still opens new ones: have it reset by a code.',
    ]
  },
})

const deleteAgain = action('member delete-again', {
  needs: ['support', 'administrator'],
  says: 'After a restore: deletes an account again by the LINE of the log ("account deleted") that says that its owner had deleted it. Refused like theirs while anything of value is there, and once they have signed in since; --gives-up 1.50 says that so much of what its units have earned is lost, --gives-up-pay so much of pay that is not funded, --gives-up-money so much in the wallets that cannot be withdrawn',
  positional: ['line'],
  args: {
    line: v.pipe(v.string(), v.maxLength(1000)),
    givesUp: v.optional(MajorOrNothing),
    givesUpPay: v.optional(MajorOrNothing),
    givesUpMoney: v.optional(MajorOrNothing),
  },
  run: async (context, { line, givesUp = 0, givesUpPay = 0, givesUpMoney = 0 }) => {
    const { db, config } = context
    const deletion = deletionIn(line, keyringOf(config))
    if (!deletion)
      throw new UsageError('That line is none by which this server logged a deletion: give it whole, from { to }.')
    const { memberId, at } = deletion
    const known = await db.selectFrom('member').select('deletedAt').where('id', '=', memberId).executeTakeFirst()
    if (!known) throw new DomainError('bad_request', { field: memberId, problem: 'is not known' })
    if (known.deletedAt !== null) return [`${memberId} is deleted already. Nothing was changed.`]
    // Locked before anything is looked at: nobody signs in meanwhile.
    await lockToDelete(db, memberId)
    if (await hasSignedIn(db, memberId, at))
      throw new DomainError('bad_request', { field: memberId, problem: 'has signed in since: only they delete it now' })
    const leaving = { memberId, givesUp, givesUpPay, givesUpMoney, keptKey: '' }
    await deleteMember(context, leaving).catch((cause: unknown) => {
      if (!(cause instanceof DomainError) || cause.code !== 'changed_meanwhile') throw cause
      const loss = v.parse(DeletionLoss, cause.data)
      const parts = { '--gives-up': loss.givesUp, '--gives-up-pay': loss.pay, '--gives-up-money': loss.money }
      const options = Object.entries(parts)
        .filter(([, amount]) => amount > 0)
        .map(([name, amount]) => `${name} ${money(amount, booksCurrency).replace(/^\S+ /, '')}`)
      const total = money(loss.givesUp + loss.pay + loss.money, booksCurrency)
      throw new DomainError('bad_request', {
        field: memberId,
        problem: `would give up ${total}: say so by ${options.join(' ')}`,
      })
    })
    return [`${memberId} is deleted again.`]
  },
})

/** Sessions of a restored database began before the deletion. */
async function hasSignedIn(db: Db, memberId: string, since: string): Promise<boolean> {
  const found = await db
    .selectFrom('session')
    .select('id')
    .where('memberId', '=', memberId)
    .where('createdAt', '>', since)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export const memberCommands: readonly Command[] = [find, signOut, deleteAgain]
