import type { Insertable } from 'kysely'
import type { Db } from './open.ts'
import type { Schema } from './schema.ts'

/**
 * Inserts a passkey with the row that finds its member, in the caller's transaction. False where its credential is
 * there.
 */
export async function insertPasskey(db: Db, passkey: Insertable<Schema['passkey']>): Promise<boolean> {
  const { credentialId, memberId } = passkey
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('passkeyCredential')
    .values({ credentialId, memberId })
    .onConflict((it) => it.column('credentialId').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) return false
  await db.insertInto('passkey').values(passkey).execute()
  return true
}

/** Deletes a member's passkeys, all or one, with the rows that find their member. Gives their credentials' ids. */
export async function deletePasskeys(db: Db, memberId: string, id?: string): Promise<string[]> {
  const rows = await db
    .with('removed', (it) =>
      it
        .deleteFrom('passkey')
        .where('memberId', '=', memberId)
        .$if(id !== undefined, (one) => one.where('id', '=', id as string))
        .returning('credentialId'),
    )
    .with('freed', (it) =>
      it
        .deleteFrom('passkeyCredential')
        .where('memberId', '=', memberId)
        .where('credentialId', 'in', (removed) => removed.selectFrom('removed').select('credentialId')),
    )
    .selectFrom('removed')
    .select('credentialId')
    .execute()
  return rows.map((it) => it.credentialId)
}
