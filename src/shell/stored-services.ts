import { onlineManager } from '@tanstack/react-query'
import { reported } from '../lib/report.ts'
import { session } from '../api/api.ts'
import { startOutbox } from '../outbox/current-outbox.ts'
import { adoptPush, renewPush } from '../outbox/push.ts'
import { followSessionEnd } from '../outbox/session-end.ts'
import { settleSignOut } from '../outbox/sign-out.ts'
import { noteUse } from '../outbox/usage.ts'
import { placeAt } from '../sitemap.ts'
import { signedInId, visitorConnection } from '../cache/cache.ts'
import { startPrefetch, refreshWords } from '../cache/prefetch/start-prefetch.ts'
import { followHiddenAmounts } from '../lib/choose-hidden-amounts.ts'
import { keepFailures } from '../cache/storage/failure-log.ts'
import { followLock } from './app-lock/follow-lock.ts'
import { followBadge } from './follow-badge.ts'
import { followCaller } from './follow-caller.ts'
import { followLocale } from './follow-locale.ts'
import { followLook } from './follow-look.ts'
import { followMidnight } from './follow-midnight.ts'
import { keepLastScreens } from './last-screen/keep.ts'
import { loadTabs } from './load-tabs.ts'
import { locale } from './locale.ts'
import type { router as appRouter } from './router.ts'
import { asksToStay } from './router-internals.ts'
import { startServiceWorker } from './service-worker.ts'

/** Starts everything that needs this device's databases: outbox, offline prefetch, push. */
export function startStoredServices(router: typeof appRouter): void {
  keepFailures(visitorConnection(), __BUILD_ID__)
  startOutbox()
  followSessionEnd()
  settleSignOut().catch(reported('sign-out: settle'))
  keepPushAddress()
  startPrefetch()
  followBadge()
  followCaller(locale.subscribe)
  followLanguage()
  followLook()
  followLocale()
  followHiddenAmounts(signedInId)
  followLock()
  followMidnight()
  keepLastScreens(router)
  countPages(router)
  loadTabs().catch(reported('load: tabs'))
  startServiceWorker(
    (href) => void router.navigate({ href }),
    () => asksToStay(router.history),
  ).catch(reported('worker: start'))
}

/** Counts opened pages, if the member agreed to it. */
function countPages(router: typeof appRouter): void {
  router.subscribe('onResolved', ({ toLocation, pathChanged }) => {
    if (pathChanged && signedInId() !== undefined && placeAt(toLocation.pathname)) noteUse(toLocation.pathname)
  })
}

/**
 * Sends the push address to the server as soon as a member is signed in, because browsers change the address at any
 * time.
 */
function keepPushAddress(): void {
  const adopting = adoptPush(signedInId()).catch(reported('push: adopt'))
  const renew = () => void adopting.then(renewAddress)
  renew()
  session.subscribe(renew)
}

function renewAddress(): void {
  renewPush().catch(reported('push: renew'))
}

/**
 * Stored answers and push messages stay in the language they were requested in, so a new language requests them again.
 */
function followLanguage(): void {
  const follow = () => {
    const { language } = locale.getSnapshot()
    const before = languageOfKept(language)
    if (before === language || !onlineManager.isOnline()) return
    saveLanguageOfKept(language)
    renewAddress()
    refreshWords().catch(reported('offline prefetch: language'))
  }
  follow()
  locale.subscribe(follow)
  // Chosen without a network, the answers stay in the old language until there is one.
  onlineManager.subscribe(follow)
}

const keptLanguage = 'voltfolio-kept-language'

/** The language of the stored answers, which may be from an earlier visit; on the first one, that of now. */
function languageOfKept(now: string): string {
  try {
    const before = localStorage.getItem(keptLanguage)
    if (before === null) localStorage.setItem(keptLanguage, now)
    return before ?? now
  } catch {
    // Storage is blocked: no answer is stored in another language either.
    return now
  }
}

function saveLanguageOfKept(language: string): void {
  try {
    localStorage.setItem(keptLanguage, language)
  } catch {
    // As above.
  }
}
