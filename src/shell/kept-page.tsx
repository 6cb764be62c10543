import { CatchBoundary, useRouter, useRouterState, type RouteComponent } from '@tanstack/react-router'
import { Activity, createElement, memo, Suspense, useState } from 'react'
import { createPortal } from 'react-dom'
import type { BuiltPlace } from '../sitemap.ts'
import { BrokenScreen } from './broken-screen.tsx'
import type { KeptTab } from './kept-tabs.ts'

/**
 * A tab's page. While it isn't shown its effects don't run, so it asks and follows nothing. It isn't in the document
 * then: no search, screen reader or style rule reaches it. When it is shown again, only what has changed meanwhile is
 * drawn.
 */
export const KeptPage = memo(function KeptPage({ tab, isShown }: { tab: KeptTab; isShown: boolean }) {
  const { routesByPath } = useRouter()
  // A page that broke is tried again with the next navigation.
  const match = useRouterState({ select: ({ matches }) => matches.at(-1) })
  // The same element each time: another one would have all of the page drawn.
  const [page] = useState(() =>
    createElement(routesByPath[tab.path as BuiltPlace['path']].options.component as RouteComponent),
  )
  return (
    <Activity mode={isShown ? 'visible' : 'hidden'}>
      {createPortal(
        <CatchBoundary getResetKey={() => isShown && match} errorComponent={BrokenScreen}>
          <Suspense>{page}</Suspense>
        </CatchBoundary>,
        tab.holder,
      )}
    </Activity>
  )
})
