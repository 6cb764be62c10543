import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { loginConfig } from '../entities/login-config.ts'
import { heightAs } from './height-as.ts'

/** True where the server says that its money is pretended. */
export function useDemo(): boolean {
  return useQuery(loginConfig).data?.demo ?? isSaidWithPage()
}

/**
 * On a first visit, nothing but what came with the page: a ribbon that is there a moment later pushes everything down.
 */
function isSaidWithPage(): boolean {
  const [page] = performance.getEntriesByType('navigation')
  return (
    page instanceof PerformanceNavigationTiming &&
    'serverTiming' in page &&
    page.serverTiming.some((it) => it.name === 'demo')
  )
}

const measured = heightAs('--shell-top')

/**
 * Over every page, always: nobody may take demonstration money for real. As tall as its words, which are larger or
 * longer elsewhere.
 */
export function DemoRibbon() {
  return (
    <header
      ref={measured}
      className="layer-top-tips sticky top-0 -ms-(--start) -me-(--safe-end) flex min-h-[calc(1.5rem+env(safe-area-inset-top,0px))] items-end justify-center bg-warning-soft px-4 pt-[env(safe-area-inset-top,0px)] pb-0.5 text-center text-small font-strong text-warning wide:z-[calc(var(--layer-navbar)+1)]"
    >
      <Trans>Demo: the money here is not real</Trans>
    </header>
  )
}
