import type { RouterHistory } from '@tanstack/react-router'
import { scrolledEntries } from '../ui/scrolled-entries.ts'
import { raiseBase } from './history-base.ts'
import { overlaysIn, showSamePage, stateWithoutOverlays } from './router-internals.ts'
import { entryKey, indexOf, onTraversal } from './router-start.ts'

/** Milliseconds within which a second press of back quits (specification 2 and 9). */
export const exitWindowMs = 2000

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Marks the entry below the first page of an installed app, which a press of back reaches. */
    isBottom?: boolean
  }
}

/**
 * In an installed app, a press of back on the only page says how to quit, and a second press within 2 s quits.
 * Android's browser skips entries that were added without a touch, so the extra entry is added at the first touch.
 * Only Android has a back button that quits: a computer's window and an iPhone's app stay open, and nothing is caught.
 */
export function catchExit(history: RouterHistory, sayHowToQuit: () => void): void {
  if (!matchMedia('(display-mode: standalone)').matches || !/Android/i.test(navigator.userAgent)) return
  window.addEventListener('pointerdown', () => layBase(history))
  onTraversal(() => {
    const isAtBottom = isBottom(window.history.state)
    // On the way there and back the page is the same, and stays where it is scrolled to.
    if (isAtBottom || isBottom(history.location.state)) scrolledEntries.set(entryKey(), scrollY)
    // The page may have been left for another since the touch: that is the one that stays.
    if (isAtBottom) showSamePage(history)
  })
  window.addEventListener('popstate', () => {
    if (history.location.state.isBottom !== true) return
    sayHowToQuit()
    setTimeout(() => {
      if (history.location.state.isBottom === true) history.forward()
    }, exitWindowMs)
  })
}

function layBase(history: RouterHistory): void {
  if (indexOf(history.location) > 0 || overlaysIn(window.history.state) > 0) return
  const { href } = history.location
  const state = stateWithoutOverlays(history)
  history.replace(href, { ...state, isBottom: true })
  // Without the flush the router merges both calls into one entry.
  history.flush()
  // After a touch below the first page, `state` is the extra entry's own.
  history.push(href, { ...state, isBottom: false })
  const key = history.location.state.__TSR_key
  if (key !== undefined) scrolledEntries.set(key, scrollY)
  raiseBase()
}

function isBottom(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isBottom' in state && state.isBottom === true
}
