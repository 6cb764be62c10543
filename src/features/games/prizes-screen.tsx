import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Draw } from '#protocol/games.ts'
import { FeatureLink } from '../../entities/feature-link.tsx'
import { ownFinder } from '../../entities/own-finder.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Segments } from '../../ui/choice.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconLink } from '../../ui/icon-link.tsx'
import { InfiniteList, pagesOf } from '../../ui/infinite-list.tsx'
import { ListSearch } from '../../ui/list-search.tsx'
import { NothingFound } from '../../ui/nothing-found.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { PrizeRow } from './prize-row.tsx'
import { prizesOf } from './queries.ts'
import { prizesSearch } from './search.ts'

export const Route = createFileRoute('/subPages/box/giftList')({
  validateSearch: prizesSearch,
  component: PrizesScreen,
})

const route = getRouteApi('/subPages/box/giftList')
const statuses = { due: 0, received: 1, cancelled: 2 } as const
type Shown = keyof typeof statuses
const useFind = ownFinder<Draw>((it) => [it.gameName, it.prize?.name ?? null])

/** The prizes of the member's draws, and the buttons that receive them. */
function PrizesScreen() {
  const { t } = useLingui()
  const find = useFind()
  const { status: shown = 'due' } = route.useSearch()
  const navigate = route.useNavigate()
  const [wanted, setWanted] = useState('')
  const query = useInfiniteQuery(prizesOf(statuses[shown]))
  const items = query.data?.pages.flatMap((it) => it.items) ?? []
  const found = find(items, wanted)
  return (
    <Screen actions={<IconLink to="/subPages/box/historyList" icon="clock" label={t`Draw history`} />}>
      <PullToRefresh onRefresh={() => query.refetch()}>
        <Segments
          label={t`Show`}
          value={shown}
          onChange={(status) => void navigate({ search: { status }, replace: true, resetScroll: false })}
          options={[
            { value: 'due', text: t`To claim` },
            { value: 'received', text: t`Claimed` },
            { value: 'cancelled', text: t`Cancelled` },
          ]}
        />
        <QueryStates
          query={query}
          isEmpty={() => items.length === 0 && !query.hasNextPage}
          empty={<NoPrizes shown={shown} />}
        >
          {() => (
            <div className="flex flex-col gap-4">
              <ListSearch label={t`Search prizes`} of={items.length} value={wanted} onChange={setWanted} />
              <InfiniteList items={found} keyOf={(it) => it.id} {...pagesOf(query)}>
                {(it) => <PrizeRow draw={it} />}
              </InfiniteList>
              {found.length === 0 && !query.hasNextPage && <NothingFound wanted={wanted} />}
            </div>
          )}
        </QueryStates>
      </PullToRefresh>
    </Screen>
  )
}

function NoPrizes({ shown }: { shown: Shown }) {
  if (shown === 'cancelled')
    return (
      <EmptyState art="no-prizes" title={<Trans>No prize was cancelled</Trans>}>
        <Trans>If the operator ever takes back a prize, you'll see it here.</Trans>
      </EmptyState>
    )
  return (
    <EmptyState
      art="no-prizes"
      title={shown === 'due' ? <Trans>Nothing to claim</Trans> : <Trans>Nothing claimed yet</Trans>}
      action={
        <FeatureLink to="/subPages/box/index" className={buttonClass({ look: 'quiet' })}>
          <Trans>Go to the gold-coin lottery</Trans>
        </FeatureLink>
      }
    >
      <Trans>What you win stays here until you claim it.</Trans>
    </EmptyState>
  )
}
