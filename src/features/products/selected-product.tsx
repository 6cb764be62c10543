import { useQuery } from '@tanstack/react-query'
import type { ProductCard } from '#protocol/products.ts'
import { QueryStates } from '../../ui/query-states.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { DetailPane } from '../../ui/two-panes.tsx'
import { BuyAction } from './buy-action.tsx'
import { ProductPanel } from './product-panel.tsx'
import { productOf } from '../../entities/product.ts'
import { ShareProduct } from './share-product.tsx'

/** The second pane of a wide screen: the product that was chosen in the list. */
export function SelectedProduct({ product: { id, kind, name } }: { product: ProductCard }) {
  const query = useQuery(productOf(kind, id))
  const product = query.data
  return (
    <DetailPane
      title={name}
      actions={product && <ShareProduct product={product} />}
      bottom={product && <BuyAction product={product} />}
    >
      <QueryStates query={query} skeleton={<DetailSkeleton />}>
        {(it) => <ProductPanel product={it} />}
      </QueryStates>
    </DetailPane>
  )
}
