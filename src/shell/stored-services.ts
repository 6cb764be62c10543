import { reported } from '../lib/report.ts'
import { session } from '../api/api.ts'
import { renewPush } from '../api/push.ts'
import { startOutbox } from '../outbox/current-outbox.ts'
import { settleSignOut } from '../outbox/sign-out.ts'
import { noteUse } from '../outbox/usage.ts'
import { placeAt } from '../sitemap.ts'
import { signedInId, visitorConnection } from '../cache/cache.ts'
import { startPrefetch, refreshWords } from '../cache/prefetch/start-prefetch.ts'
import { keepFailures } from '../cache/storage/failure-log.ts'
import { followLook } from './follow-look.ts'
import { locale, untilTextOf } from './locale.ts'
import type { router as appRouter } from './router.ts'
import { startServiceWorker } from './service-worker.ts'

/** Starts what works on this device's databases: outbox, prefetch, pushes. */
export function startStoredServices(router: typeof appRouter): void {
  keepFailures(visitorConnection(), __BUILD_ID__)
  // What may come over any screen, and the tabs: later there may be no network.
  untilTextOf('home').catch(reported('load: texts'))
  startOutbox()
  settleSignOut().catch(reported('sign-out: settle'))
  keepPushAddress()
  startPrefetch()
  followLanguage()
  followLook()
  countPages(router)
  startServiceWorker((href) => void router.navigate({ href })).catch(reported('worker: start'))
}

/** Counts the pages that are opened, where the member agreed to it. */
function countPages(router: typeof appRouter): void {
  router.subscribe('onResolved', ({ toLocation, pathChanged }) => {
    if (pathChanged && signedInId() !== undefined && placeAt(toLocation.pathname)) noteUse(toLocation.pathname)
  })
}

/** Tells the server where to push to, as soon as it knows who asks: browsers change that address as they like. */
function keepPushAddress(): void {
  renewAddress()
  session.subscribe(renewAddress)
}

function renewAddress(): void {
  if (session.memberId() !== undefined) renewPush().catch(reported('push: renew'))
}

/** What the server said stays in the language it was said in, pushes too, until the server is asked anew. */
function followLanguage(): void {
  const follow = () => {
    const { language } = locale.getSnapshot()
    const before = languageOfKept(language)
    if (before === language) return
    renewAddress()
    refreshWords().catch(reported('offline prefetch: language'))
  }
  follow()
  locale.subscribe(follow)
}

/** Saves the language of the stored answers. Resolves with their language until now, that of an earlier visit too. */
function languageOfKept(now: string): string {
  const name = 'voltfolio-kept-language'
  try {
    const before = localStorage.getItem(name)
    localStorage.setItem(name, now)
    return before ?? now
  } catch {
    // Refused storage: nothing was stored in another language either.
    return now
  }
}
