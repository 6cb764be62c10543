import { Plural, Trans } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, useSearch } from '@tanstack/react-router'
import { Suspense, useDeferredValue, useState, type ComponentProps } from 'react'
import { spendableBalance } from '#protocol/affordable.ts'
import type { ProductCard } from '#protocol/products.ts'
import { useSignedIn } from '../../cache/use-signed-in.ts'
import { BelowFold } from '../../ui/below-fold.tsx'
import { ProductGrid } from '../../entities/product-card.tsx'
import { useEveryPage } from '../../ui/use-every-page.ts'
import { useLast } from '../../ui/use-last.ts'
import { NothingFits } from '../../ui/nothing-fits.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { lazy, Nothing } from '../../ui/lazy.tsx'
import { Button } from '../../ui/button.tsx'
import { CardsSkeleton } from '../../ui/skeletons.tsx'
import { useOnline } from '../../ui/use-online.ts'
import { CategorySections } from './category-sections.tsx'
import { NoOffers } from './no-offers.tsx'
import { catalogue } from './first-reads.ts'
import { MallCategories } from './mall-categories.tsx'
import { MallFilters } from './mall-filters.tsx'
import { OperatorField } from './operator-field.tsx'
import { balances } from '../../entities/balances.ts'
import { shownProducts, type ProductFilter } from './shown-products.ts'

const OperatorCard = lazy(() => import('./operator-card.tsx').then((it) => it.OperatorCard))
const CompareBar = lazy(() => import('./compare-choice.tsx').then((it) => it.CompareBar))
const CompareCheck = lazy(() => import('./compare-choice.tsx').then((it) => it.CompareCheck), Nothing)
const PointsGoods = lazy(() => import('./points-goods.tsx').then((it) => it.PointsGoods))

const path = '/pages/index/index'
const route = getRouteApi(path)

/**
 * Everything on offer, by category or as the result of search and filters. The search covers the products on this
 * device, so it works offline.
 */
export function Mall() {
  const search = useSearch({ from: path, shouldThrow: false })
  const { text: asked = '', kind = 'all', sort = 'featured', operator, compare } = useLast(search, {})
  const navigate = route.useNavigate()
  const [typed, setTyped] = useState(asked)
  const text = useDeferredValue(typed)
  const query = useWholeCatalogue()
  const isOnline = useOnline()
  const isMember = useSignedIn() !== undefined
  const wallets = useQuery({ ...balances, enabled: isMember }).data
  const balance = wallets && spendableBalance(wallets)
  const set = (
    change: Partial<Pick<ProductFilter, 'text' | 'kind' | 'sort' | 'operator'> & { compare: string | undefined }>,
  ) => {
    const next = { text: typed, kind, sort, operator, compare, ...change }
    void navigate({
      replace: true,
      resetScroll: false,
      search: {
        text: next.text || undefined,
        kind: next.kind === 'all' ? undefined : next.kind,
        sort: next.sort === 'featured' ? undefined : next.sort,
        operator: next.operator,
        compare: next.compare,
      },
    })
  }
  const choosing = compare !== undefined && {
    chosen: compare,
    // A stored answer may be older than an offer.
    offers:
      query.hasNextPage || query.isFetching || !isOnline ? undefined : query.data?.pages.flatMap((it) => it.items),
    // By the address as it is then: a second tap may come before the first one is drawn.
    onChange: (change: (chosen: string) => string | undefined) =>
      void navigate({
        replace: true,
        resetScroll: false,
        search: (now) => ({ ...now, compare: change(now.compare ?? '') }),
      }),
  }
  const over = (product: ProductCard) =>
    choosing && (
      <Suspense>
        <CompareCheck product={product} {...choosing} />
      </Suspense>
    )
  const isWhole = text === '' && kind === 'all' && sort === 'featured' && operator === undefined
  return (
    <PullToRefresh onRefresh={() => query.refetch()}>
      <MallFilters
        text={typed}
        kind={kind}
        sort={sort}
        canAfford={isMember}
        onText={setTyped}
        onSettled={() => set({})}
        onChange={set}
      />
      <QueryStates
        query={query}
        skeleton={<CardsSkeleton cards={6} />}
        isEmpty={({ pages }) => pages[0]?.items.length === 0}
        empty={<NoOffers />}
      >
        {({ pages }) => {
          const products = pages.flatMap((it) => it.items)
          return (
            <>
              <div className="-my-3 flex flex-wrap items-center justify-end gap-x-3">
                <OperatorField products={products} value={operator} onChange={(next) => set({ operator: next })} />
                {!choosing && (
                  <Button look="plain" size="small" onClick={() => set({ compare: '0' })}>
                    <Trans>Compare offers</Trans>
                  </Button>
                )}
              </div>
              {operator !== undefined && (
                <Suspense>
                  <OperatorCard id={operator} />
                </Suspense>
              )}
              {isWhole ? (
                <>
                  <MallCategories />
                  <CategorySections products={products} over={over} />
                  <BelowFold>
                    <Suspense>
                      <PointsGoods />
                    </Suspense>
                  </BelowFold>
                </>
              ) : (
                <Found
                  products={shownProducts(products, { text, kind, sort, balance, operator })}
                  over={over}
                  onReset={() => {
                    setTyped('')
                    set({ text: '', kind: 'all', sort: 'featured', operator: undefined })
                  }}
                />
              )}
            </>
          )
        }}
      </QueryStates>
      {choosing && (
        <Suspense>
          <CompareBar {...choosing} />
        </Suspense>
      )}
    </PullToRefresh>
  )
}

function Found({ products, over, onReset }: ComponentProps<typeof ProductGrid> & { onReset: () => void }) {
  if (products.length === 0) return <NothingFits onReset={onReset} />
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="text-small text-ink-soft">
        <Plural value={products.length} one="# offer" other="# offers" />
      </p>
      <ProductGrid products={products} over={over} />
    </div>
  )
}

function useWholeCatalogue() {
  const query = useInfiniteQuery(catalogue)
  useEveryPage(query)
  return query
}
