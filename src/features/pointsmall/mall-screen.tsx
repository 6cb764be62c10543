import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import type { PointsGoods } from '#protocol/pointsmall.ts'
import { useSignedIn } from '../../cache/use-signed-in.ts'
import { balances } from '../../entities/balances.ts'
import { profile } from '../../entities/profile.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NothingFits } from '../../ui/nothing-fits.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { CardsSkeleton } from '../../ui/skeletons.tsx'
import { GoodsGrid } from '../../entities/goods-card.tsx'
import { GoodsFilters } from './goods-filters.tsx'
import { useAllGoods } from './queries.ts'
import { goodsListSearch, type GoodsListSearch } from './search.ts'
import { shownGoods } from './shown-goods.ts'
import { YourCoins } from './your-coins.tsx'

export const Route = createFileRoute('/subPages/pointsmall/index')({
  validateSearch: goodsListSearch,
  component: PointsMallScreen,
})

const route = getRouteApi('/subPages/pointsmall/index')

/** Everything to be had for gold coins. Search and filters work on what is on this device, so also offline. */
function PointsMallScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const isMember = useSignedIn() !== undefined
  const [typed, setTyped] = useState(search.text ?? '')
  const text = useDeferredValue(typed)
  const query = useAllGoods()
  const coins = useQuery({ ...balances, enabled: isMember }).data?.goldCoins
  const level = useQuery({ ...profile, enabled: isMember }).data?.userLevel.level
  const onSearch = (change: Partial<GoodsListSearch>) =>
    void navigate({ search: { ...search, ...change }, replace: true, resetScroll: false })
  return (
    <Screen width="panes">
      <PullToRefresh onRefresh={() => query.refetch()}>
        {isMember && <YourCoins />}
        <GoodsFilters search={search} text={typed} onText={setTyped} onSearch={onSearch} />
        <QueryStates
          query={query}
          skeleton={<CardsSkeleton cards={6} />}
          isEmpty={({ pages }) => pages[0]?.items.length === 0}
          empty={
            <EmptyState art="no-products" title={<Trans>Nothing is offered for points right now</Trans>}>
              <Trans>Your gold coins stay yours until there's something you like.</Trans>
            </EmptyState>
          }
        >
          {({ pages }) => (
            <Found
              goods={shownGoods(
                pages.flatMap((it) => it.items),
                { ...search, text },
                { coins, level },
              )}
              onReset={() => {
                setTyped('')
                onSearch({ text: undefined, category: undefined, affordable: undefined })
              }}
            />
          )}
        </QueryStates>
      </PullToRefresh>
    </Screen>
  )
}

function Found({ goods, onReset }: { goods: readonly PointsGoods[]; onReset: () => void }) {
  if (goods.length === 0) return <NothingFits onReset={onReset} />
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="text-small text-ink-soft">
        <Plural value={goods.length} one="# item for points" other="# items for points" />
      </p>
      <GoodsGrid goods={goods} />
    </div>
  )
}
