import { useQuery } from '@tanstack/react-query'
import type { UnitCard } from '#protocol/products.ts'
import { QueryStates } from '../../ui/query-states.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { DetailPane } from '../../ui/two-panes.tsx'
import { ClaimUnit, useHasClaim } from './claim-unit.tsx'
import { unitOf } from '../../entities/unit.ts'
import { UnitPanel } from './unit-panel.tsx'

/** The second pane of a wide screen: the unit that was chosen in the list. */
export function SelectedUnit({ unit: { id, name } }: { unit: UnitCard }) {
  const query = useQuery(unitOf(id))
  const hasClaim = useHasClaim(query.data)
  return (
    <DetailPane
      title={name}
      bottom={query.data && hasClaim && <ClaimUnit unit={query.data} at={query.dataUpdatedAt} />}
    >
      <QueryStates query={query} skeleton={<DetailSkeleton />}>
        {(it) => <UnitPanel unit={it} />}
      </QueryStates>
    </DetailPane>
  )
}
