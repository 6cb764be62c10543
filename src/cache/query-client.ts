import { reported } from '../lib/report.ts'
import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import type { Clock } from '../lib/clock.ts'
import type { AnswerCache } from './persistent/answer-cache.ts'
import { bootPaths } from './placement.ts'
import { createPersister } from './persistent/persister.ts'

const retries = 2

/** The one read model. Screens know their queries; this decides how they are fetched, kept and repeated. `isFirstVisit`: nothing can be on the shelf yet. */
export function createQueryClient(shelf: AnswerCache, clock: Clock, isFirstVisit = false): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        // Asks whatever the browser believes about the network: it is often wrong.
        networkMode: 'offlineFirst',
        gcTime: 30 * 60_000,
        persister: createPersister(() => client, shelf, clock, isFirstVisit),
        retry: (count, error) => count < retries && mayPass(error),
        retryDelay: (count, error) => Math.max(1000 * 2 ** count, (error instanceof ApiError && error.retryAfter) || 0),
      },
      mutations: { networkMode: 'always' },
    },
  })
  // The boot shelf is written from what is in memory, so its queries must not be collected.
  for (const path of bootPaths) client.setQueryDefaults([path], { gcTime: Infinity })
  return client
}

/**
 * True where asking again may help. A time-out has cost a minute already. A request that was refused because somebody
 * else was asking the same may be asked again when that one is over: a screen must not go without for it.
 */
function mayPass(error: Error): boolean {
  if (!(error instanceof ApiError)) return false
  return (
    error.kind === 'network' ||
    error.kind === 'aborted' ||
    error.kind === 'notOurs' ||
    error.http >= 500 ||
    error.http === 429
  )
}

/** Fetches again what a command has changed, where it is on a screen, and marks the rest as old. */
export function refetchInvalidated(client: QueryClient, invalidates: readonly string[]): void {
  const touched = new Set(invalidates)
  client
    .invalidateQueries({ predicate: ({ queryKey }) => touched.has(String(queryKey[0])) })
    .catch(reported('queries: invalidate'))
}
