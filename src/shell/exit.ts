import type { RouterHistory } from '@tanstack/react-router'
import { raiseBase } from './history-base.ts'
import { overlaysIn } from './router-internals.ts'
import { indexOf } from './router-start.ts'

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
 * iPhones have no back button and define `navigator.standalone`, so nothing is caught there.
 */
export function catchExit(history: RouterHistory, sayHowToQuit: () => void): void {
  if (!matchMedia('(display-mode: standalone)').matches || 'standalone' in navigator) return
  window.addEventListener('pointerdown', () => layBase(history))
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
  const { href, state } = history.location
  history.replace(href, { ...state, isBottom: true })
  // Without the flush the router merges both calls into one entry.
  history.flush()
  history.push(href, state)
  raiseBase()
}
