import type { CallPath } from '#protocol/calls.ts'
import { reported } from '../../lib/report.ts'
import type { QueryClient, QueryPersister } from '@tanstack/react-query'
import type { Clock } from '../../lib/clock.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import type { AnswerCache } from './answer-cache.ts'
import { placementOf } from '../placement.ts'

/** Calls whose answers may follow from others that are kept. */
const deriving = new Set<string>(['g/goods/list', 'g/user/goods/list'] satisfies readonly CallPath[])

/**
 * Puts a query's kept answer on the screen while the network is asked, with the time it was true, and keeps what
 * the network says. The two run side by side: neither a slow disk nor a dead network holds up the other.
 */
export function createPersister(
  client: () => QueryClient,
  shelf: AnswerCache,
  clock: Clock,
  isFirstVisit = false,
): QueryPersister {
  // What would look is 28 kB, on the way of the first screen.
  let isBare = isFirstVisit

  return async (queryFn, context, query) => {
    const path = String(query.queryKey[0])
    if (placementOf(path).cache !== 'persistent') return queryFn(context)
    let restored = query.state.data === undefined && !isBare ? restore(query.queryHash) : undefined
    try {
      const data = await queryFn(context)
      const answer = { hash: query.queryHash, key: query.queryKey, data, at: clock.now() }
      const keep = () => {
        isBare = false
        shelf.write(answer).catch(reported('persistent cache: write'))
      }
      if (isBare) whenIdle(keep, 1000)
      else keep()
      return data
    } catch (failure) {
      // A device that only forgot that it was here before still has what it kept.
      if (!restored && query.state.data === undefined) restored = restore(query.queryHash)
      // Otherwise a refusal that comes quicker than the disk would first be shown without the data.
      await restored
      throw failure
    }

    // Seldom needed, so it isn't in the first file.
    async function follow(key: readonly unknown[]) {
      if (!deriving.has(String(key[0]))) return undefined
      const { derived } = await import('./derived.ts')
      return derived(key, shelf.read, (other) => client().getQueryData(other))
    }

    async function restore(hash: string) {
      const kept = await shelf
        .read(hash)
        .then((own) => own ?? follow(query.queryKey))
        .catch(reported('persistent cache: read'))
      // A clock that was ahead then must not make an answer fresh for ever.
      if (kept && query.state.data === undefined)
        client().setQueryData(query.queryKey, kept.data, { updatedAt: Math.min(kept.at, clock.now()) })
    }
  }
}
