import { Trans, useLingui } from '@lingui/react/macro'
import { endsWithCard, type BankCard, type CardBill } from '#protocol/cards.ts'
import { dayText } from '../../lib/date-texts.ts'
import { Card } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Money } from '../../ui/money.tsx'
import { BillState } from './bill-state.tsx'
import { leftOf, stateOf, useBillWords } from './bill-words.ts'
import { RepayForm } from './repay-form.tsx'
import { PenaltyRule } from './penalty-rule.tsx'
import { useWhen } from '../../entities/use-when.ts'

/** One bill in full, with the repayment form where something is left to repay. */
export function BillPanel({ bill, card }: { bill: CardBill; card: BankCard }) {
  const { i18n } = useLingui()
  const when = useWhen()
  const { id, currency, amount, penalty, repaid, dueOn, completedAt } = bill
  return (
    <>
      <Card>
        <Facts>
          <Fact name={<Trans>Status</Trans>}>
            <BillState bill={bill} />
          </Fact>
          <Fact name={<Trans>Card</Trans>}>
            <bdi>{card.bankName}</bdi> <bdi dir="ltr">{card.numberMasked}</bdi>
          </Fact>
          {bill.kind !== undefined && (
            <Fact name={<Trans>What for</Trans>}>
              {bill.kind === 'annual fee' ? <Trans>Annual fee</Trans> : <bdi>{bill.ref}</bdi>}
            </Fact>
          )}
          <Fact name={<Trans>Billed</Trans>}>
            <Money value={amount} currency={currency} />
          </Fact>
          {penalty > 0 && (
            <Fact name={<Trans>Penalty</Trans>}>
              <Money value={penalty} currency={currency} />
            </Fact>
          )}
          {repaid > 0 && (
            <Fact name={<Trans>Repaid</Trans>}>
              <Money value={repaid} currency={currency} />
            </Fact>
          )}
          <Fact name={<Trans>Left to repay</Trans>}>
            <Money value={leftOf(bill)} currency={currency} size="title" />
          </Fact>
          <Fact name={<Trans>Due date</Trans>}>{dayText(dueOn, i18n.locale)}</Fact>
          {completedAt !== null && <Fact name={<Trans>Completed</Trans>}>{when(completedAt)}</Fact>}
        </Facts>
      </Card>
      <p className="text-ink-soft text-pretty">{useBillWords()[stateOf(bill)].meaning}</p>
      {completedAt === null && <PenaltyRule bill={bill} />}
      {endsWithCard(bill) && (
        <p className="text-ink-soft text-pretty">
          <Trans>This is the annual fee of the card. If you remove the card, you don't have to pay it.</Trans>
        </p>
      )}
      {completedAt === null && <RepayForm key={id} bill={bill} />}
    </>
  )
}
