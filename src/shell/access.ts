import { redirect, type ParsedLocation, type RouterHistory } from '@tanstack/react-router'
import { session } from '../api/api.ts'
import { areaOf, built, homePath, loginPath, placeAt, registerPath } from '../sitemap.ts'
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
    /** A member's place was asked for; the log-in page came instead. */
    isRejected?: boolean
    /** The server ended the session; the log-in page says so. */
    hasExpired?: boolean
  }
}

/**
 * Places for members only lead visitors to the log-in page, which leads back here afterwards; tabs that restricted mode
 * has taken away lead to those that remain. No place opens without its text.
 */
export async function guard({ location, preload }: { location: ParsedLocation; preload: boolean }): Promise<void> {
  const aliased = built.find((place) => place.alias === location.pathname)
  if (aliased) throw redirect({ to: aliased.path, replace: true })
  const remaining = remainingFor(location.pathname)
  if (remaining) throw redirect({ to: remaining, replace: true })
  const place = placeAt(location.pathname)
  if (place?.access === 'member' && signedInId() === undefined) {
    if (!preload) saveReturnPlace({ href: location.href, depth: depthOf(location) })
    throw redirect({ to: loginPath, replace: true, state: { isRejected: true } })
  }
  if (location.pathname !== homePath) await untilTextOf(place && place.built !== false ? areaOf(place) : undefined)
}

/** Follows the session: its end leads to the log-in page, its beginning back to where one was. */
export function followSession(router: Router, history: RouterHistory): void {
  router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
    // Only for a link to log in; the guard saves the places it rejects itself.
    if (toLocation.pathname !== loginPath || toLocation.state.isRejected || fromLocation === undefined) return
    if (!isSignInPage(fromLocation.pathname)) saveReturnPlace({ href: fromLocation.href, depth: depthOf(fromLocation) })
  })

  session.subscribe((memberId) => {
    if (memberId !== undefined && isSignInPage(history.location.pathname))
      void comeBack(router, history, takeReturnPlace(), history.location.pathname === registerPath)
    if (memberId === undefined && !isSignInPage(history.location.pathname)) {
      saveReturnPlace({ href: history.location.href, depth: depthOf(history.location) })
      void router.navigate({ to: loginPath, replace: true, state: { hasExpired: session.hasExpired() } })
    }
  })
}

/** The pages on which one signs in, registers or sets a new password. */
function isSignInPage(path: string): boolean {
  return path.startsWith('/pages/auth/') && placeAt(path)?.access === 'visitor'
}

/**
 * Back to where one was: to the very page if it still lies below, else in place of the log-in page. Who has just
 * registered is asked for a picture and a name first, and then is there.
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
