import { Trans } from '@lingui/react/macro'
import type { CardBill } from '#protocol/cards.ts'
import { usePercent } from '../../entities/use-percent.ts'
import { stateOf } from './bill-words.ts'

/** What paying an open bill late costs. A server of before doesn't say. */
export function PenaltyRule({ bill }: { bill: CardBill }) {
  const percent = usePercent()
  const { penaltyRule } = bill
  // Its state says that nothing is added.
  if (stateOf(bill) === 'paused') return null
  // What an earlier rule added stays; the figures say so.
  if (penaltyRule === null && bill.penalty > 0) return null
  return (
    <p className="text-ink-soft text-pretty">
      {penaltyRule === undefined ? (
        <Trans>A penalty may be added once the due date has passed.</Trans>
      ) : penaltyRule === null ? (
        <Trans>No penalty is added if you repay it late.</Trans>
      ) : (
        <Trans>
          Each day after the due date adds {percent(penaltyRule.bpPerDay)} of what's left of the billed amount, at most{' '}
          {percent(penaltyRule.mostBp)} of the billed amount in all.
        </Trans>
      )}
    </p>
  )
}
