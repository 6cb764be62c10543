import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useIsPageOff } from '../../entities/use-is-off.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** Shown to a member without units: the way to the offers, while the Mall is on. */
export function NoUnits() {
  const isMallOff = useIsPageOff('/pages/index/index')
  return (
    <EmptyState
      art="no-products"
      title={<Trans>You don't own a machine yet</Trans>}
      action={
        !isMallOff && (
          <Link to="/pages/index/index" className={buttonClass()}>
            <Trans>See all offers</Trans>
          </Link>
        )
      }
    >
      {!isMallOff && <Trans>Each offer shows what its units really earned in the last 30 days.</Trans>}
    </EmptyState>
  )
}
