import { redirect, type ParsedLocation, type RouterHistory } from '@tanstack/react-router'
import { session } from '../api/api.ts'
import type { SessionEnding } from '../api/session.ts'
import { areaOf, homePath, loginPath, passwordPath, placeAt, sitemap } from '../sitemap.ts'
import { signedInId } from '../cache/cache.ts'
import { depthOf } from './history-base.ts'
import { saveReturnPlace, takeReturnPlace, type ReturnPlace } from './return-place.ts'
import { untilTextOf } from './locale.ts'
import { remainingFor } from './restricted.ts'
import type { router as appRouter } from './router.ts'
import { unwind } from './rules.ts'

type Router = typeof appRouter

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A visitor asked for a page for members and got the log-in page instead. */
    isRejected?: boolean
    /** Why the session ended, where the member didn't end it; the log-in page says so. */
    ending?: SessionEnding | undefined
  }
}

/**
 * Redirects visitors from members' pages to the log-in page, which later leads back. In review mode, redirects from
 * tabs that are off to those that remain. No page opens before its texts are loaded.
 */
export async function guard({ location, preload }: { location: ParsedLocation; preload: boolean }): Promise<void> {
  const aliased = sitemap.find((place) => place.alias === location.pathname)
  if (aliased) throw redirect({ to: aliased.path, replace: true })
  const remaining = remainingFor(location.pathname)
  if (remaining) throw redirect({ to: remaining, replace: true })
  const place = placeAt(location.pathname)
  // A visitor may set a new password, but has no transaction password yet.
  const isForMembers = place?.access === 'member' || (place?.path === passwordPath && 'of' in location.search)
  if (isForMembers && signedInId() === undefined) {
    if (!preload) saveReturnPlace({ href: location.href, depth: depthOf(location) })
    throw redirect({ to: loginPath, replace: true, state: { isRejected: true } })
  }
  if (location.pathname !== homePath) await untilTextOf(place && areaOf(place))
}

/** Follows the session: its end leads to the log-in page, its start back to the page before. */
export function followSession(router: Router, history: RouterHistory): void {
  router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
    // Only for a link to the log-in page; the guard itself saves the addresses that it rejects.
    if (toLocation.pathname !== loginPath || toLocation.state.isRejected || fromLocation === undefined) return
    if (!isSignInPage(fromLocation.pathname)) saveReturnPlace({ href: fromLocation.href, depth: depthOf(fromLocation) })
  })

  let before = signedInId()
  session.subscribe((memberId) => {
    const at = history.location
    const path = at.pathname
    const isPassword = path === passwordPath
    if (memberId === undefined) {
      if (isPassword ? !session.isReplaced : !isSignInPage(path)) {
        saveReturnPlace({ href: at.href, depth: depthOf(at) })
        // Whether to leave isn't asked: the page is a member's.
        void router.navigate({
          to: loginPath,
          replace: true,
          state: { ending: session.ending() },
          ignoreBlocker: true,
        })
      }
      // A member's own new password is no way in: its form leads back, and a reload has nothing to come back to.
    } else if (isSignInPage(path) && !(isPassword && before))
      void comeBack(router, history, takeReturnPlace(), session.isFirst === true)
    if (memberId !== undefined || !session.isReplaced) before = memberId
  })
}

/** The pages for signing in, registering or setting a new password. */
function isSignInPage(path: string): boolean {
  return path.startsWith('/pages/auth/') && placeAt(path)?.access === 'visitor'
}

/**
 * Returns to the page before the log-in page: goes back in the history if the page is still there, else replaces the
 * log-in page. A member who has just registered is first asked for a picture and a name.
 */
async function comeBack(
  router: Router,
  history: RouterHistory,
  place: ReturnPlace | undefined,
  isNew: boolean,
): Promise<void> {
  const depth = depthOf(history.location)
  if (place !== undefined && place.depth < depth) await unwind(history, depth - place.depth)
  if (place === undefined || history.location.href !== place.href)
    await router.navigate({ href: place?.href ?? '/', replace: true })
  if (isNew) await router.navigate({ to: '/pages/my/newUser' })
}
