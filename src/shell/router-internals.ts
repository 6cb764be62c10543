import type { AnyRouter, HistoryLocation, RouterHistory } from '@tanstack/react-router'
import { newId } from '../api/device.ts'

/**
 * Everything here uses the router beyond its documented interface. Each function has a test that fails when a new
 * version of the router changes its behaviour.
 */

/** The number of history entries below this one, counted from the first page of the visit. */
export function indexOf({ state }: Pick<HistoryLocation, 'state'>): number {
  return state.__TSR_index
}

/** A key of the current history entry, unique even where two entries have the same address. */
export function entryKey(): string {
  const state = window.history.state as { __TSR_key?: string } | null
  return state?.__TSR_key ?? window.location.hash
}

let traversed: (event: PopStateEvent) => void = () => {}

/**
 * Numbers an entry that the router didn't create: an address typed by hand, or followed from elsewhere. Call this
 * before the history is created: the listeners of a window run in the order in which they were added, captured or not,
 * so that this one runs first, the pages below are still counted, and `onTraversal` can keep an event from the router.
 */
export function numberExternalEntries(current: () => RouterHistory): void {
  window.addEventListener('popstate', (event) => {
    if (window.history.state === null) number(current())
    traversed(event)
  })
}

function number({ location }: RouterHistory): void {
  const key = newId()
  const state = { __TSR_index: indexOf(location) + 1, __TSR_key: key, key }
  // The router replaces `replaceState` on the object; the prototype's method doesn't notify the router.
  History.prototype.replaceState.call(window.history, state, '')
}

/** Sets the one listener that hears of a step back or forward before the router does. */
export function onTraversal(listener: (event: PopStateEvent) => void): void {
  traversed = listener
}

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

/** Whether the browser is at the router's page. While leaving is being asked about, it is already elsewhere. */
export function isAtEntryOf({ location }: RouterHistory): boolean {
  return entryKey() === location.state.__TSR_key
}

/** Whether the page of the current history entry is the one that is shown: no navigation is under way. */
export function isAtRest({ state, stores, history }: AnyRouter): boolean {
  const shown = stores.resolvedLocation.get()?.state.__TSR_key
  return state.status !== 'pending' && shown === history.location.state.__TSR_key
}

/** True once the router renders something: the page, or its loading state. */
export function isShowing(router: AnyRouter): boolean {
  return router.stores.matches.get().length > 0
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
