import { Trans } from '@lingui/react/macro'
import { FeatureLink } from '../../entities/feature-link.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** Shown where the operator offers nothing: when that changes, and what there is to read until then. */
export function NoOffers() {
  return (
    <EmptyState
      art="no-products"
      title={<Trans>No offers right now</Trans>}
      action={
        <FeatureLink to="/subPages/news/list" search={{ kind: 'help' }} className={buttonClass({ look: 'quiet' })}>
          <Trans>Read how it works</Trans>
        </FeatureLink>
      }
    >
      <Trans>New machines appear here as soon as the operator offers them.</Trans>
    </EmptyState>
  )
}
