import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { queryClient } from '../cache/cache.ts'
import { refetchInvalidated } from '../cache/query-client.ts'
import { featureFlags } from '../entities/feature-flags.ts'
import { systemClock } from '../lib/clock.ts'
import type { Place } from '../sitemap.ts'
import { afterRestriction, standIn } from './tabs.ts'

const startedAt = systemClock.now()

/**
 * Review mode as the server reports it; undefined while everything is on. When it ends, its own pages redirect to the
 * usual ones; `use-relaunch.ts` handles its beginning.
 */
export function useRestricted(): { switchedOff: readonly string[] } | undefined {
  const router = useRouter()
  // The operator may switch at any time, so every start and every return to the page requests the flags, unless they
  // came with the document. In between, and offline, the stored answer holds.
  const { data } = useQuery({ ...featureFlags, refetchOnMount: unlessOfThisStart, refetchOnWindowFocus: 'always' })
  const isRestricted = data?.examine
  // The front page comes without what is off: an answer from before the operator switched says nothing of now.
  const off = data?.switchedOff.join()
  const known = useRef(off)
  useEffect(() => {
    if (known.current !== undefined && off !== known.current) refetchInvalidated(queryClient, ['home/indexV3'])
    known.current = off
  }, [off])
  useEffect(() => {
    if (isRestricted !== false) return
    const target = afterRestriction(router.history.location.pathname)
    if (target) void router.navigate({ to: target, state: { relaunch: true } })
  }, [isRestricted, router])
  return data?.examine ? data : undefined
}

function unlessOfThisStart({ state }: { state: { dataUpdatedAt: number } }) {
  const isOfThisStart = state.dataUpdatedAt >= startedAt && state.dataUpdatedAt <= systemClock.now()
  return isOfThisStart ? true : 'always'
}

/** The page that replaces a tab's page in review mode; undefined where the page itself may open. */
export function remainingFor(path: string): Place['path'] | undefined {
  return queryClient.getQueryData(featureFlags.queryKey)?.examine ? standIn(path) : undefined
}
