import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { isNotFound } from '../../api/is-not-found.ts'
import { Card, Section } from '../../ui/card.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { AllSettlements } from './all-settlements.tsx'
import { EarningsByDay } from './earnings-by-day.tsx'
import { NoUnit } from './no-unit.tsx'
import { unitOf } from '../../entities/unit.ts'
import { idSearch } from './search.ts'

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
                <EarningsByDay unit={unit} />
              </Card>
              <Section title={<Trans>Settlements</Trans>}>
                <AllSettlements unit={unit} />
              </Section>
            </>
          )}
        </QueryStates>
      </PullToRefresh>
    </Screen>
  )
}
