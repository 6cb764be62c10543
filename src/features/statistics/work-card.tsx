import { Trans, useLingui } from '@lingui/react/macro'
import { ownedAmount } from '../../entities/owned-amount.ts'
import { distanceText, energyText } from '../../entities/quantities.ts'
import { dayText } from '../../lib/date-texts.ts'
import { AreaChart } from '../../ui/area-chart.tsx'
import { Card, Section } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Money } from '../../ui/money.tsx'
import { QueryStates, type QueryLike } from '../../ui/query-states.tsx'
import { BlockBone, Skeleton } from '../../ui/skeletons.tsx'
import { useOnline } from '../../ui/use-online.ts'
import { UseMap } from './use-map.tsx'
import { numberFormat } from '../../lib/intl.ts'
import type { Work } from './within.ts'

interface WorkCardProps {
  work: Work
  /** Where `work` comes from: what only the server knows is still being asked, or couldn't be loaded. */
  query: QueryLike<Work>
  /** Days before it are empty. */
  firstOwnedOn: string | null | undefined
}

/** What the machines did in the chosen days, and at which hours of the week. */
export function WorkCard({ work: { points, use, currency }, query, firstOwnedOn }: WorkCardProps) {
  const { t, i18n } = useLingui()
  const sum = (of: 'sessions' | 'revenue' | 'energyWh' | 'distanceM') => points.reduce((all, it) => all + it[of], 0)
  const count = numberFormat(i18n.locale)
  const [sessions, energyWh, distanceM] = [sum('sessions'), sum('energyWh'), sum('distanceM')]
  const shown = points.map((it) => {
    const value = ownedAmount({ day: it.day, amount: it.sessions }, firstOwnedOn ?? undefined)
    return {
      label: dayText(it.day, i18n.locale),
      value,
      text: value === null ? t`not yours yet` : count.format(value),
    }
  })
  return (
    <Section title={<Trans>What your machines did</Trans>}>
      <Card>
        <div className="flex flex-col gap-4">
          <Facts>
            <Fact name={<Trans>Trips and charging sessions</Trans>}>{count.format(sessions)}</Fact>
            {distanceM > 0 && <Fact name={<Trans>Distance</Trans>}>{distanceText(distanceM, i18n.locale)}</Fact>}
            {energyWh > 0 && <Fact name={<Trans>Energy</Trans>}>{energyText(energyWh, i18n.locale)}</Fact>}
            <Fact name={<Trans>Revenue, all units together</Trans>}>
              <Money value={sum('revenue')} currency={currency} />
            </Fact>
          </Facts>
          {shown.length > 1 && sessions > 0 && (
            <AreaChart points={shown} caption={t`Trips and charging sessions by day`} />
          )}
        </div>
      </Card>
      <Card>{use === null ? <UnknownUse query={query} /> : <UseMap use={use} />}</Card>
    </Section>
  )
}

function UnknownUse({ query }: { query: QueryLike<Work> }) {
  if (useOnline())
    return (
      <QueryStates
        query={{ ...query, data: query.data?.use ?? undefined }}
        skeleton={
          <Skeleton>
            <BlockBone shape="h-48 w-full" />
          </Skeleton>
        }
      >
        {(use) => <UseMap use={use} />}
      </QueryStates>
    )
  return (
    <p className="text-ink-soft">
      <Trans>You need a connection to see the hours of use.</Trans>
    </p>
  )
}
