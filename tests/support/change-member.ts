import type { Updateable } from 'kysely'
import type { Db } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'

/**
 * Changes a member as nothing in the app does. Their phone and invitation code find them, as long as they aren't
 * deleted.
 */
export async function changeMember(
  db: Db,
  memberId: string,
  changes: Updateable<Schema['member']>,
): Promise<{ phone: string; invitationCode: string }> {
  const { phone, invitationCode, deletedAt } = await db
    .updateTable('member')
    .set(changes)
    .where('id', '=', memberId)
    .returning(['phone', 'invitationCode', 'deletedAt'])
    .executeTakeFirstOrThrow()
  await db.deleteFrom('memberPhone').where('memberId', '=', memberId).execute()
  await db.deleteFrom('invitationCode').where('memberId', '=', memberId).execute()
  if (deletedAt === null) {
    await db.insertInto('memberPhone').values({ phone, memberId }).execute()
    await db.insertInto('invitationCode').values({ code: invitationCode, memberId }).execute()
  }
  return { phone, invitationCode }
}
