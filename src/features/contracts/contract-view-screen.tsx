import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import type { Answer } from '#protocol/call.ts'
import type { contractInfo } from '#protocol/contracts.ts'
import { FeatureLink } from '../../entities/feature-link.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { ContractState } from './contract-state.tsx'
import { EndContract } from './end-contract.tsx'
import { contractState } from './queries.ts'
import { ShownTerms } from './shown-terms.tsx'
import { SignedContract } from './signed-contract.tsx'

export const Route = createFileRoute('/subPages/contract/view')({ component: ContractViewScreen })

function ContractViewScreen() {
  const query = useQuery(contractState)
  return (
    <Screen width="form" bottom={query.data && <ContractAction contractState={query.data} />}>
      <PullToRefresh onRefresh={() => query.refetch()}>
        <QueryStates query={query} skeleton={<DetailSkeleton />}>
          {(it) => (
            <div className="flex flex-col gap-6">
              <ContractState contractState={it} />
              {it.version > 0 && (
                <Link to="/subPages/salary/list" className={buttonClass({ look: 'quiet', wide: true })}>
                  <Trans>Weekly salary</Trans>
                </Link>
              )}
              <ShownTerms contractState={it} />
              {it.contract && <SignedContract contract={it.contract} />}
              {it.ending && <EndContract contractState={it} ending={it.ending} />}
            </div>
          )}
        </QueryStates>
      </PullToRefresh>
    </Screen>
  )
}

/**
 * The contract button (specification 4): 0 sign, 2 and 3 update; with 1 and 4 there is nothing to press, and the page
 * says why.
 */
function ContractAction({ contractState: { button, approved } }: { contractState: Answer<typeof contractInfo> }) {
  if (button === 1 || button === 4) return null
  return (
    <FeatureLink to="/subPages/contract/edit" className={buttonClass({ wide: true })}>
      {button === 0 || approved?.hasEnded ? <Trans>Fill in and sign</Trans> : <Trans>Update the contract</Trans>}
    </FeatureLink>
  )
}
