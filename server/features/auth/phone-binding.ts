import { randomUUID } from 'node:crypto'
import { bindPhone, verifyPhone } from '#protocol/auth.ts'
import { languages } from '#protocol/languages.ts'
import { afterCommit } from '../../db/after-commit.ts'
import { isSqlError } from '../../db/connection.ts'
import { lockMember } from '../../db/lock-member.ts'
import type { Db } from '../../db/open.ts'
import { noteSecurity } from '../../db/security-events.ts'
import { DomainError } from '../../http/domain-error.ts'
import type { Context } from '../../http/handler.ts'
import { handle, memberOf } from '../../http/handler.ts'
import { rejectFrequent } from '../../http/limits.ts'
import { revokeOtherSessions } from '../../http/session.ts'
import { notify } from '../../notices/notify.ts'
import { textOf } from '../../notices/texts.ts'
import { redeemCode } from './codes.ts'
import { proveByLoginPassword } from './login-password-proof.ts'
import { maskPhone } from './rules.ts'

const purpose = 'bind'
/** Nobody changes phones more often, and a stolen session shall not try numbers. */
const often = { most: 5, ms: 86_400_000 }

/** Looks at the code of a new phone and whether the phone is free (protocol/auth). */
export const phoneVerification = handle(verifyPhone, async (context, { phone, code }) => {
  await redeemCode(context, verifyPhone.path, { phone, purpose, code, isKept: true })
  await refuseTaken(context.db, phone)
  return { verified: true }
})

/** Gives the account another phone (protocol/auth). The transaction password was checked before, where there is one. */
export const phoneBinding = handle(
  bindPhone,
  async (context, { phone, code }, isProved: boolean) => {
    const { db, clock, sessionId } = context
    const memberId = memberOf(context)
    const member = await lockMember(db, memberId)
    // At its next start the demonstration would look for its member under the old number.
    if (member.isDemo) throw new DomainError('permission_denied')
    if (member.transactionPasswordHash === null && !isProved)
      throw new DomainError('in_progress', {}, { retryAfter: 1 })
    await rejectFrequent(db, `bind:${memberId}`, often, clock)
    await redeemCode(context, bindPhone.path, { phone, purpose, code })
    await refuseTaken(db, phone)
    await db
      .with('freed', (it) =>
        it.deleteFrom('memberPhone').where('phone', '=', member.phone).where('memberId', '=', memberId),
      )
      .with('held', (it) => it.insertInto('memberPhone').values({ phone, memberId }))
      .updateTable('member')
      .set({ phone })
      .where('id', '=', memberId)
      .execute()
      .catch((cause: unknown) => {
        throw isSqlError(cause, '23505') ? new DomainError('account_exists') : cause
      })
    await db.deleteFrom('verificationCode').where('phone', '=', member.phone).execute()
    await revokeOtherSessions(db, memberId, sessionId, clock)
    await noteSecurity(db, { ...context, kind: 'phone_changed', memberId, factor: 'code' }, clock)
    await tellOldPhone(context, member, phone)
    return {}
  },
  (context, { password }) => proveByLoginPassword(context, bindPhone.path, password ?? ''),
)

async function refuseTaken(db: Db, phone: string): Promise<void> {
  const taken = await db.selectFrom('memberPhone').select('memberId').where('phone', '=', phone).executeTakeFirst()
  if (taken) throw new DomainError('account_exists')
}

/** By text message to the old number, and as a message and push to every device. */
async function tellOldPhone(
  { db, clock, sender, log, key }: Context,
  member: { id: string; phone: string; language: string },
  phone: string,
): Promise<void> {
  const params = { phone: maskPhone(phone) }
  await notify(
    db,
    [{ memberId: member.id, kind: 'phone_changed', ref: key ?? randomUUID(), params, route: '/pages/my/changeInfo' }],
    clock,
  )
  const language = languages.find((it) => it === member.language) ?? 'en'
  const words = textOf('phone_changed', params, language)?.line ?? ''
  afterCommit(() => {
    sender.tell(member.phone, words).catch((cause: unknown) => {
      log.error('old phone not told', cause)
    })
  })
}
