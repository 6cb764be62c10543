import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useIsPageOff } from '../../entities/use-is-off.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** Shown to a member without orders: the way to the offers, while the Mall is on. */
export function NoOrders() {
  const isMallOff = useIsPageOff('/pages/index/index')
  return (
    <EmptyState
      art="no-orders"
      title={<Trans>No orders yet</Trans>}
      action={
        !isMallOff && (
          <Link to="/pages/index/index" className={buttonClass()}>
            <Trans>See all offers</Trans>
          </Link>
        )
      }
    >
      <Trans>You'll see what you buy here, with what you paid and how to cancel in time.</Trans>
    </EmptyState>
  )
}
