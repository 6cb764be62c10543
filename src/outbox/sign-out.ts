import { authLogout } from '#protocol/auth.ts'
import { callApi, session } from '../api/api.ts'
import { createAnswerCache } from '../cache/persistent/answer-cache.ts'
import { connectionTo } from '../cache/storage/databases.ts'
import { forgetMeta, takeMeta, writeMeta } from '../cache/storage/meta.ts'
import { memberName, shownInGames } from '../cache/storage/names.ts'
import { member, signedInId, visitorConnection } from '../cache/cache.ts'
import { forgetLastScreens } from '../cache/last-screens.ts'
import { forgetPictures } from '../cache/pictures.ts'
import { systemClock } from '../lib/clock.ts'
import { sleep } from '../lib/sleep.ts'
import { currentOutbox } from './current-outbox.ts'

const owed = 'sign-out-owed'
const patienceMs = 5000
const diskPatienceMs = 2000

/**
 * Signs out on this device, with or without a network: suspends the outbox, clears the kept answers, forgets the token.
 * An app that is closed meanwhile is signed out as well. Resolves with how many commands stay unsent; warn with that
 * number before calling. The server is told now, or at the next opening.
 */
export async function signOut(): Promise<number> {
  // Who leaves, whoever is signed in once the server has answered.
  const memberId = member.getSnapshot()?.memberId
  member.leave()
  const noting = inTime(writeMeta(visitorConnection(), owed, memberId ?? true))
  const [unsent] = await Promise.all([suspendOutbox(), forgetAnswersOf(memberId), noting])
  const telling = callApi(authLogout, {}, { signal: AbortSignal.timeout(patienceMs), isQuiet: true })
  await telling.then(
    () => inTime(takeMeta(visitorConnection(), owed)),
    () => {},
  )
  // Somebody else may have signed in where the session had ended before, as that of a deleted account.
  if (member.getSnapshot()?.memberId !== memberId) return unsent
  // More answers came meanwhile. From the end on none are stored for this member.
  const forgetting = forgetAnswersOf(memberId)
  session.end()
  // A token that came meanwhile, here or in another tab, has resumed it.
  await Promise.all([forgetting, suspendOutbox()])
  return unsent
}

async function suspendOutbox(): Promise<number> {
  const suspending = currentOutbox()?.then((outbox) => outbox.suspend())
  return (await inTime(suspending)) ?? 0
}

/** Removes what a member has read on this device; their unsent commands stay. */
export async function forgetAnswersOf(memberId: string | undefined): Promise<void> {
  const connection = memberId === undefined ? undefined : connectionTo(memberName(memberId))
  const answers = connection && createAnswerCache(() => connection, systemClock).clear()
  const shown = connection && forgetMeta(connection, Object.values(shownInGames))
  await Promise.all([answers, shown, forgetPictures(globalThis.caches), forgetLastScreens()].map(inTime))
}

/**
 * Where storage fails or doesn't answer, the member is signed out all the same: without the token nothing of theirs is
 * sent.
 */
function inTime<T>(work: Promise<T> | undefined): Promise<T | void> {
  return Promise.race([work?.catch(() => {}), sleep(diskPatienceMs)])
}

/**
 * Ends an earlier sign-out that the server could not be told of, or that was cut short because the app was closed.
 * Skipped where a member is signed in by now.
 */
export async function settleSignOut(): Promise<void> {
  const leaver = await takeMeta(visitorConnection(), owed)
  if (leaver === undefined || signedInId() !== undefined) return
  if (typeof leaver === 'string') {
    forgetBootCacheOf(leaver)
    await forgetAnswersOf(leaver)
  }
  await callApi(authLogout, {}, { isQuiet: true }).catch(() => writeMeta(visitorConnection(), owed, leaver))
}

/** A page that was closed in the middle of a sign-out has left it. */
function forgetBootCacheOf(memberId: string): void {
  try {
    localStorage.removeItem(`voltfolio-boot-${memberId}`)
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}
