import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Card, Section } from '../../../ui/card.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Money } from '../../../ui/money.tsx'
import { useAccountWords } from '../account-words.ts'
import { isMoney } from '../figure.ts'
import { ConfirmedOutside } from './confirmed-outside.tsx'
import { Line } from './line.tsx'
import { missingBy, type Totals } from './missing.ts'

/** One currency: the money owed to members compared with the money held, then every account with its meaning. */
export function BooksOf({ totals }: { totals: Totals }) {
  const { t } = useLingui()
  const accounts = useAccountWords()
  const {
    currency,
    members,
    debts,
    promised,
    unowned,
    claims,
    machines,
    reserve,
    operator,
    sales,
    spent,
    otherHouse,
    outside,
    confirmed,
  } = totals
  const missing = missingBy(totals)
  const money = (value: number, size?: 'large') => (
    <Money isOpen value={value} currency={currency} {...(size && { size })} />
  )
  return (
    <>
      <Section title={t`Can everyone be paid? (${currency})`}>
        <Card>
          <div className="flex flex-col gap-4">
            <div className="flex flex-wrap gap-x-8 gap-y-3">
              <p>
                <Small>
                  {unowned > 0 ? (
                    <Trans>Members could withdraw or spend, or is to be sent back</Trans>
                  ) : (
                    <Trans>Members could withdraw or spend</Trans>
                  )}
                </Small>
                {money(claims, 'large')}
              </p>
              <p>
                <Small>
                  <Trans>The operator holds</Trans>
                </Small>
                {money(outside, 'large')}
              </p>
            </div>
            <p>
              {missing > 0 ? (
                <Chip tone="danger" icon="warning">
                  <Trans>
                    Not covered: <Money isOpen value={missing} currency={currency} /> is missing
                  </Trans>
                </Chip>
              ) : confirmed?.day ? (
                <Chip tone="positive" icon="shield">
                  <Trans>Covered: everyone could be paid today</Trans>
                </Chip>
              ) : (
                <Chip icon="shield">
                  <Trans>Covered by these books</Trans>
                </Chip>
              )}
            </p>
            <p className="text-small text-ink-soft">
              <Trans>
                The operator holds what came in minus what went out: top-ups, machine revenue and its own money, minus
                everything paid out.
              </Trans>
            </p>
          </div>
        </Card>
      </Section>
      <ConfirmedOutside totals={totals} />
      <Section title={<Trans>Members' own</Trans>}>
        <Card>
          <dl className="divide-y divide-line">
            {members
              .filter((it) => isMoney(currency) && it.amount !== 0)
              .map((it) => (
                <Line key={it.account} name={accounts(it.account)}>
                  {money(it.amount)}
                </Line>
              ))}
            <Line
              name={<Trans>Interest promised to deposits</Trans>}
              meaning={<Trans>Set aside when a deposit is opened, and paid at its end.</Trans>}
            >
              {money(promised)}
            </Line>
            {unowned > 0 && (
              <Line
                name={<Trans>Payments for deleted accounts</Trans>}
                meaning={<Trans>They belong to whoever sent them, and are sent back.</Trans>}
              >
                {money(unowned)}
              </Line>
            )}
            {debts > 0 && (
              <Line
                name={<Trans>Owed by members</Trans>}
                meaning={<Trans>Taken back after it had been spent. It covers nobody else's money.</Trans>}
              >
                {money(debts)}
              </Line>
            )}
          </dl>
        </Card>
      </Section>
      <Section title={<Trans>Machines</Trans>}>
        <Card>
          <dl className="divide-y divide-line">
            <Line name={<Trans>Revenue</Trans>} meaning={<Trans>All fares and charging fees so far.</Trans>}>
              {money(machines.booked)}
            </Line>
            <Line
              name={<Trans>Operator's share</Trans>}
              meaning={<Trans>For running the machines, at the fee each product names.</Trans>}
            >
              {money(machines.operatorFee)}
            </Line>
            <Line
              name={<Trans>Settled to members</Trans>}
              meaning={<Trans>Income never comes from anywhere else.</Trans>}
            >
              {money(machines.paidOut)}
            </Line>
            <Line
              name={<Trans>Share of units nobody held</Trans>}
              meaning={<Trans>The operator's, once no more revenue of that month can arrive.</Trans>}
            >
              {money(machines.unsold)}
            </Line>
            <Line
              name={<Trans>Still with the machines</Trans>}
              meaning={<Trans>Settled next, or the share of units nobody owns.</Trans>}
            >
              {money(machines.left)}
            </Line>
          </dl>
        </Card>
      </Section>
      <Section title={<Trans>The operator</Trans>}>
        <Card>
          <dl className="divide-y divide-line">
            <Line
              name={<Trans>Reserve for interest</Trans>}
              meaning={<Trans>New deposits are offered only as far as it covers them.</Trans>}
            >
              {money(reserve)}
            </Line>
            <Line name={<Trans>Sales of units</Trans>} meaning={<Trans>Pays for machines, and for refunds.</Trans>}>
              {money(sales)}
            </Line>
            <Line
              name={<Trans>Spent</Trans>}
              meaning={
                <Trans>
                  Paid for machines and for running them, from sales and its own money, and taxes that were withheld.
                </Trans>
              }
            >
              {money(spent)}
            </Line>
            <Line
              name={<Trans>The operator's own</Trans>}
              meaning={<Trans>Its fees and its own money, minus what it set aside.</Trans>}
            >
              {money(operator)}
            </Line>
            <Line name={<Trans>Other budgets</Trans>} meaning={<Trans>For gift codes, prizes, pay and taxes.</Trans>}>
              {money(otherHouse)}
            </Line>
          </dl>
        </Card>
      </Section>
    </>
  )
}

function Small({ children }: { children: ReactNode }) {
  return <span className="block text-small text-ink-soft">{children}</span>
}
