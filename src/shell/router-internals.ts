import type { AnyRouter, HistoryState, RouterHistory } from '@tanstack/react-router'
import { entryKey } from './router-start.ts'

/**
 * Everything here and in router-start.ts uses the router beyond its documented interface. Each function has a test that
 * fails when a new version of the router changes its behaviour. Nothing here is loaded before the first frame.
 */

/** The number of sheets and dialogs that lie over the page in a history entry with this state. */
export function overlaysIn(state: unknown): number {
  return typeof state === 'object' && state !== null && 'overlays' in state ? Number(state.overlays) : 0
}

/**
 * Adds an entry with one overlay more. It has the page's own number and key, and the prototype's method doesn't notify
 * the router: nothing that counts or names pages knows of it.
 */
export function pushOverlayEntry(): void {
  const state = window.history.state as object
  History.prototype.pushState.call(window.history, { ...state, overlays: overlaysIn(state) + 1 }, '')
}

/**
 * Gives the history entry that the browser has arrived at the page that the router still shows; it keeps its own number
 * and key. Call it in `onTraversal`: the router then reads the entry, and finds its page there.
 */
export function showSamePage(history: RouterHistory): void {
  const state = { ...stateWithoutOverlays(history), ...(window.history.state as object) }
  History.prototype.replaceState.call(window.history, state, '', history.createHref(history.location.href))
}

/**
 * The state of the router's page, for another entry of it. The router has read the number of overlays together with its
 * entry, and isn't told when they close.
 */
export function stateWithoutOverlays({ location }: RouterHistory): HistoryState {
  const { overlays: _, ...state } = location.state as HistoryState & { overlays?: number }
  return state
}

/** Whether the browser is at the router's page. While leaving is being asked about, it is already elsewhere. */
export function isAtEntryOf({ location }: RouterHistory): boolean {
  return entryKey() === location.state.__TSR_key
}

/** Whether the page of the current history entry is the one that is shown: no navigation is under way. */
export function isAtRest({ state, stores, history }: AnyRouter): boolean {
  const shown = stores.resolvedLocation.get()?.state.__TSR_key
  return state.status !== 'pending' && shown === history.location.state.__TSR_key
}

/** Whether the page asks before it is left. */
export function asksToStay(history: RouterHistory): boolean {
  return history._getBlockers().length > 0
}

/** The addresses at both ends of the current navigation; `from` is undefined at the start. */
export function transitionOf(router: AnyRouter): { from: string | undefined; to: string } {
  return { from: router.stores.resolvedLocation.get()?.href, to: router.latestLocation.href }
}

/**
 * Makes `run` perform every change of page. It receives the function that renders the page, and the router's own way of
 * calling that function.
 */
export function onPageChange(
  router: AnyRouter,
  run: (commit: () => Promise<void>, plainly: (commit: () => Promise<void>) => void) => unknown,
): void {
  const plainly = router.startViewTransition
  router.startViewTransition = (commit) => run(commit, plainly) as ReturnType<typeof plainly>
}
