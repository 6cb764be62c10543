import { lastScreenId } from '#protocol/visitor-page.ts'
import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { member, queryClient, signedInId } from '../../cache/cache.ts'
import { forgetLastScreens, mostMarkup, saveLastScreen } from '../../cache/last-screens.ts'
import { keepsLastScreen } from '../../cache/last-screen-choice.ts'
import { lastScreenStamp } from '../../cache/last-screen-stamp.ts'
import { lockChanges, readLock } from '../../lib/app-lock/lock-state.ts'
import { systemClock } from '../../lib/clock.ts'
import { dateTimeText } from '../../lib/date-texts.ts'
import { deviceZone } from '../../lib/dates.ts'
import { amountsHidden } from '../../lib/hidden-amounts.ts'
import { reported } from '../../lib/report.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { placeAt } from '../../sitemap.ts'
import { featureFlags } from '../../entities/feature-flags.ts'
import { lookChanges } from '../../ui/save-look.ts'
import { locale } from '../locale.ts'
import { remembersMember } from '../remembers-member.ts'
import { savedLocale } from '../saved-locale.ts'
import type { router as appRouter } from '../router.ts'
import { withDrawings } from './drawings.ts'
import { takeScreen } from './take.ts'

/** Milliseconds after a change: more of them follow, and the page is kept once for all. */
const restMs = 1500
const idleMs = 1000

/**
 * Keeps what each page last showed for the next start, and deletes all of it when another member, language or choice of
 * privacy holds. Nothing is kept in review mode, under an app lock, or where the member has switched it off.
 */
export function keepLastScreens(router: typeof appRouter): void {
  if (!('caches' in globalThis) || !navigator.serviceWorker) return
  const root = document.getElementById('root')!
  let stamp = lastScreenStamp()
  const keep = () => {
    keepScreen(router, root, changes).catch(reported('last screen: keep'))
  }
  let isDue = false
  const later = () => {
    if (isDue) return
    isDue = true
    setTimeout(() => {
      whenIdle(() => {
        isDue = false
        keep()
      }, idleMs)
    }, restMs)
  }
  // The program of a part of the page may come last of all, and no query is answered then.
  const changes = new MutationObserver(() => {
    changes.disconnect()
    later()
  })
  const forget = () => {
    forgetLastScreens().catch(reported('last screen: forget'))
    later()
  }
  const follow = () => {
    const now = lastScreenStamp()
    if (now === stamp) return
    stamp = now
    forget()
  }
  later()
  for (const it of [member, locale, amountsHidden, lookChanges]) it.subscribe(follow)
  lockChanges.subscribe(forget)
  addEventListener('storage', follow)
  router.subscribe('onResolved', later)
  let wasReview = false
  queryClient.getQueryCache().subscribe(({ type }) => {
    if (type !== 'updated') return
    const isReview = isReviewMode()
    // What the operator has switched off isn't in the next document either.
    if (isReview === true && !wasReview) forget()
    else later()
    wasReview = isReview === true
  })
  // Phones may kill a hidden page without any further event.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keep()
  })
}

/** Where the page is unfinished, `changes` begins to watch it. */
async function keepScreen(router: typeof appRouter, root: HTMLElement, changes: MutationObserver): Promise<void> {
  const { pathname, search, searchStr } = router.state.location
  const stamp = lastScreenStamp()
  if (!isKept(pathname) || router.state.status !== 'idle' || stamp === '') return
  const shown = queryClient.getQueryCache().findAll({ type: 'active' })
  // Something is missing on the page, or says that it failed.
  if (shown.some((it) => it.state.status !== 'success')) return
  const at = Math.min(systemClock.now(), ...shown.map((it) => it.state.dataUpdatedAt))
  const when = dateTimeText(at, i18n.locale, deviceZone(), systemClock.now())
  const taken = takeScreen(root, i18n._(msg`As of ${when}`))
  if (!taken) changes.observe(document.body, { childList: true, subtree: true })
  if (!taken || taken.markup.length > mostMarkup) return
  const route = pathname + (Object.keys(search).length > 0 ? searchStr : '')
  const scope = new URL('.', location.href.split('#')[0]).href
  const markup = await withDrawings(taken.markup)
  await saveLastScreen(caches, scope, { route, stamp, buildId: __BUILD_ID__, at, ...taken, markup })
  // Another tab has signed out, or something else was chosen, while this was written.
  if (lastScreenStamp() !== stamp || !isKept(pathname)) await forgetLastScreens()
}

/** Undefined where the server has yet to say. */
function isReviewMode(): boolean | undefined {
  return queryClient.getQueryData(featureFlags.queryKey)?.examine
}

function isKept(path: string): boolean {
  if (document.getElementById(lastScreenId) || location.search !== '') return false
  if (document.documentElement.hasAttribute('data-covered')) return false
  if (isReviewMode() !== false) return false
  const memberId = signedInId()
  // A sign-out is under way, or another tab has changed who is signed in: the page still shows the member before.
  if (remembersMember() !== (memberId !== undefined)) return false
  // Another tab has chosen a language, whose text this one is still fetching.
  const { language } = locale.getSnapshot()
  if ((savedLocale().language ?? language) !== language) return false
  return keepsLastScreen() && placeAt(path) !== undefined && (memberId === undefined || !readLock(memberId))
}
