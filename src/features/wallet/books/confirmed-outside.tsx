import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useWhen } from '../../../entities/use-when.ts'
import { dayText } from '../../../lib/date-texts.ts'
import { Card, Section } from '../../../ui/card.tsx'
import { Money } from '../../../ui/money.tsx'
import { Line } from './line.tsx'
import type { Totals } from './missing.ts'

/** What the statements of banks, chains and payment providers say, with their day, against the books. */
export function ConfirmedOutside({ totals: { confirmed, currency } }: { totals: Totals }): ReactNode {
  const { i18n } = useLingui()
  const money = (value: number) => <Money isOpen value={value} currency={currency} />
  if (!confirmed?.day)
    return (
      <Section title={<Trans>Confirmed outside</Trans>}>
        <Card>
          <p className="text-small text-ink-soft text-pretty">
            {confirmed ? (
              <Trans>Some statements of the accounts that hold the money are still missing.</Trans>
            ) : (
              <Trans>
                No bank statement confirms these books yet. They say what was booked, not what a bank holds.
              </Trans>
            )}
          </p>
        </Card>
      </Section>
    )
  const day = dayText(confirmed.day, i18n.locale)
  return (
    <Section title={<Trans>Confirmed outside on {day}</Trans>}>
      <Card>
        <dl className="divide-y divide-line">
          {confirmed.accounts.map((it) => (
            <Line key={it.name} name={it.name} meaning={<Kind {...it} />}>
              {money(it.amount)}
            </Line>
          ))}
          <Line
            name={<Trans>Difference from the books</Trans>}
            meaning={<Trans>Below zero means there's less than was booked.</Trans>}
          >
            {money(confirmed.difference)}
          </Line>
          <Line
            name={<Trans>Being sent to members</Trans>}
            meaning={<Trans>Sent by that day, but not arrived yet.</Trans>}
          >
            {money(confirmed.sent)}
          </Line>
          <Line
            name={<Trans>Since then</Trans>}
            meaning={<Trans>Booked after that day and not on a statement yet.</Trans>}
          >
            {money(confirmed.since)}
          </Line>
        </dl>
      </Card>
    </Section>
  )
}

type Account = NonNullable<Totals['confirmed']>['accounts'][number]

function Kind({ kind, network, readAt }: Account): ReactNode {
  const when = useWhen()
  if (network && readAt) {
    const at = when(readAt)
    const name = network.toUpperCase()
    return (
      <Trans>
        Addresses on the network {name}, read {at}
      </Trans>
    )
  }
  if (kind === 'bank') return <Trans>Bank account</Trans>
  if (kind === 'chain') return <Trans>Addresses on a network</Trans>
  return <Trans>Payment provider</Trans>
}
