import { session } from '../api/api.ts'
import { member, signedInId, visitorConnection } from '../cache/cache.ts'
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
 * its answer or, where that was lost, by refusing to renew the session. The next start does what a closed app has left.
 */
export function followSessionEnd(): void {
  const follow = () => {
    const { memberId, isSignedIn } = member.getSnapshot() ?? {}
    const ending = session.ending()
    if (memberId === undefined || !ending || (ending === 'expired' && isSignedIn)) return
    noteOwed(`${ending} ${memberId}`)
    settle(memberId, ending)
  }
  const [ending, memberId] = noted()?.split(' ') ?? []
  // Who has signed in again reads what is theirs.
  if (ending === 'expired' && memberId === signedInId()) noteOwed(undefined)
  else if (memberId) settle(memberId, ending)
  session.subscribe(follow)
  follow()
}

function settle(memberId: string, ending: string | undefined): void {
  const work = ending === 'accountDeleted' ? erase(memberId) : forgetAnswersOf(memberId)
  work.then(() => noteOwed(undefined), reported('session: end'))
}

async function erase(memberId: string): Promise<void> {
  forgetEntries(memberId)
  notePushChoice(visitorConnection(), memberId, false).catch(reported('account deletion: pushes'))
  await eraseDatabase(connectionTo(memberName(memberId)))
  // At a later start somebody else may have signed in.
  if (member.getSnapshot()?.memberId !== memberId) return await forgetAnswersOf(memberId)
  await currentOutbox()?.then((outbox) => outbox.clear())
  await signOut()
}

/** Removes what `localStorage` keeps of the person: where they were, and what opens their lock. */
function forgetEntries(memberId: string): void {
  try {
    for (const name of Object.keys(localStorage)) if (name.endsWith(`-${memberId}`)) localStorage.removeItem(name)
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}

const owedName = 'voltfolio-end-owed'

/** The end that this device has yet to settle, and whose it was. Written at once: the app may be closed any moment. */
function noteOwed(owed: string | undefined): void {
  try {
    if (owed === undefined) localStorage.removeItem(owedName)
    else localStorage.setItem(owedName, owed)
  } catch {
    // Storage is blocked, so there is nothing to forget at a later start.
  }
}

function noted(): string | undefined {
  try {
    return localStorage.getItem(owedName) ?? undefined
  } catch {
    return undefined
  }
}
