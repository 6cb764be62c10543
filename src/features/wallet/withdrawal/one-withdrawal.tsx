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

type Info = Answer<typeof withdrawInfo>

/** One withdrawal on a screen of its own, on a phone. */
export function OneWithdrawal({ asked, id }: { asked: UseQueryResult<Info>; id: string }) {
  return (
    <Screen title={<Trans>Withdrawal</Trans>} width="form">
      <PullToRefresh onRefresh={() => asked.refetch()}>
        <QueryStates query={asked} skeleton={<DetailSkeleton />}>
          {({ recent }) => <OneOf recent={recent} id={id} />}
        </QueryStates>
      </PullToRefresh>
    </Screen>
  )
}

/** One of the withdrawals in full, or that it isn't among them. */
export function OneOf({ recent, id }: Pick<Info, 'recent'> & { id: string }) {
  const found = recent.find((it) => it.id === id)
  return found ? <WithdrawalPanel withdrawal={found} /> : <NotThere />
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
    />
  )
}
