import { Trans, useLingui } from '@lingui/react/macro'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { RouteLink } from '../ui/route-link.tsx'
import { Screen } from '../ui/screen.tsx'

/** Shown for a screen that isn't built: says so, and links to the nearest page that works. */
export function YetToCome({ near }: { near: string }) {
  const { t } = useLingui()
  return (
    <Screen>
      <EmptyState
        art="not-built"
        title={t`This page isn't ready yet`}
        action={
          <RouteLink route={near} className={buttonClass({ look: 'quiet' })}>
            <Trans>Go to the nearest page</Trans>
          </RouteLink>
        }
      >
        <Trans>
          Nothing of yours is missing, and nothing is waiting for you here. Everything that works today is one step
          away.
        </Trans>
      </EmptyState>
    </Screen>
  )
}
