import { session } from '../api/api.ts'
import { member } from '../cache/cache.ts'
import { connectionTo } from '../cache/storage/databases.ts'
import { eraseDatabase } from '../cache/storage/erase.ts'
import { memberName } from '../cache/storage/names.ts'
import { reported } from '../lib/report.ts'
import { currentOutbox } from './current-outbox.ts'
import { signOut } from './sign-out.ts'

/** The server has deleted the account of whoever is signed in. */
export function endDeletedAccount(): void {
  session.end('accountDeleted')
}

/**
 * Removes from this device what belonged to an account once the server says that it was deleted: by its answer or,
 * where that was lost, by refusing to renew the session.
 */
export function followAccountDeletion(): void {
  const follow = () => {
    const memberId = member.getSnapshot()?.memberId
    if (session.ending() === 'accountDeleted' && memberId !== undefined)
      erase(memberId).catch(reported('account deletion: erase'))
  }
  session.subscribe(follow)
  follow()
}

async function erase(memberId: string): Promise<void> {
  await eraseDatabase(connectionTo(memberName(memberId)))
  await currentOutbox()?.then((outbox) => outbox.clear())
  await signOut()
}
