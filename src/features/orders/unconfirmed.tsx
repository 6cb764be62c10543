import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Screen } from '../../ui/screen.tsx'

/**
 * A payment was sent and its answer was lost. The app asks the server for the outcome. Until that is known, nothing is
 * paid again.
 */
export function UnconfirmedPayment({ onCheck, isChecking }: { onCheck: () => void; isChecking: boolean }) {
  return (
    <div role="status">
      <EmptyState
        art="offline"
        title={<Trans>We don't know yet if it was paid</Trans>}
        action={
          <Button icon="refresh" busy={isChecking} onClick={onCheck}>
            <Trans>Check now</Trans>
          </Button>
        }
      >
        <Trans>
          The connection dropped while you were paying. We check what happened as soon as you're online. You can't be
          charged twice for this order.
        </Trans>
      </EmptyState>
    </div>
  )
}

/** Shown before another order is begun: a link to the payment whose outcome is unknown. */
export function UnconfirmedFirst({ draftId }: { draftId: string }) {
  return (
    <Screen width="form">
      <EmptyState
        art="no-orders"
        title={<Trans>An earlier payment isn't confirmed</Trans>}
        action={
          <Link to="/pages/pay/pay" search={{ draftId }} className={buttonClass()}>
            <Trans>See what happened</Trans>
          </Link>
        }
      >
        <Trans>We lost the server's answer. Check that payment first, so you don't buy twice by mistake.</Trans>
      </EmptyState>
    </Screen>
  )
}
