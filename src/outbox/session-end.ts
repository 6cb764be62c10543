import { session } from '../api/api.ts'
import { member, visitorConnection } from '../cache/cache.ts'
import { connectionTo } from '../cache/storage/databases.ts'
import { eraseDatabase } from '../cache/storage/erase.ts'
import { memberName } from '../cache/storage/names.ts'
import { reported } from '../lib/report.ts'
import { currentOutbox } from './current-outbox.ts'
import { notePushChoice } from './push-subscription.ts'
import { forgetAnswersOf, signOut } from './sign-out.ts'

/** The server has deleted the account of whoever is signed in. */
export function endDeletedAccount(): void {
  session.end('accountDeleted')
}

/**
 * Follows sessions that the server has ended. One that was ended from afar, by a new password say, is forgotten as at a
 * sign-out: unsent commands wait for their member. Of an account that was deleted nothing stays; the server says so in
 * its answer or, where that was lost, by refusing to renew the session.
 */
export function followSessionEnd(): void {
  const follow = () => {
    const { memberId, isSignedIn } = member.getSnapshot() ?? {}
    if (memberId === undefined) return
    if (session.ending() === 'accountDeleted') erase(memberId).catch(reported('account deletion: erase'))
    if (session.ending() === 'expired' && isSignedIn === false) void forgetAnswersOf(memberId)
  }
  session.subscribe(follow)
  follow()
}

async function erase(memberId: string): Promise<void> {
  forgetEntries(memberId)
  notePushChoice(visitorConnection(), memberId, false).catch(reported('account deletion: pushes'))
  await eraseDatabase(connectionTo(memberName(memberId)))
  await currentOutbox()?.then((outbox) => outbox.clear())
  await signOut()
}

/** Removes what `localStorage` keeps of the person: where they were, and what opens their lock. */
function forgetEntries(memberId: string): void {
  try {
    for (const what of ['last-position', 'push-declined', 'lock', 'locale-followed', 'look-followed'])
      localStorage.removeItem(`voltfolio-${what}-${memberId}`)
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}
