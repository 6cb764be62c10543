import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import type { UnitDetail } from '#protocol/products.ts'
import { isNotFound } from '../../api/is-not-found.ts'
import { systemClock } from '../../lib/clock.ts'
import { dayIn, dayText, deviceZone } from '../../lib/dates.ts'
import { addDays } from '../../lib/days.ts'
import { formatMoney } from '../../lib/money.ts'
import { AreaChart } from '../../ui/area-chart.tsx'
import { Card, Section } from '../../ui/card.tsx'
import { Money } from '../../ui/money.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { NoUnit } from './no-unit.tsx'
import { unitOf } from '../../entities/unit.ts'
import { idSearch } from './search.ts'
import { SettlementList } from './settlement-list.tsx'

export const Route = createFileRoute('/subPages/product/myProductDetail2')({
  validateSearch: idSearch,
  component: MyProductIncomeScreen,
})

const route = getRouteApi('/subPages/product/myProductDetail2')

function MyProductIncomeScreen() {
  const { id } = route.useSearch()
  return id === undefined ? <NoUnit /> : <Income key={id} id={id} />
}

function Income({ id }: { id: string }) {
  const query = useQuery(unitOf(id))
  if (!query.data && isNotFound(query.error)) return <NoUnit />
  return (
    <Screen lead={query.data?.name}>
      <PullToRefresh onRefresh={() => query.refetch()}>
        <QueryStates query={query} skeleton={<DetailSkeleton />}>
          {(unit) => (
            <>
              <Card>
                <Month unit={unit} />
              </Card>
              <Section title={<Trans>Settlements</Trans>}>
                <SettlementList settlements={unit.settlements} currency={unit.currency} />
              </Section>
            </>
          )}
        </QueryStates>
      </PullToRefresh>
    </Screen>
  )
}

/** What the unit earned on each of the last 30 days. */
function Month({ unit: { sparkline, currency } }: { unit: UnitDetail }) {
  const { t, i18n } = useLingui()
  const today = dayIn(deviceZone(), systemClock.now())
  const points = sparkline.map((value, at) => ({
    label: dayText(addDays(today, at + 1 - sparkline.length), i18n.locale),
    value,
    text: formatMoney(value, currency, i18n.locale),
  }))
  return (
    <div className="flex flex-col gap-3">
      <p>
        <span className="block text-small text-ink-soft">
          <Trans>Earned in the last 30 days</Trans>
        </span>
        <Money value={sparkline.reduce((sum, it) => sum + it, 0)} currency={currency} size="hero" />
      </p>
      <AreaChart points={points} caption={t`What this unit earned, day by day`} />
    </div>
  )
}
