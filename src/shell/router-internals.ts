import type { AnyRouter, HistoryLocation, RouterHistory } from '@tanstack/react-router'
import { newId } from '../api/device.ts'

/**
 * All that the app knows of the router beyond its documented interface. Each function has a test that fails when a new
 * version of the router does it another way.
 */

/** How many entries of the history lie under this one, counted from the first page of the visit. */
export function indexOf({ state }: Pick<HistoryLocation, 'state'>): number {
  return state.__TSR_index
}

/** A name for the entry of the history that one is at, its own even where two have the same address. */
export function entryKey(): string {
  const state = window.history.state as { __TSR_key?: string } | null
  return state?.__TSR_key ?? window.location.hash
}

/**
 * Numbers an entry that the router knows nothing of: an address typed by hand, or followed from elsewhere. To be called
 * before the history is made, so that it hears of such an entry first and the pages below are still counted.
 */
export function numberExternalEntries(current: () => RouterHistory): void {
  window.addEventListener('popstate', () => {
    if (window.history.state !== null) return
    const key = newId()
    const state = { __TSR_index: indexOf(current().location) + 1, __TSR_key: key, key }
    // The router replaces the method on the object; the prototype's tells nobody.
    History.prototype.replaceState.call(window.history, state, '')
  })
}

/** True once the router shows something: the page, or that it is still loading. */
export function isShowing(router: AnyRouter): boolean {
  return router.stores.matches.get().length > 0
}

/** Where a navigation under way comes from and leads to, as addresses; `from` is undefined at the start. */
export function transitionOf(router: AnyRouter): { from: string | undefined; to: string } {
  return { from: router.stores.resolvedLocation.get()?.href, to: router.latestLocation.href }
}

/** Has `run` draw every change of page. `run` is handed what draws it, and the router's own way of doing so. */
export function onPageChange(
  router: AnyRouter,
  run: (commit: () => Promise<void>, plainly: (commit: () => Promise<void>) => void) => unknown,
): void {
  const plainly = router.startViewTransition
  router.startViewTransition = (commit) => run(commit, plainly) as ReturnType<typeof plainly>
}
