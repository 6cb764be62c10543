import type { Clock } from '../../lib/clock.ts'
import type { OfflineStatus } from './offline-status.ts'

/** One part of the offline prefetch. */
export interface Part {
  name: string
  /** Takes much room or many requests: not on a metered line. */
  isHeavy: boolean
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
  /** False stops before the next request: the member is gone, the page is hidden, there is no network. */
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
/** Few at a time: the screen the member looks at comes first. */
const atATime = 2

/**
 * Fetches what is missing or older than `since`, part by part, light parts first. Resolves with how many pieces could
 * not be fetched.
 */
export async function fill(ports: PrefetchPorts, since = ports.clock.now() - freshMs): Promise<number> {
  const { parts, report } = ports
  const total = parts.length
  let done = 0
  let failed = 0
  let isHeld = false
  report({ done, total, state: 'running' })
  for (const part of parts.toSorted((a, b) => Number(a.isHeavy) - Number(b.isHeavy))) {
    if (part.isHeavy && ports.isMetered()) {
      // What was fetched on another network counts too.
      if ((await missingOf(part, since)).length === 0) done++
      else isHeld = true
      continue
    }
    const lost = await fetchPart(ports, part, since)
    failed += lost
    if (lost === 0) done++
    report({ done, total, state: 'running' })
  }
  report({ done, total, state: failed > 0 ? 'waiting' : isHeld ? 'light' : 'done' })
  return failed
}

async function fetchPart(ports: PrefetchPorts, part: Part, since: number): Promise<number> {
  const queue = (await missingOf(part, since)).values()
  let lost = 0
  await Promise.all(
    Array.from({ length: atATime }, async () => {
      for (const piece of queue) {
        if (!ports.mayGoOn()) {
          lost++
          return
        }
        await piece().catch((failure: unknown) => {
          if (!ports.isAnswer(failure)) lost++
        })
      }
    }),
  )
  return lost
}

/** Where storage can't be read, the parts are fetched another time. */
async function missingOf(part: Part, since: number): Promise<readonly (() => Promise<unknown>)[]> {
  return part.missing(since).catch(() => [() => Promise.reject(new Error(`${part.name} could not be looked up`))])
}
