import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { isNotFound } from '../../api/is-not-found.ts'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { ClaimUnit, useHasClaim } from './claim-unit.tsx'
import { NoUnit } from './no-unit.tsx'
import { OtherVehicles } from './other-vehicles.tsx'
import { unitOf } from '../../entities/unit.ts'
import { idSearch } from './search.ts'
import { UnitPanel } from './unit-panel.tsx'

export const Route = createFileRoute('/subPages/product/myProductDetail')({
  validateSearch: idSearch,
  component: MyProductDetailScreen,
})

const route = getRouteApi('/subPages/product/myProductDetail')

function MyProductDetailScreen() {
  const { id } = route.useSearch()
  return id === undefined ? <NoUnit /> : <Unit key={id} id={id} />
}

function Unit({ id }: { id: string }) {
  const query = useQuery(unitOf(id))
  const hasClaim = useHasClaim(query.data)
  if (!query.data && isNotFound(query.error)) return <NoUnit />
  return (
    <Screen
      title={query.data?.name}
      bottom={query.data && hasClaim && <ClaimUnit unit={query.data} at={query.dataUpdatedAt} />}
    >
      <PullToRefresh onRefresh={() => query.refetch()}>
        <QueryStates query={query} skeleton={<DetailSkeleton />}>
          {(it) => (
            <>
              <UnitPanel unit={it} />
              <OtherVehicles unit={it} />
            </>
          )}
        </QueryStates>
      </PullToRefresh>
    </Screen>
  )
}
