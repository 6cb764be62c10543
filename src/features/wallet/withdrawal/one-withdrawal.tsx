import { Trans } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Answer } from '#protocol/call.ts'
import type { withdrawInfo } from '#protocol/wallet.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PullToRefresh } from '../../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../../ui/query-states.tsx'
import { Screen } from '../../../ui/screen.tsx'
import { DetailSkeleton } from '../../../ui/skeletons.tsx'
import { WithdrawalPanel } from './withdrawal-panel.tsx'

/** One withdrawal on a screen of its own, on a phone. */
export function OneWithdrawal({ query, id }: { query: UseQueryResult<Answer<typeof withdrawInfo>>; id: string }) {
  return (
    <Screen title={<Trans>Withdrawal</Trans>} width="form">
      <PullToRefresh onRefresh={() => query.refetch()}>
        <QueryStates query={query} skeleton={<DetailSkeleton />}>
          {({ recent }) => {
            const found = recent.find((it) => it.id === id)
            return found ? <WithdrawalPanel withdrawal={found} /> : <NotThere />
          }}
        </QueryStates>
      </PullToRefresh>
    </Screen>
  )
}

function NotThere() {
  return (
    <EmptyState
      art="nothing-found"
      title={<Trans>This withdrawal wasn't found</Trans>}
      action={
        <Link to="/pages/my/historyList" search={{ wallet: 'income' }} className={buttonClass({ look: 'quiet' })}>
          <Trans>Bills of the income wallet</Trans>
        </Link>
      }
    >
      <Trans>You see the last 30 days here. Earlier withdrawals are in the bills of your income wallet.</Trans>
    </EmptyState>
  )
}
