import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Screen } from '../../ui/screen.tsx'

/** Shown where the URL names none of the member's products. */
export function NoUnit() {
  return (
    <Screen>
      <EmptyState
        art="nothing-found"
        title={<Trans>This isn't one of your products</Trans>}
        action={
          <Link to="/subPages/product/myProduct" className={buttonClass({ look: 'quiet' })}>
            <Trans>All my products</Trans>
          </Link>
        }
      />
    </Screen>
  )
}
