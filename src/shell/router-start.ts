import type { AnyRouter, HistoryLocation, RouterHistory } from '@tanstack/react-router'
import { newId } from '../api/device.ts'

/**
 * The part of router-internals.ts that the first frame needs. Each function has a test that fails when a new version of
 * the router changes its behaviour.
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

const traversed: ((event: PopStateEvent) => void)[] = []

/**
 * Numbers an entry that the router didn't create: an address typed by hand, or followed from elsewhere. Call this
 * before the history is created: the listeners of a window run in the order in which they were added, captured or not,
 * so that this one runs first, the pages below are still counted, and `onTraversal` can keep an event from the router.
 */
export function numberExternalEntries(current: () => RouterHistory): void {
  window.addEventListener('popstate', (event) => {
    if (window.history.state === null) number(current())
    for (const listener of traversed) listener(event)
  })
}

function number({ location }: RouterHistory): void {
  const key = newId()
  const state = { __TSR_index: indexOf(location) + 1, __TSR_key: key, key }
  // The router replaces `replaceState` on the object; the prototype's method doesn't notify the router.
  History.prototype.replaceState.call(window.history, state, '')
}

/** Adds a listener that hears of a step back or forward before the router does. */
export function onTraversal(listener: (event: PopStateEvent) => void): void {
  traversed.push(listener)
}

/** True once the router renders something: the page, or its loading state. */
export function isShowing(router: AnyRouter): boolean {
  return router.stores.matches.get().length > 0
}
