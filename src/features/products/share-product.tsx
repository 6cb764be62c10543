import type { ProductCard } from '#protocol/products.ts'
import { ShareButton } from '../../ui/share-button.tsx'
import { productPath } from '../../entities/product-path.ts'

/** Shares a product's own page. */
export function ShareProduct({ product: { id, kind, name } }: { product: ProductCard }) {
  return <ShareButton title={name} route={`${productPath(kind)}?id=${id}`} />
}
