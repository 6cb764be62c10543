import { sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { deleteSubscriptions } from '../../db/push-subscriptions.ts'
import { goesOn } from '../../http/session.ts'

/**
 * Deletes the push subscriptions of the device of a session that has ended, whoever holds the device then, unless the
 * member has another session there. Without this they would still be told there of changes to their account.
 */
export async function endPushesOf(db: Db, of: { memberId: string; sessionId: string }, clock: Clock): Promise<void> {
  await deleteSubscriptions(
    db,
    // The session that ended is asked first, and gives no row or one.
    sql`member_id = ${of.memberId} and coalesce(device, '') = (
      select coalesce(ended.device, '') from session ended
      where ended.member_id = ${of.memberId} and ended.id = ${of.sessionId} and not exists (
          select 1 from session other where other.member_id = ${of.memberId}
            and other.device is not distinct from ended.device and ${goesOn('other', clock)}))`,
  )
}
