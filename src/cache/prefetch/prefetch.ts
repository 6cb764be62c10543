import { CancelledError } from '@tanstack/react-query'
import { mostReads } from '#protocol/reads.ts'
import type { Clock } from '../../lib/clock.ts'
import type { OfflineStatus } from './offline-status.ts'

/** One part of the offline prefetch. */
export interface Part {
  name: string
  /** Not on a metered line: it is no text, or has no limit. */
  isHeavy: boolean
  /** Other parts' answers name its pieces, so it comes after them. */
  isDetail: boolean
  /**
   * Its missing or old pieces, as fetches that may run in any order. Computed anew at each start, so that a prefetch
   * that was cut short goes on where it was. Each rejects where it could not be fetched.
   */
  missing: (since: number) => Promise<readonly (() => Promise<unknown>)[]>
}

export interface PrefetchPorts {
  parts: readonly Part[]
  clock: Clock
  isMetered: () => boolean
  /** False stops before the next request: the member is gone, or there is no network. */
  mayGoOn: () => boolean
  /**
   * True where the failure is the server's word, for which asking again is no use: it has no such call, or not for this
   * member.
   */
  isAnswer: (failure: unknown) => boolean
  report: (state: Pick<OfflineStatus, 'done' | 'total' | 'state'>) => void
}

/** Milliseconds during which a stored answer is not fetched again. */
export const freshMs = 6 * 3600_000
/** So that the server answers one request while the answers of another are stored. */
const requestsAtOnce = 2

/**
 * Fetches what is missing or older than `since`: first all that depends on nothing, then one part after the other.
 * Resolves with how many pieces could not be fetched.
 */
export async function fill(ports: PrefetchPorts, since = ports.clock.now() - freshMs): Promise<number> {
  const { parts, report } = ports
  const total = parts.length
  let done = 0
  let failed = 0
  let isHeld = false
  const tell = (state: OfflineStatus['state']) => report({ done, total, state })
  const fetchAll = async (together: readonly Part[]) => {
    const lost = await fetchTogether(ports, together, since, () => {
      done++
      tell('running')
    })
    failed += lost
  }
  tell('running')
  const isFirst = ({ isHeavy, isDetail }: Part) => !isHeavy && !isDetail
  await fetchAll(parts.filter(isFirst))
  for (const part of parts.filter((it) => !isFirst(it))) {
    if (!part.isHeavy || !ports.isMetered()) await fetchAll([part])
    // What was fetched on another network counts too.
    else if ((await missingOf(ports, part, since)).length === 0) done++
    else isHeld = true
  }
  tell(failed > 0 ? 'waiting' : isHeld ? 'light' : 'done')
  return failed
}

/**
 * Fetches the missing pieces of all these parts, as many together as go into one request. Calls `onPart` for each part
 * that is whole. Resolves with how many pieces could not be fetched.
 */
async function fetchTogether(
  ports: PrefetchPorts,
  parts: readonly Part[],
  since: number,
  onPart: () => void,
): Promise<number> {
  const missing = await Promise.all(parts.map((part) => missingOf(ports, part, since)))
  const left = missing.map((pieces) => pieces.length)
  for (const count of left) if (count === 0) onPart()
  const pieces = missing.flatMap((them, part) => them.map((get) => ({ get, part })))
  await someAtOnce(shares(pieces), async (together) => {
    if (ports.mayGoOn())
      await Promise.all(
        together.map(async ({ get, part }) => {
          try {
            await evenIfCancelled(get, ports.mayGoOn)
          } catch (failure) {
            if (!ports.isAnswer(failure)) return
          }
          left[part]!--
          if (left[part] === 0) onPart()
        }),
      )
  })
  return left.reduce((sum, count) => sum + count, 0)
}

/** A screen that is closed gives up what it was waiting for, also where the prefetch waits for it. */
async function evenIfCancelled(get: () => Promise<unknown>, mayGoOn: () => boolean): Promise<void> {
  try {
    await get()
  } catch (failure) {
    if (!(failure instanceof CancelledError) || !mayGoOn()) throw failure
    await get()
  }
}

/** Pieces by requests. */
function shares<T>(pieces: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(pieces.length / mostReads) }, (_, number) =>
    pieces.slice(number * mostReads, (number + 1) * mostReads),
  )
}

async function someAtOnce<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = all.values()
  await Promise.all(
    Array.from({ length: requestsAtOnce }, async () => {
      for (const one of left) await work(one)
    }),
  )
}

/**
 * Nothing, where the server refuses what a part is looked up by. Where storage can't be read, the part is fetched
 * another time.
 */
async function missingOf(
  { isAnswer }: PrefetchPorts,
  part: Part,
  since: number,
): Promise<readonly (() => Promise<unknown>)[]> {
  return part.missing(since).catch((failure) => (isAnswer(failure) ? [] : [() => Promise.reject(failure)]))
}
