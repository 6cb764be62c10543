import { reported } from '../lib/report.ts'
import type { Query } from '@tanstack/react-query'
import { session, speakAs } from '../api/api.ts'
import { deviceId, wasHereBefore } from '../api/device.ts'
import { systemClock } from '../lib/clock.ts'
import { hideAmountsAs } from '../lib/hidden-amounts.ts'
import { createAnswerCache } from './persistent/answer-cache.ts'
import { onApplied } from './applied.ts'
import { takeGivenAnswers } from './boot/given-answers.ts'
import { createBootCache, type BootCache, type SyncStorage } from './boot/boot-cache.ts'
import type { Connection } from './storage/connection.ts'
import { connectionTo } from './storage/databases.ts'
import { createMember, memberKey } from './member.ts'
import { memberName, visitorName } from './storage/names.ts'
import { notBegun, offlineStatus } from './prefetch/offline-status.ts'
import { createQueryClient, refetchInvalidated } from './query-client.ts'
import { isEverybodys } from './placement.ts'

const syncStorage = syncStorageOf()

/** The member who is signed in on this device, for `useSyncExternalStore`. */
export const member = createMember(syncStorage)

/** The visitor's database, which also keeps what belongs to the installation. */
export const visitorConnection = (): Connection => connectionTo(visitorName)

/** The answers of whoever is signed in. */
export const answers = createAnswerCache(ownConnection, systemClock)

const isFirstVisit = !wasHereBefore(syncStorage)
export const queryClient = createQueryClient(answers, systemClock, isFirstVisit)

let bootCache: BootCache | undefined
let stopFollowing = () => {}
let owner: string | undefined

/**
 * Synchronous, before the first frame: the answers of the boot cache are in the client, with their age, when this
 * returns.
 */
export function openCache(): void {
  speakAs({ device: deviceId(syncStorage) })
  if (signedInId()) session.expect()
  moveIn()
  session.subscribe((memberId) => {
    if (memberId) member.signIn(memberId)
    else member.signOut()
  })
  member.subscribe(moveIn)
  onApplied((applied) => {
    if (applied.memberId === signedInId()) refetchInvalidated(queryClient, applied.invalidates)
  })
  // Phones may kill a hidden page without any further event.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') bootCache?.flush(queryClient)
  })
  window.addEventListener('pagehide', () => bootCache?.flush(queryClient))
  window.addEventListener('storage', (event) => {
    if (event.key === memberKey || event.key === null) followOtherTab()
  })
}

/** Removes every stored answer of whoever is signed in; unsent commands stay. */
export async function clearCaches(): Promise<void> {
  await answers.clear()
  bootCache?.remove()
}

/** The member's id while they are signed in, as far as this device knows. */
export function signedInId(): string | undefined {
  const remembered = member.getSnapshot()
  return remembered?.isSignedIn ? remembered.memberId : undefined
}

/** The database of whoever is signed in now; the visitor's where nobody is. */
export function ownConnection(): Connection {
  const id = signedInId()
  return connectionTo(id ? memberName(id) : visitorName)
}

function moveIn() {
  const next = signedInId() ?? 'visitor'
  if (next === owner) return
  const isFirst = owner === undefined
  // The answers of a member who left go; unsent commands stay (docs/offline.md, "Sign-out"). Where another tab signed
  // them out, a write that this one has delayed must not come after that.
  if (owner !== 'visitor') bootCache?.remove()
  owner = next
  hideAmountsAs(signedInId())
  stopFollowing()
  if (!isFirst) {
    offlineStatus.set(notBegun)
    // Answers that are the same for everybody stay: offline, the app must still know which features are switched off.
    const predicate = ({ queryKey }: Query) => !isEverybodys(String(queryKey[0]))
    queryClient.removeQueries({ type: 'inactive', predicate })
    queryClient.resetQueries({ predicate }).catch(reported('queries: reset'))
  }
  bootCache = createBootCache(syncStorage, next, systemClock)
  const restored = bootCache.restore(queryClient)
  // Before answers are given with the document: no request follows that would have them written.
  stopFollowing = bootCache.follow(queryClient)
  // With nothing stored the network is asked first: fetch the parser now, beside the texts, not after them.
  if (restored === 0 && !(isFirstVisit && takeGivenAnswers(queryClient)))
    import('../api/requesting.ts').catch(reported('load: requesting'))
}

/** Someone signed in or out in another tab: the token here is no longer the one to use. */
function followOtherTab() {
  const before = signedInId()
  member.reread()
  const id = signedInId()
  if (id === undefined) return session.end()
  // A refresh for the same member stays under way: the calls that wait for it would go without a token.
  if (id !== before) session.drop()
  session.expect()
}

/** Undefined where reading `localStorage` throws, as in private windows and under strict settings. */
function syncStorageOf(): SyncStorage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}
