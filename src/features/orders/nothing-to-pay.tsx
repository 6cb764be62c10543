import { Trans } from '@lingui/react/macro'
import { FeatureLink } from '../../entities/feature-link.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Screen } from '../../ui/screen.tsx'

/** Shown where the URL names no order. */
export function NothingToPay() {
  return (
    <Screen width="form">
      <EmptyState
        art="no-orders"
        title={<Trans>There's no order here</Trans>}
        action={
          <FeatureLink to="/pages/index/index" className={buttonClass({ look: 'quiet' })}>
            <Trans>See all offers</Trans>
          </FeatureLink>
        }
      >
        <Trans>Choose a machine first. You order from its page.</Trans>
      </EmptyState>
    </Screen>
  )
}
