import { Trans, useLingui } from '@lingui/react/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Screen } from '../ui/screen.tsx'

/** Stands where a screen is still to be built, says so, and leads to its nearest neighbour that works. */
export function YetToCome({ near }: { near: NonNullable<LinkProps['to']> }) {
  const { t } = useLingui()
  return (
    <Screen>
      <EmptyState
        art="not-built"
        title={t`This page is still to be built`}
        action={
          <Link to={near} className={buttonClass({ look: 'quiet' })}>
            <Trans>Nearest page that works</Trans>
          </Link>
        }
      >
        <Trans>
          Nothing of yours is missing, and nothing waits here for you. Everything that works today is one step away.
        </Trans>
      </EmptyState>
    </Screen>
  )
}
