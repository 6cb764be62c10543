import type { AnyRouter, RouterHistory } from '@tanstack/react-router'
import { systemClock } from '../lib/clock.ts'
import { painted } from '../lib/painted.ts'
import { mallPath } from '../sitemap.ts'
import { depthOf } from './history-base.ts'
import { backStep, stepFor, type HistoryPosition } from './navigation.ts'
import { isTab } from './tabs.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Closes every other page first. */
    relaunch?: boolean
  }
}

const elsewhere = /^[a-z][a-z+.-]*:/i
/**
 * Milliseconds. History entries that no longer exist, as in a partly restored tab, fire no event, so waiting has a
 * limit.
 */
const unwindMs = 500

let leaveOverlays: (() => Promise<void>) | undefined

/** Sets what comes before a navigation: the entries of open sheets and dialogs go, without closing these. */
export function beforeNavigation(leave: () => Promise<void>): void {
  leaveOverlays = leave
}

/** Applies the rules of specification 2 to every navigation of the app, whichever link or screen requests it. */
export function obeyRules<R extends AnyRouter>(router: R): R {
  const navigate = router.navigate
  let last: HistoryPosition['last']
  // After going back, following the same link again isn't an accidental double press.
  const history: RouterHistory = router.history
  history.subscribe(({ action }) => {
    if (action.type === 'BACK' || action.type === 'FORWARD') last = undefined
  })
  router.navigate = async (options) => {
    if (options.href !== undefined && elsewhere.test(options.href)) return navigate(options)
    const isEmpty = options.to === '' || options.href === ''
    const href = isEmpty ? '' : router.buildLocation(options as object).href
    const kind = wantsRelaunch(options.state) ? 'relaunch' : options.replace ? 'redirect' : 'navigate'
    const position = { depth: depthOf(router.history.location), last, now: systemClock.now() }
    const step = stepFor({ href, kind }, position, isTab)
    if (step.act === 'ignore') return
    last = { href, at: position.now }
    await leaveOverlays?.()
    // The next page takes a slow phone many frames: what was pressed shows that first.
    if (kind === 'navigate') await painted()
    if (step.act === 'push') return navigate(options)
    await unwind(router.history, step.unwind)
    return navigate({ ...options, replace: true })
  }
  return router
}

/** Goes back to the page below this one, or to the mall tab where there is none. */
export async function goBack(router: AnyRouter): Promise<void> {
  await leaveOverlays?.()
  if (backStep(depthOf(router.history.location)) === 'back') router.history.back()
  else void router.navigate({ to: mallPath, replace: true })
}

/** Resolves when the browser has gone `pages` back. */
export function unwind(history: RouterHistory, pages: number): Promise<void> {
  if (pages <= 0) return Promise.resolve()
  return new Promise((arrive) => {
    const over = new AbortController()
    const end = () => {
      over.abort()
      arrive()
    }
    window.addEventListener('popstate', end, { signal: over.signal })
    setTimeout(end, unwindMs)
    history.go(-pages)
  })
}

function wantsRelaunch(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'relaunch' in state && state.relaunch === true
}
