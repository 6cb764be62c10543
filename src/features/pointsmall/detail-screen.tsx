import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { isNotFound } from '../../api/is-not-found.ts'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { ShareButton } from '../../ui/share-button.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { GoodsPanel } from './goods-panel.tsx'
import { NoGoods } from './no-goods.tsx'
import { OrderAction } from './order-action.tsx'
import { goodsOf } from './queries.ts'
import { goodsSearch } from './search.ts'

export const Route = createFileRoute('/subPages/pointsmall/detail')({
  validateSearch: goodsSearch,
  component: GoodsScreen,
})

const route = getRouteApi('/subPages/pointsmall/detail')

function GoodsScreen() {
  const { id } = route.useSearch()
  return id === undefined ? <NoGoods title={<Trans>This item wasn't found</Trans>} /> : <KnownGoods key={id} id={id} />
}

function KnownGoods({ id }: { id: string }) {
  const query = useQuery(goodsOf(id))
  const goods = query.data
  if (isNotFound(query.error)) return <NoGoods title={<Trans>This is no longer offered</Trans>} />
  return (
    <Screen
      title={goods?.name}
      actions={goods && <ShareButton title={goods.name} address={`#/subPages/pointsmall/detail?id=${id}`} />}
      bottom={goods && <OrderAction goods={goods} />}
    >
      <PullToRefresh onRefresh={() => query.refetch()}>
        <QueryStates query={query} skeleton={<DetailSkeleton />}>
          {(it) => <GoodsPanel goods={it} />}
        </QueryStates>
      </PullToRefresh>
    </Screen>
  )
}
