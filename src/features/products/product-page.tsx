import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ProductCard } from '#protocol/products.ts'
import { isNotFound } from '../../api/is-not-found.ts'
import { FeatureLink } from '../../entities/feature-link.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { BuyAction } from './buy-action.tsx'
import { ProductPanel } from './product-panel.tsx'
import { productOf } from '../../entities/product.ts'
import { ShareProduct } from './share-product.tsx'

/** One product's own page. */
export function ProductPage({ kind, id }: { kind: ProductCard['kind']; id: string | undefined }) {
  return id === undefined ? <NoProduct /> : <KnownProduct key={id} kind={kind} id={id} />
}

function KnownProduct({ kind, id }: { kind: ProductCard['kind']; id: string }) {
  const query = useQuery(productOf(kind, id))
  const product = query.data
  if (!product && isNotFound(query.error)) return <NoProduct />
  return (
    <Screen
      title={product?.name}
      actions={product && <ShareProduct product={product} />}
      bottom={product && <BuyAction product={product} />}
    >
      <PullToRefresh onRefresh={() => query.refetch()}>
        <QueryStates query={query} skeleton={<DetailSkeleton />}>
          {(it) => <ProductPanel product={it} />}
        </QueryStates>
      </PullToRefresh>
    </Screen>
  )
}

/** Shown where the URL names no product. */
function NoProduct() {
  return (
    <Screen>
      <EmptyState
        art="nothing-found"
        title={<Trans>This product wasn't found</Trans>}
        action={
          <FeatureLink to="/pages/index/index" className={buttonClass({ look: 'quiet' })}>
            <Trans>See all offers</Trans>
          </FeatureLink>
        }
      />
    </Screen>
  )
}
