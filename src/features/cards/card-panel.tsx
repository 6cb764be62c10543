import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { takesWithdrawals, type BankCard } from '#protocol/cards.ts'
import { useBankCardWords } from '../../entities/bank-card-words.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card, Section } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { List } from '../../ui/list-row.tsx'
import { Money } from '../../ui/money.tsx'
import { BillRow } from './bill-row.tsx'
import { CardFace } from './card-face.tsx'
import { cardTypes } from './queries.ts'
import { RemoveCard } from './remove-card.tsx'
import { useDate } from '../../entities/use-when.ts'

/** One card in full: its data, its bills, and the actions on it. */
export function CardPanel({ card, onRemoved }: { card: BankCard; onRemoved?: () => void }) {
  const { t } = useLingui()
  const dateOf = useDate()
  const { id, status, phoneMasked, boundAt, bills, typeCode } = card
  const type = useQuery(cardTypes).data?.items.find((it) => it.code === typeCode)
  return (
    <>
      <CardFace card={card} />
      <p className="text-ink-soft text-pretty">{useBankCardWords()[status].meaning}</p>
      <Card>
        <Facts>
          <Fact name={<Trans>Phone number at your bank</Trans>}>
            <bdi dir="ltr">{phoneMasked}</bdi>
          </Fact>
          <Fact name={<Trans>Added</Trans>}>{dateOf(boundAt)}</Fact>
          {type !== undefined && type.annualFee > 0 && (
            <Fact name={<Trans>Annual fee</Trans>}>
              <Money value={type.annualFee} currency={type.currency} />
            </Fact>
          )}
          <Fact name={<Trans>Card number</Trans>}>
            <Trans>Encrypted, never shown</Trans>
          </Fact>
        </Facts>
      </Card>
      {bills.length > 0 && (
        <Section title={<Trans>Bills of this card</Trans>}>
          <List label={t`Bills of this card`}>
            {bills.map((it) => (
              <li key={it.id}>
                <BillRow bill={it} card={card} />
              </li>
            ))}
          </List>
        </Section>
      )}
      {status === 'disabled' && (
        <Link to="/pages/my/help" className={buttonClass({ look: 'quiet', wide: true })}>
          <Trans>Ask why</Trans>
        </Link>
      )}
      {takesWithdrawals({ status }) && (
        <Link
          to="/subPages/withdraw/index"
          search={{ card: id }}
          className={buttonClass({ look: 'quiet', wide: true })}
        >
          <Trans>Withdraw to this card</Trans>
        </Link>
      )}
      <RemoveCard card={card} {...(onRemoved && { onRemoved })} />
    </>
  )
}
