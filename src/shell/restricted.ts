import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { queryClient } from '../cache/cache.ts'
import { featureFlags } from '../entities/feature-flags.ts'
import type { BuiltPlace } from '../sitemap.ts'
import { afterRestriction, standIn } from './tabs.ts'

/**
 * Review mode as the server says it, undefined where all is on. Its end leads from its own pages to the usual ones; its
 * beginning is followed by what is loaded with it (`use-relaunch.ts`).
 */
export function useRestricted(): { switchedOff: readonly string[] } | undefined {
  const router = useRouter()
  // The operator may switch at any time: asked at every start and whenever the page becomes visible. In between, and
  // offline, the stored answer holds.
  const { data } = useQuery({ ...featureFlags, refetchOnMount: 'always', refetchOnWindowFocus: 'always' })
  const isRestricted = data?.examine
  useEffect(() => {
    if (isRestricted !== false) return
    const target = afterRestriction(router.history.location.pathname)
    if (target) void router.navigate({ to: target, state: { relaunch: true } })
  }, [isRestricted, router])
  return data?.examine ? data : undefined
}

/** What stands for a tab's page while review mode has taken it away; undefined where the page itself may open. */
export function remainingFor(path: string): BuiltPlace['path'] | undefined {
  return queryClient.getQueryData(featureFlags.queryKey)?.examine ? standIn(path) : undefined
}
