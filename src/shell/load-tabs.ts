import { queryClient, signedInId } from '../cache/cache.ts'
import { featureFlags } from '../entities/feature-flags.ts'
import { loadWhileIdle } from '../lib/load-while-idle.ts'
import { areaOf } from '../sitemap.ts'
import { beganWithoutWorker } from './first-worker.ts'
import { untilTextOf } from './locale.ts'
import { tabsOf } from './tabs.ts'
import { touched } from './touched.ts'

/**
 * Loads texts and program of the tabs while the browser is idle, so that the first tap on a tab waits for no file. The
 * program is compiled and run only then: it would take memory from everyone. So would the texts on a first visit, which
 * often only looks at Home: there they come with the first press. Only with a worker, which has the files: nothing of
 * this goes over the network. Without one there may be no network later: then the texts come at once, and the program
 * not.
 */
export async function loadTabs(): Promise<void> {
  if (!navigator.serviceWorker?.controller) return untilTextOf('home')
  const isRestricted = queryClient.getQueryData(featureFlags.queryKey)?.examine === true
  const loadTexts = () => Promise.all(tabsOf(isRestricted).map((tab) => untilTextOf(areaOf(tab))))
  const isFirstVisit = beganWithoutWorker && signedInId() === undefined
  if (!isFirstVisit) return loadWhileIdle([loadTexts, preloadProgram])
  await loadWhileIdle([preloadProgram])
  await touched
  await loadTexts()
}

/** Their files are named in the page by the build (build/standalone-scripts.ts). */
async function preloadProgram(): Promise<void> {
  const files = document.querySelector<HTMLMetaElement>('meta[name=tab-files]')?.content.split(' ') ?? []
  for (const file of files) {
    const link = document.createElement('link')
    // `modulepreload` would compile it too.
    link.rel = 'preload'
    link.as = 'script'
    link.crossOrigin = 'anonymous'
    link.href = `./assets/${file}`
    document.head.append(link)
  }
}
