import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { homePath } from '../sitemap.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Screen } from '../ui/screen.tsx'

/** Shown for an address that no route of the sitemap has. */
export function LostScreen() {
  const { t } = useLingui()
  return (
    <Screen title={t`Page not found`}>
      <EmptyState
        art="nothing-found"
        title={t`There's no page at this address`}
        action={
          <Link to={homePath} className={buttonClass()}>
            <Trans>Go to Home</Trans>
          </Link>
        }
      >
        <Trans>The link may be old or incomplete.</Trans>
      </EmptyState>
    </Screen>
  )
}
