import { reported } from '../../lib/report.ts'
import { onlineManager } from '@tanstack/react-query'
import { ApiError, saysSignedOut } from '../../api/api-error.ts'
import { systemClock } from '../../lib/clock.ts'
import { connectionTo } from '../storage/databases.ts'
import { letScreensOvertake } from './let-screens-overtake.ts'
import { fill, freshMs } from './prefetch.ts'
import { visitorPartsFor } from './visitor-parts.ts'
import { currentLine, isMetered, onLineChange } from './connection-info.ts'
import { readMeta, writeMeta } from '../storage/meta.ts'
import { memberName } from '../storage/names.ts'
import { offlineStatus } from './offline-status.ts'
import { answers, member, queryClient, signedInId } from '../cache.ts'

const name = 'filled'
const lock = 'voltfolio-fill'
/** Milliseconds before the first prefetch: the screen that the member opened loads first. */
const restMs = 3000
const againMs = freshMs / 2
/** Milliseconds before the next try where something could not be fetched. */
const retryMs = 60_000

/** The prefetch that runs or waits for its turn, and whose it is; a visitor's has no member. */
let last: { memberId: string | undefined; over: Promise<unknown> } | undefined
let endedAt = 0

/**
 * Fetches what is worth having offline in the background from now on, for a visitor only the offers: after sign-in,
 * when the network is back, and now and then. To be called once.
 */
export function startPrefetch(): void {
  letScreensOvertake(queryClient)
  const soon = () => setTimeout(() => void fillOnce().catch(reported('offline prefetch')), restMs)
  // A visitor's first screen is long there: it had to wait for the worker (shell/services.ts).
  if (signedInId() === undefined && performance.now() > restMs) void fillOnce().catch(reported('offline prefetch'))
  else soon()
  member.subscribe(soon)
  onlineManager.subscribe((isOnline) => {
    if (isOnline && offlineStatus.getSnapshot().state !== 'done') soon()
  })
  onLineChange(() => {
    if (offlineStatus.getSnapshot().state === 'light' && !isMetered(currentLine())) soon()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && systemClock.now() - endedAt > againMs) soon()
  })
}

/**
 * Fetches everything anew, now and on any line: someone has asked for it. Resolves with how many pieces could not be
 * fetched.
 */
export async function refreshEverything(): Promise<number> {
  const memberId = signedInId()
  return await inTurn(memberId, () => run(memberId, systemClock.now(), false))
}

/** Fetches everything anew, as far as the line allows: the server now speaks another language. */
export async function refreshWords(): Promise<void> {
  await allParts()
    .then((it) => it.forgetMessages())
    .catch(reported('offline prefetch'))
  await queryClient.invalidateQueries()
  const memberId = signedInId()
  if (memberId !== undefined) await inTurn(memberId, () => run(memberId, systemClock.now(), isMetered(currentLine())))
}

async function fillOnce(): Promise<void> {
  const memberId = signedInId()
  if (!onlineManager.isOnline() || (last && last.memberId === memberId)) return
  await inTurn(memberId, () => alone(memberId === undefined ? fillForVisitor : () => fillForMember(memberId)))
  if (memberId !== undefined && offlineStatus.getSnapshot().state === 'waiting')
    setTimeout(() => void fillOnce().catch(reported('offline prefetch')), retryMs)
}

async function fillForMember(memberId: string): Promise<void> {
  const connection = connectionTo(memberName(memberId))
  const isFirst = (await readMeta(connection, name)) === undefined
  offlineStatus.set({ ...offlineStatus.getSnapshot(), isFirst })
  await run(memberId, undefined, isMetered(currentLine()))
  const { state } = offlineStatus.getSnapshot()
  if (isFirst && (state === 'done' || state === 'light')) await writeMeta(connection, name, systemClock.now())
}

/** Several tabs would fetch the same. */
async function alone(work: () => Promise<unknown>): Promise<void> {
  await ('locks' in navigator
    ? navigator.locks.request(lock, { ifAvailable: true }, async (free) => {
        if (free) await work()
      })
    : work())
}

/** What a link to an offer needs: a visitor may follow one later, without a network. */
async function fillForVisitor(): Promise<void> {
  if (!isMetered(currentLine())) await run(undefined, undefined, false, true)
}

/** One prefetch after the other: who has just signed in waits for the last request of the visitor's. */
function inTurn<T>(memberId: string | undefined, work: () => Promise<T>): Promise<T> {
  const before = last?.over
  const over = afterwards(before, work).finally(() => {
    if (last?.over === over) last = undefined
  })
  last = { memberId, over }
  return over
}

async function afterwards<T>(before: Promise<unknown> | undefined, work: () => Promise<T>): Promise<T> {
  // Whoever started it reports its failure.
  await before?.catch(() => {})
  return await work()
}

/** With the schemas of most calls, which a visitor's start needs none of. */
const allParts = () => import('./prefetch-parts.ts')

async function run(
  memberId: string | undefined,
  since: number | undefined,
  isOnMetered: boolean,
  isOffersOnly = false,
): Promise<number> {
  const isTheirs = () => signedInId() === memberId
  const facts = await answers.facts().catch(() => undefined)
  const stored = { facts: facts ?? [], read: answers.read, isKept: facts !== undefined }
  const parts = isOffersOnly
    ? visitorPartsFor(queryClient, stored, systemClock)
    : (await allParts()).prefetchPartsFor(queryClient, stored, memberId !== undefined, systemClock)
  const lost = await fill(
    {
      parts,
      clock: systemClock,
      isMetered: () => isOnMetered,
      mayGoOn: () => isTheirs() && onlineManager.isOnline(),
      isAnswer: (failure) =>
        failure instanceof ApiError &&
        failure.kind === 'rejected' &&
        !saysSignedOut(failure) &&
        failure.http !== 429 &&
        failure.http !== 503,
      // Some parts are not "everything worth reading".
      report: (state) => {
        if (!isOffersOnly && isTheirs()) offlineStatus.set({ ...offlineStatus.getSnapshot(), ...state })
      },
    },
    since,
  )
  endedAt = systemClock.now()
  return lost
}
