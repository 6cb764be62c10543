import { useRouter } from '@tanstack/react-router'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
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

interface KeptPageListener {
  /** The page is in the document again. */
  came: (holder: HTMLElement) => void
  /** It is about to leave the document. */
  left: (holder: HTMLElement) => void
}

let heard: KeptPageListener = { came() {}, left() {} }

/** Registers the one listener for kept pages (kept-layout.ts). Its chunk is loaded after the first frame. */
export function onKeptPage(listener: KeptPageListener): void {
  heard = listener
}

/**
 * Wraps one page. A page that is opened slides in from the end, one returned to from the start, and a tab only appears.
 * CSS does this without delaying the navigation. Where a picture moves between pages, a view transition covers it
 * (view-transition.ts). A page that is kept comes in the element that holds it.
 */
export function PageTransition({ holder, children }: { holder?: HTMLElement | undefined; children: ReactNode }) {
  const { history } = useRouter()
  const main = useRef<HTMLElement>(null)
  const [entrance] = useState(() => entranceTo(depthOf(history.location)))
  useLayoutEffect(() => {
    if (!holder) return
    pageArrived()
    main.current?.append(holder)
    heard.came(holder)
    return () => {
      heard.left(holder)
      holder.remove()
    }
  }, [holder])
  return (
    <main ref={main} data-entrance={entrance} className="flex flex-1 flex-col pb-(--tab-bar)">
      {children}
    </main>
  )
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
