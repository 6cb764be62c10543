import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { BankCard, CardBill } from '#protocol/cards.ts'
import { dayText } from '../../lib/date-texts.ts'
import { IconDisc, ListRow, rowLinkClass } from '../../ui/list-row.tsx'
import { Money } from '../../ui/money.tsx'
import { ChooseRow } from '../../ui/two-panes.tsx'
import { BillState } from './bill-state.tsx'
import { leftOf, stateOf } from './bill-words.ts'
import { useDate } from '../../entities/use-when.ts'

interface BillRowProps {
  bill: CardBill
  card: BankCard
  /** Given where a wide screen shows the bill in a second pane: whether it is the one there, and how to choose it. */
  pane?: { isChosen: boolean; onChoose: () => void } | undefined
}

/** One bill of a card: the amount left to repay, and the due date. */
export function BillRow({ bill, card, pane }: BillRowProps) {
  const { i18n } = useLingui()
  const dateOf = useDate()
  const { id, currency, amount, dueOn, completedAt } = bill
  const isOverdue = stateOf(bill) === 'overdue'
  const day = dayText(dueOn, i18n.locale)
  const inside = (
    <ListRow
      start={<IconDisc name="receipt" tone={completedAt !== null ? 'positive' : isOverdue ? 'danger' : 'accent'} />}
      leads={!pane}
      title={
        bill.kind === 'annual fee' ? (
          <Trans>
            Annual fee of{' '}
            <bdi className="figures whitespace-nowrap large-text:whitespace-normal" dir="ltr">
              {card.numberMasked}
            </bdi>
          </Trans>
        ) : (
          <Trans>
            Bill for{' '}
            <bdi className="figures whitespace-nowrap large-text:whitespace-normal" dir="ltr">
              {card.numberMasked}
            </bdi>
          </Trans>
        )
      }
      detail={
        <>
          {bill.kind === 'charge' && (
            <>
              <bdi>{bill.ref}</bdi> ·{' '}
            </>
          )}
          {completedAt === null ? <Trans>Due {day}</Trans> : <Trans>Repaid on {dateOf(completedAt)}</Trans>}
        </>
      }
      end={<Money value={completedAt === null ? leftOf(bill) : amount} currency={currency} />}
      endDetail={<BillState bill={bill} />}
    />
  )
  if (pane) return <ChooseRow {...pane}>{inside}</ChooseRow>
  return (
    <Link to="/subPages/repayment/index" search={{ bill: id }} className={rowLinkClass}>
      {inside}
    </Link>
  )
}
