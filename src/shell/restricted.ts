import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { queryClient } from '../cache/cache.ts'
import { featureFlags } from '../entities/feature-flags.ts'
import type { BuiltPlace } from '../sitemap.ts'
import { relaunchTarget, standIn } from './tabs.ts'

/**
 * Review mode as the server says it, undefined where all is on. Moves to the pages that remain, and back (specification
 * 4).
 */
export function useRestricted(): { switchedOff: readonly string[] } | undefined {
  const router = useRouter()
  // The operator may switch at any time: asked at every start and whenever the page becomes visible. In between, and
  // offline, the stored answer holds.
  const { data } = useQuery({ ...featureFlags, refetchOnMount: 'always', refetchOnWindowFocus: 'always' })
  const isRestricted = data?.examine
  useEffect(() => {
    if (isRestricted === undefined) return
    const target = relaunchTarget(isRestricted, router.history.location.pathname)
    if (target) void router.navigate({ to: target, state: { relaunch: true } })
  }, [isRestricted, router])
  return data?.examine ? data : undefined
}

/** What stands for a tab's page while review mode has taken it away; undefined where the page itself may open. */
export function remainingFor(path: string): BuiltPlace['path'] | undefined {
  return queryClient.getQueryData(featureFlags.queryKey)?.examine ? standIn(path) : undefined
}
