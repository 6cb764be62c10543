import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { InfiniteList, pagesOf } from '../../ui/infinite-list.tsx'
import { rowLinkClass } from '../../ui/list-row.tsx'
import { ProductRow } from '../../entities/product-row.tsx'
import { productPath } from '../../entities/product-path.ts'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { newest } from './queries.ts'
import { NoOffers } from './no-offers.tsx'

export const Route = createFileRoute('/pages/index/productList2')({ component: SecondProductListScreen })

/** Every offer in one plain list, the newest first. */
function SecondProductListScreen() {
  const query = useInfiniteQuery(newest)
  return (
    <Screen lead={<Trans>Newest first</Trans>}>
      <PullToRefresh onRefresh={() => query.refetch()}>
        <QueryStates query={query} isEmpty={({ pages }) => pages[0]?.items.length === 0} empty={<NoOffers />}>
          {({ pages }) => (
            <InfiniteList
              items={pages.flatMap((it) => it.items)}
              keyOf={(it) => it.id}
              {...pagesOf(query)}
              end={<Trans>That's every offer.</Trans>}
            >
              {(it) => (
                <Link to={productPath(it.kind)} search={{ id: it.id }} className={rowLinkClass}>
                  <ProductRow product={it} />
                </Link>
              )}
            </InfiniteList>
          )}
        </QueryStates>
      </PullToRefresh>
    </Screen>
  )
}
