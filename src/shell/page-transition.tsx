import { useRouter } from '@tanstack/react-router'
import { useLayoutEffect, useState, type ReactNode } from 'react'
import { pageArrived } from '../ui/page-arrival.ts'
import { depthOf } from './history-base.ts'

/** How a page enters; the first page after the start has no animation. */
type Entrance = 'none' | 'forward' | 'back' | 'level'

let shownDepth: number | undefined
/** True when the browser has animated the page already, in a swipe back: a second animation would follow. */
let isShownBySystem = false
globalThis.addEventListener?.('popstate', (event) => {
  isShownBySystem = event.hasUAVisualTransition
})

/** Of the element that is the page. */
export const pageClass = 'flex flex-1 flex-col pb-(--tab-bar)'

/**
 * Wraps one page. A page that is opened slides in from the end, one returned to from the start. CSS does this without
 * delaying the navigation. Where a picture moves between pages, a view transition covers it (view-transition.ts). A
 * page that is kept has an element of its own, `holder`, and is there without any motion when another tab is left for
 * it.
 */
export function PageTransition({ holder, children }: { holder?: HTMLElement | undefined; children: ReactNode }) {
  const { history } = useRouter()
  const [entrance] = useState(() => entranceTo(depthOf(history.location)))
  // A page that was waited for has come in already.
  const [isMoving] = useState(holder !== undefined && entrance !== 'level')
  useLayoutEffect(() => {
    if (!holder) return
    open(holder, isMoving ? entrance : 'none')
    return () => putAway(holder)
  }, [holder, entrance, isMoving])
  if (holder) return
  return (
    <main data-entrance={entrance} className={pageClass}>
      {children}
    </main>
  )
}

function open({ dataset }: HTMLElement, entrance: Entrance): void {
  pageArrived()
  delete dataset['away']
  dataset['entrance'] = entrance
}

/**
 * Hides a page, and takes the focus from it unnoticed by its handlers: a field that navigates when it loses the focus
 * would lead back from the next page. Call it in the cleanup of a layout effect, where React calls no handlers.
 */
function putAway(holder: HTMLElement): void {
  const focused = document.activeElement
  if (focused instanceof HTMLElement && holder.contains(focused)) focused.blur()
  holder.dataset['away'] = ''
  holder.dataset['entrance'] = 'none'
}

function entranceTo(depth: number): Entrance {
  const from = shownDepth
  const isShown = isShownBySystem
  shownDepth = depth
  isShownBySystem = false
  // The server draws for many: what it drew before was never shown here.
  if (from === undefined || isShown || typeof document === 'undefined') return 'none'
  if (from === depth) return 'level'
  return depth > from ? 'forward' : 'back'
}
