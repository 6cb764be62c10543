import { Trans } from '@lingui/react/macro'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'

interface UnknownRepaymentProps {
  /** Minor units. */
  amount: number
  currency: string
  onCheck: () => void
  isChecking: boolean
}

/**
 * A repayment was sent and its answer was lost. The app asks the server for the outcome. Until that is known, the bill
 * can't be repaid again.
 */
export function UnknownRepayment({ amount, currency, onCheck, isChecking }: UnknownRepaymentProps) {
  return (
    <Banner
      tone="warning"
      icon="warning"
      action={
        <Button look="plain" size="small" busy={isChecking} onClick={onCheck}>
          <Trans>Check now</Trans>
        </Button>
      }
    >
      <Trans>
        We don't know yet if <Money value={amount} currency={currency} /> was repaid: the connection dropped. We check
        as soon as you're online. It can't be taken twice.
      </Trans>
    </Banner>
  )
}
