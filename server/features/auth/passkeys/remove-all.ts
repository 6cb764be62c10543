import type { Clock } from '../../../clock.ts'
import type { Db } from '../../../db/open.ts'
import { deletePasskeys } from '../../../db/passkeys.ts'
import { noteSecurity, type SecurityEvent } from '../../../db/security-events.ts'

/**
 * Removes every passkey of a member, and the right of a passkey to confirm commands: a member who proves the phone by a
 * code, or whom customer service helps, so shuts out somebody who has added a passkey of their own. `of` is for the
 * security log.
 */
export async function removeAllPasskeys(
  db: Db,
  of: Omit<SecurityEvent, 'kind'> & { memberId: string },
  clock: Clock,
): Promise<void> {
  const { memberId } = of
  const removed = await deletePasskeys(db, memberId)
  await db.updateTable('member').set({ confirmsByPasskey: false }).where('id', '=', memberId).execute()
  if (removed.length > 0) await noteSecurity(db, { ...of, kind: 'passkey_removed' }, clock)
}
