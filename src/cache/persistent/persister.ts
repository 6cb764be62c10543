import type { CallPath } from '#protocol/calls.ts'
import { report, reported } from '../../lib/report.ts'
import { restDue } from '../../lib/rest-due.ts'
import type { QueryClient, QueryPersister } from '@tanstack/react-query'
import type { Clock } from '../../lib/clock.ts'
import { sleep } from '../../lib/sleep.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import type { AnswerCache } from './answer-cache.ts'
import { placementOf } from '../placement.ts'

/** Calls whose answers may follow from other stored answers (derived.ts). */
const deriving = new Set<string>([
  'g/goods/list',
  'g/goods/vehicle/list',
  'g/user/goods/list',
  'g/user/vehicle/list',
  'g/team/list',
  'invitation/reward/record',
] satisfies readonly CallPath[])

interface Pages {
  pages: readonly { next?: unknown }[]
}

const diskPatienceMs = 1000

/**
 * Shows a query's stored answer, with the time it was true, while the network is asked, and stores the network's
 * answer. Both run at the same time: neither a slow disk nor a dead network holds up the other.
 */
export function createPersister(
  client: () => QueryClient,
  answers: AnswerCache,
  clock: Clock,
  isFirstVisit = false,
): QueryPersister {
  // The database library is 28 kB, which comes with the rest of the app.
  let isBare = isFirstVisit

  return async (queryFn, context, query) => {
    const path = String(query.queryKey[0])
    if (placementOf(path).cache !== 'persistent') return queryFn(context)
    let restored = query.state.data === undefined && !isBare ? restore(query.queryHash) : undefined
    try {
      const data = await asManyPages(await queryFn(context), restored)
      // The member may have signed out meanwhile: nothing read for one is stored for whoever is next, or shown.
      context.signal.throwIfAborted()
      const answer = { hash: query.queryHash, key: query.queryKey, data, at: clock.now() }
      const store = () => {
        isBare = false
        answers.write(answer).catch(reported('persistent cache: write'))
      }
      // Somebody may have signed in or out meanwhile: then the query was reset.
      const storeIfShown = () => query.state.data === data && store()
      if (isBare) void restDue.then(() => whenIdle(storeIfShown, 1000))
      else store()
      return data
    } catch (failure) {
      // A device may have lost only the note that it was here before, and still have its database.
      if (!restored && query.state.data === undefined) restored = restore(query.queryHash)
      // Without this, an error of the network that comes before the stored answer would be shown in its place.
      await Promise.race([restored, sleep(diskPatienceMs)])
      throw failure
    }

    /**
     * As many pages of a list as are shown. The library counts them as a fetch starts, when those on the device aren't
     * restored yet: the first page alone would replace all of them.
     */
    async function asManyPages(first: unknown, restoring: Promise<void> | undefined): Promise<unknown> {
      let data = first
      if (isCutOff(data)) await Promise.race([restoring, sleep(diskPatienceMs)])
      while (isCutOff(data) && pagesIn(data) < pagesIn(query.state.data)) {
        // Called again, the library's function goes on after the last page, as it does for a retry.
        const more = await queryFn(context)
        if (pagesIn(more) <= pagesIn(data)) break
        data = more
      }
      return data
    }

    // Seldom needed, so it isn't in the first chunk.
    async function follow(key: readonly unknown[]) {
      if (!deriving.has(String(key[0]))) return undefined
      const { derived } = await import('./derived.ts')
      return derived(key, answers.read, (other) => client().getQueryData(other))
    }

    /** Without the schemas it is shown as it was stored. */
    async function completed(data: unknown) {
      const load = query.meta?.call
      if (!load) return data
      return import('../../api/requesting.ts')
        .then(async (it) => it.completed(await load(), data))
        .catch((failure: unknown) => {
          report(failure, 'persistent cache: complete')
          return data
        })
    }

    async function restore(hash: string) {
      const stored = await answers
        .read(hash)
        .then((own) => own ?? follow(query.queryKey))
        .catch(reported('persistent cache: read'))
      if (!stored) return
      const data = await completed(stored.data)
      // A clock that was ahead then must not make an answer fresh for ever.
      if (query.state.data === undefined && !context.signal.aborted)
        client().setQueryData(query.queryKey, data, { updatedAt: Math.min(stored.at, clock.now()) })
    }
  }
}

/** How many pages an answer has; 0 where it doesn't come in pages. */
function pagesIn(data: unknown): number {
  return (data as Partial<Pages> | undefined)?.pages?.length ?? 0
}

/** Whether the list goes on after the last page. */
function isCutOff(data: unknown): boolean {
  return (data as Partial<Pages> | undefined)?.pages?.at(-1)?.next !== undefined
}
