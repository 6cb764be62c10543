import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { loginConfig } from '../entities/login-config.ts'
import { heightAs } from './height-as.ts'

/** True where the server says that its money isn't real. */
export function useDemo(): boolean {
  return useQuery(loginConfig).data?.demo ?? isSaidWithPage()
}

/**
 * On a first visit only the page's own response header counts: a ribbon that appears a moment later pushes everything
 * down.
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
 * Shown above every page, so that nobody takes demonstration money for real. Its height follows its text, which differs
 * by text size and language.
 */
export function DemoRibbon() {
  return (
    <header
      ref={measured}
      className="layer-top-tips sticky top-0 -ms-(--start) -me-(--safe-end) flex below-cutout items-end justify-center bg-warning-soft px-4 pb-0.5 text-center text-small font-strong text-warning large-text:static"
    >
      <Trans>Demo: the money here is not real</Trans>
    </header>
  )
}
