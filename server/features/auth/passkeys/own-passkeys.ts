import { passkeyConfirms, passkeyList, passkeyRemove, passkeyRename } from '#protocol/passkeys.ts'
import { deletePasskeys } from '../../../db/passkeys.ts'
import { noteSecurity } from '../../../db/security-events.ts'
import { DomainError } from '../../../http/domain-error.ts'
import { handle, memberOf } from '../../../http/handler.ts'
import { proveByLoginPassword } from '../login-password-proof.ts'
import { transactionHashOf } from '../transaction-password.ts'
import { credentialIds } from './adding.ts'
import { relyingParty } from './relying-party.ts'

export const listPasskeys = handle(passkeyList, async (context) => ({
  items: await context.db
    .selectFrom('passkey')
    .select(['id', 'name', 'addedAt', 'usedAt'])
    .where('memberId', '=', memberOf(context))
    .orderBy('addedAt', 'desc')
    .orderBy('id')
    .execute(),
}))

export const renamePasskey = handle(passkeyRename, async (context, { id, name }) => {
  const { numUpdatedRows } = await context.db
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('memberId', '=', memberOf(context))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new DomainError('not_found')
  return {}
})

/** Asks for proof as adding one does: who finds a phone unlocked shall not shut its owner out of another way in. */
export const removePasskey = handle(
  passkeyRemove,
  async (context, { id }) => {
    const { db, clock, config } = context
    const memberId = memberOf(context)
    const [credentialId] = await deletePasskeys(db, memberId, id)
    if (credentialId === undefined) throw new DomainError('not_found')
    await noteSecurity(db, { ...context, kind: 'passkey_removed', memberId }, clock)
    if ((await credentialIds(db, memberId)).length === 0)
      await db.updateTable('member').set({ confirmsByPasskey: false }).where('id', '=', memberId).execute()
    return { removed: { rpId: relyingParty(config).id, credentialId } }
  },
  async (context, { password }) => {
    if (password === undefined && (await transactionHashOf(context)) === null) throw new DomainError('update_required')
    return await proveByLoginPassword(context, passkeyRemove.path, password ?? '')
  },
)

export const chooseToConfirm = handle(passkeyConfirms, async (context, { isOn }) => {
  const { db } = context
  const memberId = memberOf(context)
  if (isOn && (await credentialIds(db, memberId)).length === 0) throw new DomainError('not_found')
  await db.updateTable('member').set({ confirmsByPasskey: isOn }).where('id', '=', memberId).execute()
  return {}
})
