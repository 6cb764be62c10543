import { CatchBoundary, useRouter, useRouterState, type RouteComponent } from '@tanstack/react-router'
import { Activity, createElement, memo, Suspense, useDeferredValue, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { TitleContext } from '../ui/screen.tsx'
import { BrokenScreen } from './broken-screen.tsx'
import type { KeptTab } from './kept-tabs.ts'
import { pageClass } from './page-transition.tsx'
import { usePlaceTitle } from './place-title.ts'
import type { Place } from '../sitemap.ts'
import { isStillSo, shownDataNow, type ShownData } from './shown-data.ts'

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
    createElement(routesByPath[tab.path as Place['path']].options.component as RouteComponent),
  )
  const isActive = useActive(tab, isShown)
  // Its own: out of sight it would be drawn with the title of every other page.
  const title = usePlaceTitle(tab.path)
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => place.current?.append(tab.holder), [tab.holder])
  return (
    <>
      <div ref={place} className="contents" />
      <TitleContext value={title}>
        <Activity mode={isActive ? 'visible' : 'hidden'}>
          {createPortal(
            <main ref={keepLayout} className={pageClass}>
              <CatchBoundary getResetKey={() => isShown && match} errorComponent={BrokenScreen}>
                <Suspense>{page}</Suspense>
              </CatchBoundary>
            </main>,
            tab.holder,
          )}
        </Activity>
      </TitleContext>
    </>
  )
})

/**
 * Whether the page's effects run. A page is shown as it was left. Its effects usually follow after that frame, which
 * they would delay by half on a slow phone. Where anything that it could show has changed meanwhile, they run first: no
 * frame has an old figure.
 */
function useActive({ holder }: KeptTab, isShown: boolean): boolean {
  const wasShownInFrame = useDeferredValue(isShown)
  const [{ wasShown, left, isUnchanged }, turn] = useState<Turn>({ wasShown: isShown })
  if (isShown && !wasShown) turn({ wasShown: true, left, isUnchanged: left && isStillSo(left) })
  if (!isShown && wasShown) {
    // Left before its effects ran: it still shows what it showed when it was left before.
    const isAsBefore = isUnchanged && !wasShownInFrame
    turn({ wasShown: false, left: isAsBefore ? left : isScrolledList(holder) ? undefined : shownDataNow() })
  }
  return isShown && (wasShownInFrame || !isUnchanged)
}

/** A long list has only the rows near its position, and returns to another one: an effect draws the rows there. */
function isScrolledList(holder: HTMLElement): boolean {
  return scrollY > 0 && holder.querySelector('[data-virtual-list]') !== null
}

/** The last time at which a page came into sight or was left. */
interface Turn {
  wasShown: boolean
  /** What was shown when it was left; undefined where that isn't known. */
  left?: ShownData | undefined
  /** Whether that was still so when it came back. */
  isUnchanged?: boolean | undefined
}

/**
 * React hides an activity by `display: none` on its outermost element, at each change out of sight again, and the
 * layout would be lost. So the style that React writes to is that of an element outside of the document.
 */
function keepLayout(element: HTMLElement | null): void {
  if (element) Object.defineProperty(element, 'style', { configurable: true, value: document.createElement('i').style })
}
