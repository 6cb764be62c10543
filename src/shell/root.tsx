import { createRootRoute, Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { restDue } from '../lib/rest-due.ts'
import { classNames } from '../ui/class-names.ts'
import { lazy, Nothing } from '../ui/lazy.tsx'
import { BackContext, TitleContext } from '../ui/screen.tsx'
import { guard } from './access.ts'
import { DemoRibbon, useDemo } from './demo-ribbon.tsx'
import { KeptPage } from './kept-page.tsx'
import { useKeptTabs } from './kept-tabs.ts'
import { untilTextOf } from './locale.ts'
import { LoadingIndicator } from './loading-indicator.tsx'
import { usePlaceTitle } from './place-title.ts'
import { useRestricted } from './restricted.ts'
import { goBack } from './rules.ts'
import { PageTransition } from './page-transition.tsx'
import { TabBar } from './tab-bar.tsx'
import { tabsOf } from './tabs.ts'

// None of these is needed in the first frame, so none is in the first chunk.
const notices = () => restDue.then(() => import('./notices.tsx'))
const Notices = lazy(() => notices().then((it) => it.Notices))
// Its text isn't the first frame's either.
const restricted = async () => (await Promise.all([import('./restricted-view.tsx'), untilTextOf()]))[0]
const RestrictedLine = lazy(() => restricted().then((it) => it.RestrictedLine))
const Remaining = lazy(() => restricted().then((it) => it.Remaining))
const StatusLine = lazy(() => notices().then((it) => it.StatusLine), Nothing)
const MyBadge = lazy(() => notices().then((it) => it.MyBadge), Nothing)
const Toasts = lazy(() => notices().then((it) => it.Toasts), Nothing)

export const Route = createRootRoute({ beforeLoad: guard, component: Shell })

/** The frame around every screen. */
function Shell() {
  const router = useRouter()
  const path = useRouterState({ select: (state) => state.matches.at(-1)?.pathname ?? '/' })
  const title = usePlaceTitle(path)
  useEffect(() => {
    document.title = title ? `${title} · Voltfolio` : 'Voltfolio'
  }, [title])
  // The same function each time: another one would have every page drawn that knows the way back.
  const [back] = useState(() => () => void goBack(router))
  const isDemo = useDemo()
  const restricted = useRestricted()
  const tabs = tabsOf(restricted !== undefined)
  const isTab = tabs.some((tab) => tab.path === path)
  const kept = useKeptTabs(isTab ? path : undefined, restricted !== undefined)
  const shown = kept.tabs.find((it) => it.path === kept.path)
  return (
    <BackContext value={back}>
      <TitleContext value={title}>
        <div
          data-shell
          className={classNames(
            // A page that comes in from the side must not widen the page.
            'flex min-h-dvh flex-col overflow-x-clip ps-(--start) pe-(--safe-end)',
            sidesClass,
            dockClass,
            isTab && 'max-wide:[--bar:calc(3.5rem+var(--safe-bottom))] large-text:[--bar:0px]',
            isDemo && '[--shell-top:calc(1.5rem+env(safe-area-inset-top,0px))] [--safe-top:0px]',
          )}
        >
          {isDemo && <DemoRibbon />}
          <LoadingIndicator />
          {restricted && (
            <Suspense>
              <RestrictedLine {...restricted} />
            </Suspense>
          )}
          <PageTransition key={path} holder={shown?.holder}>
            {shown ? undefined : restricted ? (
              <Suspense>
                <Remaining {...restricted} path={path}>
                  <Outlet />
                </Remaining>
              </Suspense>
            ) : (
              <Outlet />
            )}
          </PageTransition>
          {kept.tabs.map((tab) => (
            <KeptPage key={tab.id} tab={tab} isShown={tab === shown} />
          ))}
          <Suspense>
            <StatusLine />
          </Suspense>
          <div className="layer-navbar pointer-events-none fixed inset-x-0 bottom-0 large-text:static *:pointer-events-auto wide:start-(--start)">
            <Suspense>
              <Notices isTab={isTab} />
            </Suspense>
            <TabBar
              tabs={tabs}
              path={path}
              isShownNarrow={isTab}
              badge={
                <Suspense>
                  <MyBadge />
                </Suspense>
              }
            />
          </div>
          <Suspense>
            <Toasts />
          </Suspense>
        </div>
      </TitleContext>
    </BackContext>
  )
}

// A notch is at one side of a phone in landscape. --start is where the page begins: after the rail, where there is one.
const sidesClass =
  '[--safe-start:var(--safe-left)] [--safe-end:var(--safe-right)] rtl:[--safe-start:var(--safe-right)] rtl:[--safe-end:var(--safe-left)] [--start:var(--safe-start)] wide:[--start:calc(6rem+var(--safe-start))]'

// The height that covers the bottom of the page: the tab bar, the status line and notices, each only where it is shown.
const dockClass = '[--bar:0px] [--notice:0px] [--tab-bar:calc(var(--bar)+var(--strip,0px)+var(--notice))]'
