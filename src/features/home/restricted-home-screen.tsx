import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useSignedIn } from '../../cache/use-signed-in.ts'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { CardsSkeleton } from '../../ui/skeletons.tsx'
import { home } from './first-reads.ts'
import { LatelyLine } from './lately-line.tsx'
import { MemberSummary } from './member-summary.tsx'
import { MyUnits } from './my-units.tsx'
import { NewestOffers } from './newest-offers.tsx'
import { featureFlags } from '../../entities/feature-flags.ts'
import { useIsPageOff } from '../../entities/use-is-off.ts'
import { VisitorCard } from './visitor-card.tsx'

export const Route = createFileRoute('/pages/index/index2')({ component: RestrictedHomeScreen })

/** Home while the operator has switched features off. The shell's line above it names them. */
function RestrictedHomeScreen() {
  const client = useQueryClient()
  const isMember = useSignedIn() !== undefined
  const isMallOff = useIsPageOff('/pages/index/index')
  const isBuyingOff = useIsPageOff('/subPages/product/detail')
  const hasOffers = useQuery(featureFlags).data?.showGoods === '1' && !isBuyingOff
  return (
    <Screen hasBack={false} width="panes">
      <PullToRefresh onRefresh={() => client.refetchQueries({ type: 'active' })}>
        {isMember && (
          <>
            <MemberSummary isMallOff={isMallOff} />
            <MyUnits />
          </>
        )}
        <QueryStates
          query={useQuery(home)}
          skeleton={
            <>
              {!isMember && <VisitorCard />}
              <CardsSkeleton cards={hasOffers ? 6 : 2} />
            </>
          }
        >
          {({ machines, newest }) => (
            <>
              {!isMember && <VisitorCard machines={machines} />}
              <LatelyLine />
              {hasOffers && <NewestOffers products={newest} />}
            </>
          )}
        </QueryStates>
      </PullToRefresh>
    </Screen>
  )
}
