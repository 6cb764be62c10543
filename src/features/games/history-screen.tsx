import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Draw } from '#protocol/games.ts'
import { drawHistory } from '../../cache/persistent/long-lists.ts'
import { useLongList } from '../../cache/persistent/use-long-list.ts'
import { FeatureLink } from '../../entities/feature-link.tsx'
import { ownFinder } from '../../entities/own-finder.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconLink } from '../../ui/icon-link.tsx'
import { InfiniteList } from '../../ui/infinite-list.tsx'
import { ListSearch } from '../../ui/list-search.tsx'
import { NothingFound } from '../../ui/nothing-found.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { useReceipts } from './commands.ts'
import { DrawFilters } from './draw-filters.tsx'
import { DrawRow } from './draw-row.tsx'
import { historySearch } from './search.ts'
import { gamesOf, isEveryDraw, shownDraws, type DrawFilter } from './shown-draws.ts'

export const Route = createFileRoute('/subPages/box/historyList')({
  validateSearch: historySearch,
  component: HistoryScreen,
})

const route = getRouteApi('/subPages/box/historyList')
const useFind = ownFinder<Draw>((it) => [it.gameName, it.prize?.name ?? null])

/** Every draw of the member, each of which can be checked. */
function HistoryScreen() {
  const { t } = useLingui()
  const find = useFind()
  const filter = route.useSearch()
  const navigate = route.useNavigate()
  const { query, items, more } = useLongList(drawHistory)
  const receipts = useReceipts()
  const [wanted, setWanted] = useState('')
  const shown = shownDraws(items, filter)
  const found = find(shown, wanted)
  const choose = (change: DrawFilter) =>
    void navigate({ search: { ...filter, ...change }, replace: true, resetScroll: false })
  return (
    <Screen actions={<IconLink to="/subPages/box/giftList" icon="gift" label={t`Prizes won`} />}>
      <PullToRefresh onRefresh={() => query.refetch()}>
        <QueryStates query={query} isEmpty={() => items.length === 0 && !more.hasMore} empty={<NoDraws />}>
          {() => (
            <div className="flex flex-col gap-4">
              <DrawFilters filter={filter} games={gamesOf(items)} onChange={choose} />
              <ListSearch label={t`Search draws`} of={shown.length} value={wanted} onChange={setWanted} />
              {shown.length === 0 && !more.hasMore ? (
                <NoneOfThese onReset={() => choose({ won: undefined, game: undefined, status: undefined })} />
              ) : (
                <InfiniteList
                  items={found}
                  keyOf={(it) => it.id}
                  {...more}
                  end={isEveryDraw(filter) && wanted === '' && <Trans>That's every draw.</Trans>}
                >
                  {(it) => <DrawRow draw={it} receipts={receipts} />}
                </InfiniteList>
              )}
              {shown.length > 0 && found.length === 0 && !more.hasMore && <NothingFound wanted={wanted} />}
            </div>
          )}
        </QueryStates>
      </PullToRefresh>
    </Screen>
  )
}

function NoDraws() {
  return (
    <EmptyState
      art="no-prizes"
      title={<Trans>No draws yet</Trans>}
      action={
        <FeatureLink to="/subPages/box/index" className={buttonClass({ look: 'quiet' })}>
          <Trans>Go to the gold-coin lottery</Trans>
        </FeatureLink>
      }
    >
      <Trans>You'll see every draw of yours here, with everything you need to check it.</Trans>
    </EmptyState>
  )
}

function NoneOfThese({ onReset }: { onReset: () => void }) {
  return (
    <EmptyState
      art="nothing-found"
      title={<Trans>No matching draws</Trans>}
      action={
        <Button look="quiet" onClick={onReset}>
          <Trans>Show all draws</Trans>
        </Button>
      }
    >
      <Trans>None of your draws matches these filters.</Trans>
    </EmptyState>
  )
}
