import type { AnyRouter, RouterHistory } from '@tanstack/react-router'
import { closeOverlays, countOverlays, onOverlays } from '../ui/open-overlays.ts'
import { isAtEntryOf, isAtRest, overlaysIn, pushOverlayEntry } from './router-internals.ts'
import { onTraversal } from './router-start.ts'

/** Milliseconds. A traversal to an entry that no longer exists, as in a partly restored tab, fires no event. */
const travelMs = 500

let travelling: Promise<void> | undefined
let arrive = () => {}
/** The next traversal is one that was begun here, however long it takes: it closes nothing. */
let isOwnNext = false

/**
 * Gives each open sheet or dialog a history entry above its page, which the system's back removes: a button, a swipe or
 * a key. The router never hears of these entries, because they are the same page to it. An entry whose overlay was
 * closed otherwise is removed again, also one that a reload or a link left behind.
 */
export function startOverlayEntries(router: AnyRouter): void {
  const history: RouterHistory = router.history
  /** The overlays of the entry that the browser was last at. */
  let at = overlaysIn(window.history.state)
  let timer: ReturnType<typeof setTimeout> | undefined

  // A task of its own: a sheet that makes way for another in one step keeps the entry, and a navigation comes first.
  const follow = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      // On the way to another page the overlays of this one are still there.
      if (travelling || !isAtRest(router) || !isAtEntryOf(history)) return
      const surplus = overlaysIn(window.history.state) - countOverlays()
      if (surplus > 0) void travel(-surplus)
      for (let missing = -surplus; missing > 0; missing--) pushOverlayEntry()
      at = overlaysIn(window.history.state)
    })
  }

  history.subscribe(({ action }) => {
    if (action.type === 'PUSH' || action.type === 'REPLACE') at = 0
  })
  onTraversal((event) => {
    const from = at
    const isOwn = isOwnNext
    isOwnNext = false
    at = overlaysIn(event.state)
    arrive()
    follow()
    // An entry without a state is a new page: an address typed by hand.
    if ((from === 0 && at === 0) || event.state === null || !isAtEntryOf(history)) return
    event.stopImmediatePropagation()
    // A dialog may have opened while the entry of the sheet before it was being removed.
    if (!isOwn) closeOverlays(at)
  })
  router.subscribe('onResolved', follow)
  onOverlays(follow)
  follow()
}

/** Resolves when the browser is at the page's own entry, above which the next page may be pushed. */
export async function leaveOverlayEntries(): Promise<void> {
  await travelling
  const count = overlaysIn(window.history.state)
  if (count === 0) return
  await travel(-count)
}

function travel(steps: number): Promise<void> {
  travelling = new Promise<void>((done) => {
    arrive = () => {
      clearTimeout(patience)
      travelling = undefined
      done()
    }
    // Left running, it would end the next traversal before that has arrived.
    const patience = setTimeout(arrive, travelMs)
  })
  isOwnNext = true
  window.history.go(steps)
  return travelling
}
