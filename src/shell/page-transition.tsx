import { useRouter } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { depthOf } from './history-base.ts'

/** How a page enters; the first one after the start doesn't. */
type Entrance = 'none' | 'forward' | 'back' | 'level'

let shownDepth: number | undefined
/** The system has moved the page along under the finger: it must not come in a second time. */
let isShownBySystem = false
window.addEventListener('popstate', (event) => {
  isShownBySystem = event.hasUAVisualTransition
})

/**
 * Holds one page: one opened comes in from the end, one returned to from the start, a tab only appears. In CSS, which
 * takes no time from the navigation; where a picture goes along, a view transition is laid over it
 * (view-transition.ts).
 */
export function PageTransition({ children }: { children: ReactNode }) {
  const { history } = useRouter()
  const [entrance] = useState(() => entranceTo(depthOf(history.location)))
  return (
    <main data-entrance={entrance} className="flex flex-1 flex-col pb-(--tab-bar)">
      {children}
    </main>
  )
}

function entranceTo(depth: number): Entrance {
  const from = shownDepth
  const isShown = isShownBySystem
  shownDepth = depth
  isShownBySystem = false
  if (from === undefined || isShown) return 'none'
  if (from === depth) return 'level'
  return depth > from ? 'forward' : 'back'
}
