import { CatchBoundary, useRouter, useRouterState, type RouteComponent } from '@tanstack/react-router'
import { Activity, createElement, memo, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { BuiltPlace } from '../sitemap.ts'
import { BrokenScreen } from './broken-screen.tsx'
import type { KeptTab } from './kept-tabs.ts'
import { pageClass } from './page-transition.tsx'

/**
 * A tab's page. While it isn't shown its effects don't run, so it asks and follows nothing. It keeps its place in the
 * document and its layout then, and the browser skips it: nobody sees, hears, finds or focuses it (`[data-away]`).
 * When it is shown again, only what has changed meanwhile is drawn.
 */
export const KeptPage = memo(function KeptPage({ tab, isShown }: { tab: KeptTab; isShown: boolean }) {
  const { routesByPath } = useRouter()
  // A page that broke is tried again with the next navigation.
  const match = useRouterState({ select: ({ matches }) => matches.at(-1) })
  // The same element each time: another one would have all of the page drawn.
  const [page] = useState(() =>
    createElement(routesByPath[tab.path as BuiltPlace['path']].options.component as RouteComponent),
  )
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => place.current?.append(tab.holder), [tab.holder])
  return (
    <>
      <div ref={place} className="contents" />
      <Activity mode={isShown ? 'visible' : 'hidden'}>
        {createPortal(
          <main ref={keepLayout} className={pageClass}>
            <CatchBoundary getResetKey={() => isShown && match} errorComponent={BrokenScreen}>
              <Suspense>{page}</Suspense>
            </CatchBoundary>
          </main>,
          tab.holder,
        )}
      </Activity>
    </>
  )
})

/**
 * React hides an activity by `display: none` on its outermost element, at each change out of sight again, and the
 * layout would be lost. So the style that React writes to is that of an element outside of the document.
 */
function keepLayout(element: HTMLElement | null): void {
  if (element) Object.defineProperty(element, 'style', { configurable: true, value: document.createElement('i').style })
}
