import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { spanIn } from '../../entities/day-span.ts'
import { BelowLoading } from '../../ui/below-loading.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { CountedHow } from './counted-how.tsx'
import { IncomeCard } from './income-card.tsx'
import { useEarnings, useWork } from './queries.ts'
import { ProductShares } from './product-shares.tsx'
import { SaveCsv } from './save-csv.tsx'
import { statisticsSearch } from './search.ts'
import { SpanFilters } from './span-filters.tsx'
import { WorkCard } from './work-card.tsx'

export const Route = createFileRoute('/subPages/statistics/index')({
  validateSearch: statisticsSearch,
  component: StatisticsScreen,
})

const route = getRouteApi('/subPages/statistics/index')

/** What all of the member's units earned and what their machines did, in days that the member chooses. */
function StatisticsScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const span = spanIn(search.range) ?? 'last 30 days'
  const { kind } = search
  const earnings = useEarnings(span, { kind })
  const work = useWork(span, { kind })
  return (
    <Screen width="panes" actions={<SaveCsv earnings={earnings} work={work} kind={kind} />}>
      <PullToRefresh onRefresh={() => Promise.all([earnings.refetch(), work.refetch()])}>
        <SpanFilters
          span={span}
          kind={kind}
          onSearch={(change) => void navigate({ search: { ...search, ...change }, replace: true, resetScroll: false })}
        />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 wide:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-6">
            <QueryStates query={earnings} skeleton={<DetailSkeleton />}>
              {(it) => (
                <>
                  <IncomeCard earnings={it} />
                  <ProductShares earnings={it} range={search.range} kind={kind} />
                </>
              )}
            </QueryStates>
          </div>
          <div className="flex min-w-0 flex-col gap-6 max-wide:below-loading">
            <QueryStates query={work} skeleton={<DetailSkeleton />}>
              {(it) => <WorkCard work={it} query={work} firstOwnedOn={earnings.data?.firstOwnedOn} />}
            </QueryStates>
            <BelowLoading>
              <CountedHow range={search.range} kind={kind} />
            </BelowLoading>
          </div>
        </div>
      </PullToRefresh>
    </Screen>
  )
}
