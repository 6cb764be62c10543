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
        title={<Trans>Not known yet whether it was requested</Trans>}
        action={
          <Button icon="refresh" busy={isChecking} onClick={onCheck}>
            <Trans>Check now</Trans>
          </Button>
        }
      >
        <Trans>
          The network broke off while <Money value={amount} currency={currency} /> was being withdrawn. It is checked by
          itself as soon as there is a network, and can't be withdrawn twice, whatever happened.
        </Trans>
      </EmptyState>
    </div>
  )
}
