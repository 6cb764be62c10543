import { Trans } from '@lingui/react/macro'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Money } from '../../../ui/money.tsx'

interface UnknownWithdrawalProps {
  /** Minor units. */
  amount: number
  currency: string
  onCheck: () => void
  isChecking: boolean
}

/**
 * Shown when a withdrawal was sent and its response was lost. The app asks for the outcome until it is known; until
 * then no other withdrawal can be sent.
 */
export function UnknownWithdrawal({ amount, currency, onCheck, isChecking }: UnknownWithdrawalProps) {
  return (
    <div role="status">
      <EmptyState
        art="offline"
        title={<Trans>We don't know yet if it was requested</Trans>}
        action={
          <Button icon="refresh" busy={isChecking} onClick={onCheck}>
            <Trans>Check now</Trans>
          </Button>
        }
      >
        <Trans>
          The connection dropped while you were withdrawing <Money value={amount} currency={currency} />. We check what
          happened as soon as you're online. It can't be withdrawn twice.
        </Trans>
      </EmptyState>
    </div>
  )
}
