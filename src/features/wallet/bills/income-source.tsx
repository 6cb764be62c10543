import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Answer } from '#protocol/call.ts'
import type { billDetail } from '#protocol/books.ts'
import { Card, Section } from '../../../ui/card.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { List, ListRow } from '../../../ui/list-row.tsx'
import { Money } from '../../../ui/money.tsx'
import { usePercent } from '../../../entities/use-percent.ts'
import { useWhen } from '../../../entities/use-when.ts'

type Source = NonNullable<Answer<typeof billDetail>['income']>

interface IncomeSourceProps {
  source: Source
  currency: string
  /** The bill's own amount, or what of it the unit was paid. */
  paid: number
}

/**
 * The source of an income: the machine's revenue of the period, the share of all units, and the division that gives
 * this unit's share.
 */
export function IncomeSource({ source, currency, paid }: IncomeSourceProps) {
  const percent = usePercent()
  const {
    name,
    deviceNumber,
    since,
    until,
    sessions,
    revenue,
    share,
    memberShareBp,
    unitsTotal,
    sharedTotal,
    paidBefore,
    runs,
  } = source
  const when = useWhen()
  const [from, to, part] = [when(since), when(until), percent(memberShareBp)]
  const money = (value: number): ReactNode => <Money value={value} currency={currency} />
  return (
    <>
      <Section title={<Trans>Where the money came from</Trans>}>
        <Card>
          <Facts>
            <Fact name={<Trans>Machine</Trans>}>
              {name}, <bdi>{deviceNumber}</bdi>
            </Fact>
            <Fact name={<Trans>Period</Trans>}>
              <Trans>
                {from} to {to}
              </Trans>
            </Fact>
            <Fact name={<Plural value={sessions} one="Revenue of # session" other="Revenue of # sessions" />}>
              {money(revenue)}
            </Fact>
            <Fact name={<Trans>Share of the units, {part}</Trans>}>{money(share)}</Fact>
          </Facts>
        </Card>
        <Card>
          <Facts>
            <Fact name={<Trans>Earned by all units since you bought this one</Trans>}>{money(sharedTotal)}</Fact>
            <Fact name={<Plural value={unitsTotal} one="Share of its one unit" other="Share of one of # units" />}>
              {money(Math.floor(sharedTotal / unitsTotal))}
            </Fact>
            <Fact name={<Trans>Already paid</Trans>}>{money(paidBefore)}</Fact>
            <Fact name={<Trans>Paid in this transaction</Trans>}>{money(paid)}</Fact>
          </Facts>
        </Card>
      </Section>
      {runs.length > 0 && (
        <Section title={<Trans>Sessions</Trans>}>
          <List>
            {runs.map((it) => (
              <li key={it.id}>
                <ListRow
                  start={it.kind === 'trip' ? 'car' : 'bolt'}
                  title={<span className="figures">{when(it.startedAt)}</span>}
                  end={money(it.amount)}
                  endDetail={<Trans>{money(it.share)} for units</Trans>}
                />
              </li>
            ))}
          </List>
          {sessions > runs.length && (
            <p className="text-small text-ink-soft">
              <Plural value={runs.length} one="The latest session." other="The latest # sessions." />
            </p>
          )}
        </Section>
      )}
    </>
  )
}
