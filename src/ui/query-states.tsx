import { Suspense, useDeferredValue, useState, type ReactNode } from 'react'
import { systemClock } from '../lib/clock.ts'
import { lazy, Nothing } from './lazy.tsx'
import { isPageArriving } from './page-arrival.ts'
import { ListSkeleton } from './skeletons.tsx'
import { useOnline } from './use-online.ts'
import { useSlow } from './use-slow.ts'

// Fetched right after the first frame (shell/services.ts): without a network it is there.
const StaleLine = lazy(() => import('./stale-line.tsx').then((it) => it.StaleLine), Nothing)
const Failure = lazy(() => import('./failure.tsx').then((it) => it.Failure))

/** The part of a TanStack query result that is used here; `useQuery` and `useInfiniteQuery` both fit. */
export interface QueryLike<T> {
  data: T | undefined
  error: unknown
  dataUpdatedAt: number
  /** How often it has failed: a retry of a first load forgets its error, not this. */
  errorUpdateCount?: number
  fetchStatus: 'fetching' | 'paused' | 'idle'
  isPlaceholderData?: boolean
  /** What is said without a network of an answer that is stored and holds no longer. */
  earlier?: ReactNode
  refetch: () => unknown
}

interface QueryStatesProps<T> {
  query: QueryLike<T>
  children: (data: T) => ReactNode
  /** The real shape of the content that is loading. */
  skeleton?: ReactNode
  isEmpty?: (data: T) => boolean
  empty?: ReactNode
}

/**
 * The states of a list or panel: first load, filled, empty, stale or offline with its age, failed with a retry. Data
 * has precedence over every other state: once loaded it stays, and its age appears when it can't be refreshed.
 */
export function QueryStates<T>({ query, children, skeleton = <ListSkeleton />, isEmpty, empty }: QueryStatesProps<T>) {
  const isOnline = useOnline()
  const isRefreshing = query.fetchStatus === 'fetching'
  const retry = () => void query.refetch()
  const [lastError, setLastError] = useState(query.error)
  if (query.error && query.error !== lastError) setLastError(query.error)
  // The data on the screen may then be old although there is a network.
  const isSlow = useSlow(isRefreshing && query.data !== undefined)
  // New data is rendered at low priority, in slices, so that a slow phone still responds to input. Data that is there
  // when the page comes is shown at once.
  const deferred = useDeferredValue(query.data)
  const [atOnce, setAtOnce] = useState(query.data)
  if (isPageArriving() && atOnce !== query.data) setAtOnce(query.data)
  const data = atOnce === query.data ? query.data : deferred
  if (query.data === undefined) {
    // Until the retry has answered, its button stays, and the focus with it.
    const error = query.error ?? (query.errorUpdateCount ? lastError : null)
    if (!error && query.fetchStatus !== 'paused') return skeleton
    return (
      <Suspense fallback={skeleton}>
        <Failure error={error} earlier={query.earlier} onRetry={retry} isRetrying={isRefreshing} />
      </Suspense>
    )
  }
  if (data === undefined) return skeleton
  const isOld =
    !query.isPlaceholderData &&
    (!isOnline || Boolean(query.error) || query.fetchStatus === 'paused' || (isSlow && isAged(query.dataUpdatedAt)))
  return (
    <>
      {isOld && (
        <Suspense fallback={<div className="min-h-11" />}>
          <StaleLine at={query.dataUpdatedAt} error={isOnline && query.error} onRetry={retry} />
        </Suspense>
      )}
      {isEmpty?.(data) ? empty : children(data)}
    </>
  )
}

/** Younger data counts as fresh. */
const agedMs = 60_000

function isAged(at: number): boolean {
  return systemClock.now() - at > agedMs
}
