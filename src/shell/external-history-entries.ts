import type { RouterHistory } from '@tanstack/react-router'
import { newId } from '../api/device.ts'

/**
 * An address typed by hand, or followed from elsewhere, makes an entry in the history that the router knows nothing of.
 * Gives it its number, before the router looks at it, so that the pages below it are still counted. To be called
 * before the history is made.
 */
export function numberExternalHistoryEntries(current: () => RouterHistory): void {
  window.addEventListener('popstate', () => {
    if (window.history.state !== null) return
    const key = newId()
    const state = { __TSR_index: current().location.state.__TSR_index + 1, __TSR_key: key, key }
    // The router replaces the method on the object; the prototype's tells nobody.
    History.prototype.replaceState.call(window.history, state, '')
  })
}
