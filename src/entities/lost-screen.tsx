import { Trans, useLingui } from '@lingui/react/macro'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { RouteLink } from '../ui/route-link.tsx'
import { Screen } from '../ui/screen.tsx'

/** Shown for an address that no route of the sitemap has. */
export function LostScreen({ home }: { home: string }) {
  const { t } = useLingui()
  return (
    <Screen title={t`Page not found`}>
      <EmptyState
        art="nothing-found"
        title={t`There's no page at this address`}
        action={
          <RouteLink route={home} className={buttonClass()}>
            <Trans>Go to Home</Trans>
          </RouteLink>
        }
      >
        <Trans>The link may be old or incomplete.</Trans>
      </EmptyState>
    </Screen>
  )
}
