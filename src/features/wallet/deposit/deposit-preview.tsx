import { Trans } from '@lingui/react/macro'
import type { Answer } from '#protocol/call.ts'
import { interestOf } from '#protocol/deposit-rules.ts'
import type { depositOffers } from '#protocol/deposits.ts'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { Money } from '../../../ui/money.tsx'
import { useWhen } from '../../../entities/use-when.ts'
import { serverNow } from '../../../lib/server-clock.ts'

const dayMs = 86_400_000

interface DepositPreviewProps {
  offer: Answer<typeof depositOffers>['items'][number]
  amount: number
  from: 'recharge' | 'income'
}

/** A preview of a deposit: its interest and the source of that interest, its end, and the cost of ending early. */
export function DepositPreview({ offer, amount, from }: DepositPreviewProps) {
  const when = useWhen()
  const { currency, days } = offer
  const ends = when(serverNow() + days * dayMs)
  return (
    <>
      <Facts>
        <Fact name={<Trans>Interest at the end</Trans>}>
          <Money isOpen value={interestOf(amount, offer)} currency={currency} sign="always" projected />
        </Fact>
        <Fact name={<Trans>Paid out of</Trans>}>
          <Trans>the operator's reserve</Trans>
        </Fact>
        <Fact name={<Trans>Ends</Trans>}>{ends}</Fact>
        <Fact name={<Trans>Then back to</Trans>}>
          {from === 'recharge' ? <Trans>recharge, interest to income</Trans> : <Trans>income, with the interest</Trans>}
        </Fact>
      </Facts>
      <p className="mt-3 text-small text-ink-soft">
        <Trans>
          All the interest is set aside for you when you open the deposit. You can end it at any time: you then get the
          full amount back, without interest.
        </Trans>
      </p>
    </>
  )
}
