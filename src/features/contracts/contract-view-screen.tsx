import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { buttonClass } from '../../ui/button.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { ContractAction } from './contract-action.tsx'
import { ContractState } from './contract-state.tsx'
import { EndContract } from './end-contract.tsx'
import { contractState } from './queries.ts'
import { ShownTerms } from './shown-terms.tsx'
import { SignedContract } from './signed-contract.tsx'

export const Route = createFileRoute('/subPages/contract/view')({ component: ContractViewScreen })

function ContractViewScreen() {
  const query = useQuery(contractState)
  return (
    <Screen width="form" bottom={query.data && <ContractAction button={query.data.button} />}>
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
