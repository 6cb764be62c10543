import { queryClient } from '../cache/cache.ts'
import { featureFlags } from '../entities/feature-flags.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { areaOf, type BuiltPlace } from '../sitemap.ts'
import { untilTextOf } from './locale.ts'
import type { router as appRouter } from './router.ts'
import { tabsOf } from './tabs.ts'

/** Milliseconds after which the tabs are loaded even where the browser never says that it is idle. */
const atLatestMs = 20_000

/**
 * Loads texts and program of the tabs, a part whenever the browser is idle, so that the first tap on a tab has only to
 * draw its page. Only where a worker has the files: nothing of this goes over the network.
 */
export async function loadTabs(router: typeof appRouter): Promise<void> {
  if (!navigator.serviceWorker?.controller) return
  await idle()
  const isRestricted = queryClient.getQueryData(featureFlags.queryKey)?.examine === true
  const tabs = tabsOf(isRestricted) as readonly BuiltPlace[]
  // Together: each text that comes has every page drawn anew.
  await Promise.all(tabs.map((tab) => untilTextOf(areaOf(tab))))
  for (const { path } of tabs) {
    await idle()
    await router.loadRouteChunk(router.routesByPath[path])
  }
}

function idle(): Promise<void> {
  return new Promise((done) => {
    whenIdle(done, atLatestMs)
  })
}
