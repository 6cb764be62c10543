import { reported } from '../../lib/report.ts'
import { onlineManager } from '@tanstack/react-query'
import { ApiError, saysSignedOut } from '../../api/api-error.ts'
import { systemClock } from '../../lib/clock.ts'
import { connectionTo } from '../storage/databases.ts'
import { fill, freshMs } from './prefetch.ts'
import { prefetchPartsFor, visitorParts } from './prefetch-parts.ts'
import { currentLine, isMetered, onLineChange } from './connection-info.ts'
import { messageHistory } from '../persistent/long-lists.ts'
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

let running: Promise<number> | undefined
let endedAt = 0

/**
 * Fetches what is worth having offline in the background from now on, for a visitor only the offers: after sign-in,
 * when the network is back, and now and then. To be called once.
 */
export function startPrefetch(): void {
  const soon = () => setTimeout(() => void fillOnce().catch(reported('offline prefetch')), restMs)
  soon()
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
  // The caller that started it reports its failure.
  await running?.catch(() => {})
  return track(run(signedInId(), systemClock.now(), false))
}

/** Fetches everything anew, as far as the line allows: the server now speaks another language. */
export async function refreshWords(): Promise<void> {
  await messageHistory.forgetPlaces().catch(reported('offline prefetch'))
  await queryClient.invalidateQueries()
  // The caller that started it reports its failure.
  await running?.catch(() => {})
  if (signedInId() !== undefined) await track(run(signedInId(), systemClock.now(), isMetered(currentLine())))
}

async function fillOnce(): Promise<void> {
  const memberId = signedInId()
  if (running || !onlineManager.isOnline()) return
  if (memberId === undefined) return await alone(fillForVisitor)
  const connection = connectionTo(memberName(memberId))
  const isFirst = (await readMeta(connection, name)) === undefined
  offlineStatus.set({ ...offlineStatus.getSnapshot(), isFirst })
  const work = () => track(run(memberId, undefined, isMetered(currentLine())))
  await alone(work)
  const { state } = offlineStatus.getSnapshot()
  if (state === 'waiting') setTimeout(() => void fillOnce().catch(reported('offline prefetch')), retryMs)
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
  if (!isMetered(currentLine())) await track(run(undefined, undefined, false, visitorParts))
}

function track(work: Promise<number>): Promise<number> {
  running = work.finally(() => {
    running = undefined
    endedAt = systemClock.now()
  })
  return running
}

async function run(
  memberId: string | undefined,
  since: number | undefined,
  isOnMetered: boolean,
  names?: readonly string[],
): Promise<number> {
  const facts = await answers.facts().catch(() => [])
  const parts = prefetchPartsFor(queryClient, { facts, read: answers.read }, memberId !== undefined)
  return fill(
    {
      parts: names ? parts.filter((it) => names.includes(it.name)) : parts,
      clock: systemClock,
      isMetered: () => isOnMetered,
      mayGoOn: () => signedInId() === memberId && onlineManager.isOnline(),
      isAnswer: (failure) =>
        failure instanceof ApiError &&
        failure.kind === 'rejected' &&
        !saysSignedOut(failure) &&
        failure.http !== 429 &&
        failure.http !== 503,
      // Some parts are not "everything worth reading".
      report: (state) => names || offlineStatus.set({ ...offlineStatus.getSnapshot(), ...state }),
    },
    since,
  )
}
