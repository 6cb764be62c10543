import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ProductCard } from '#protocol/products.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { InfiniteList, pagesOf } from '../../ui/infinite-list.tsx'
import { rowLinkClass } from '../../ui/list-row.tsx'
import { FeatureLink } from '../../entities/feature-link.tsx'
import { ProductRow } from '../../entities/product-row.tsx'
import { productPath } from '../../entities/product-path.ts'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { ChooseRow, TwoPanes } from '../../ui/two-panes.tsx'
import { useWide } from '../../ui/use-wide.ts'
import { ListFilters } from './list-filters.tsx'
import { productsOf } from './queries.ts'
import type { ListSearch } from './search.ts'
import { SelectedProduct } from './selected-product.tsx'

interface ProductListProps {
  search: ListSearch
  onSearch: (change: Partial<ListSearch>) => void
}

/** The products of a category; on a wide screen the chosen product is shown beside them. */
export function ProductList({ search, onSearch }: ProductListProps) {
  const { selected, ...filter } = search
  const query = useInfiniteQuery(productsOf(filter))
  const isWide = useWide()
  const items = query.data?.pages.flatMap((it) => it.items) ?? []
  const chosen = isWide ? (items.find((it) => it.id === selected) ?? items[0]) : undefined
  return (
    <PullToRefresh onRefresh={() => query.refetch()}>
      <TwoPanes detail={chosen && <SelectedProduct key={chosen.id} product={chosen} />}>
        <ListFilters search={search} onSearch={onSearch} />
        <QueryStates
          query={query}
          isEmpty={() => items.length === 0}
          empty={<NothingFits {...filter} onReset={() => onSearch({ kind: undefined, affordable: undefined })} />}
        >
          {() => (
            <InfiniteList items={items} keyOf={(it) => it.id} {...pagesOf(query)}>
              {(it) =>
                isWide ? (
                  <ChooseRow isChosen={it.id === chosen?.id} onChoose={() => onSearch({ selected: it.id })}>
                    <ProductRow product={it} />
                  </ChooseRow>
                ) : (
                  <OpenRow product={it} />
                )
              }
            </InfiniteList>
          )}
        </QueryStates>
      </TwoPanes>
    </PullToRefresh>
  )
}

function OpenRow({ product }: { product: ProductCard }) {
  return (
    <Link to={productPath(product.kind)} search={{ id: product.id }} className={rowLinkClass}>
      <ProductRow product={product} />
    </Link>
  )
}

function NothingFits({ kind, affordable, onReset }: Pick<ListSearch, 'kind' | 'affordable'> & { onReset: () => void }) {
  const isFiltered = kind !== undefined || affordable === true
  return (
    <EmptyState
      art="nothing-found"
      title={<Trans>No matches</Trans>}
      action={
        isFiltered ? (
          <Button look="quiet" onClick={onReset}>
            <Trans>Show everything here</Trans>
          </Button>
        ) : (
          <FeatureLink to="/pages/index/index" className={buttonClass({ look: 'quiet' })}>
            <Trans>See all offers</Trans>
          </FeatureLink>
        )
      }
    >
      {affordable === true ? (
        <Trans>None of these offers is within your balance.</Trans>
      ) : (
        <Trans>There are no offers of this kind right now.</Trans>
      )}
    </EmptyState>
  )
}
