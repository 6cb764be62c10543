import { Trans } from '@lingui/react/macro'
import type { Answer } from '#protocol/call.ts'
import type { withdrawalCalculate } from '#protocol/wallet.ts'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { Money } from '../../../ui/money.tsx'

export type Lines = Answer<typeof withdrawalCalculate>

/**
 * The lines from the amount that leaves the wallet to the amount that arrives, in minor units. `fee` already has the
 * level's `discount` taken off, so the first line adds both to show the whole fee.
 */
export function WithdrawalLines({
  lines: { currency, amount, fee, discount, tax, arrives },
  isOpen = false,
}: {
  lines: Lines
  /** About to be withdrawn, so shown while amounts are hidden too. */
  isOpen?: boolean
}) {
  return (
    <Facts>
      <Fact name={<Trans>Leaves your income wallet</Trans>}>
        <Money isOpen={isOpen} value={amount} currency={currency} />
      </Fact>
      <Fact name={<Trans>Fee</Trans>}>
        <Money isOpen={isOpen} value={-(fee + discount)} currency={currency} />
      </Fact>
      {discount > 0 && (
        <Fact name={<Trans>Off the fee for your level</Trans>}>
          <Money isOpen={isOpen} value={discount} currency={currency} sign="always" />
        </Fact>
      )}
      {tax > 0 && (
        <Fact name={<Trans>Tax</Trans>}>
          <Money isOpen={isOpen} value={-tax} currency={currency} />
        </Fact>
      )}
      <Fact name={<Trans>Arrives on your card</Trans>}>
        <Money isOpen={isOpen} value={arrives} currency={currency} size="title" />
      </Fact>
    </Facts>
  )
}
