import { reported } from '../lib/report.ts'
import { QueryClient, type Query } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import type { Clock } from '../lib/clock.ts'
import type { AnswerCache } from './persistent/answer-cache.ts'
import { bootPaths } from './placement.ts'
import { createPersister } from './persistent/persister.ts'

const retries = 2
/** Somebody waits before the screen: where the server asks for more time, it says that the read failed. */
const longestWaitMs = 10_000

/**
 * The one read model (docs/offline.md, "Reading"). Screens know their queries; this decides how they are fetched,
 * stored and repeated. With `isFirstVisit` nothing can be stored yet, so storage isn't asked.
 */
export function createQueryClient(answers: AnswerCache, clock: Clock, isFirstVisit = false): QueryClient {
  // Where the device's clock was set back, an answer from before would be fresh until that moment comes again.
  const evenIfAhead = ({ state }: Query) => (state.dataUpdatedAt > clock.now() ? 'always' : true)
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        // Fetches whatever the browser believes about the network: `navigator.onLine` is often wrong.
        networkMode: 'offlineFirst',
        gcTime: 30 * 60_000,
        refetchOnMount: evenIfAhead,
        refetchOnWindowFocus: evenIfAhead,
        refetchOnReconnect: evenIfAhead,
        persister: createPersister(() => client, answers, clock, isFirstVisit),
        retry: (count, error) => count < retries && mayPass(error),
        retryDelay: (count, error) => Math.max(1000 * 2 ** count, (error instanceof ApiError && error.retryAfter) || 0),
      },
      mutations: { networkMode: 'always' },
    },
  })
  // The boot cache is written from the queries in memory, so those must not be collected.
  for (const path of bootPaths) client.setQueryDefaults([path], { gcTime: Infinity })
  return client
}

/**
 * True where asking again may help. A time-out has cost a minute already, so it is not repeated. A request that was
 * rejected as a duplicate is repeated: its screen needs the answer too.
 */
function mayPass(error: Error): boolean {
  if (!(error instanceof ApiError) || (error.retryAfter ?? 0) > longestWaitMs) return false
  return (
    error.kind === 'network' ||
    error.kind === 'aborted' ||
    error.kind === 'notOurs' ||
    error.http >= 500 ||
    error.http === 429
  )
}

/**
 * Marks the reads at these paths as out of date, and fetches those again that a screen shows. An answer on its way may
 * be from before the change: its read is marked once more when it comes.
 */
export function refetchInvalidated(client: QueryClient, invalidates: readonly string[]): void {
  const paths = new Set(invalidates)
  const isOld = ({ queryKey }: Query) => paths.has(String(queryKey[0]))
  for (const query of client.getQueryCache().findAll({ predicate: isOld, fetchStatus: 'fetching' })) {
    // The library asks again where a screen shows an older answer.
    if (query.isActive() && query.state.data !== undefined) continue
    query
      .fetch()
      .then(() => client.invalidateQueries({ queryKey: query.queryKey, exact: true }))
      .catch(() => {})
  }
  client.invalidateQueries({ predicate: isOld }).catch(reported('queries: invalidate'))
}
