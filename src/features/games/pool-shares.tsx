import { Trans } from '@lingui/react/macro'
import type { PoolRound, PoolShare } from '#protocol/games.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { InfiniteList, type pagesOf } from '../../ui/infinite-list.tsx'
import { PoolShareRow } from './pool-share-row.tsx'

interface PoolSharesProps extends ReturnType<typeof pagesOf> {
  shares: readonly PoolShare[]
  /** At least those in which a share was won. */
  rounds: readonly PoolRound[]
}

/** The shares of the pool that the member won, with their receipts. */
export function PoolShares({ shares, rounds, ...more }: PoolSharesProps) {
  if (shares.length === 0 && !more.hasMore)
    return (
      <EmptyState art="no-prizes" title={<Trans>No share yet</Trans>}>
        <Trans>When one of your tickets wins a round, you can claim your share here.</Trans>
      </EmptyState>
    )
  return (
    <InfiniteList items={shares} keyOf={(it) => it.id} {...more}>
      {(it) => <PoolShareRow share={it} round={rounds.find(({ round }) => round === it.round)} />}
    </InfiniteList>
  )
}
