import { queryClient } from '../cache/cache.ts'
import { featureFlags } from '../entities/feature-flags.ts'
import { loadWhileIdle } from '../lib/load-while-idle.ts'
import { areaOf } from '../sitemap.ts'
import { untilTextOf } from './locale.ts'
import type { router as appRouter } from './router.ts'
import { tabsOf } from './tabs.ts'

/**
 * Loads texts and program of the tabs while the browser is idle, so that the first tap on a tab has only to draw its
 * page. Only with a worker, which has the files: nothing of this goes over the network.
 */
export async function loadTabs(router: typeof appRouter): Promise<void> {
  if (!navigator.serviceWorker?.controller) return
  const isRestricted = queryClient.getQueryData(featureFlags.queryKey)?.examine === true
  const tabs = tabsOf(isRestricted)
  await loadWhileIdle([
    // Together: each text that comes has every page drawn anew.
    () => Promise.all(tabs.map((tab) => untilTextOf(areaOf(tab)))),
    ...tabs.map(
      ({ path }) =>
        () =>
          router.loadRouteChunk(router.routesByPath[path]),
    ),
  ])
}
