import type { RouterHistory } from '@tanstack/react-router'
import { raiseBase } from './history-base.ts'
import { indexOf } from './router-internals.ts'

/** A second press of back within this time quits (specification 2 and 9). */
export const exitWindowMs = 2000

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry under the first page of an installed app, where a press of back lands. */
    isBottom?: boolean
  }
}

/**
 * In an installed app, makes back on the only page say how to quit, and a second press within 2 s quit.
 * Android's browser skips entries that were made without a touch, so the catching one is made at the first.
 * An iPhone has no such button and reports itself otherwise (`navigator.standalone`), so nothing is caught there.
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
  if (indexOf(history.location) > 0) return
  const { href, state } = history.location
  history.replace(href, { ...state, isBottom: true })
  // Otherwise the two become one entry.
  history.flush()
  history.push(href, state)
  raiseBase()
}
