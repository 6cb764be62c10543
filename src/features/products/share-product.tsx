import type { ProductCard } from '#protocol/products.ts'
import { ShareButton } from '../../ui/share-button.tsx'
import { productLink } from '#protocol/product-link.ts'
import { shownKind } from '../../entities/product-path.ts'

/** Shares a product's own page. */
export function ShareProduct({ product: { id, kind, name } }: { product: ProductCard }) {
  return <ShareButton title={name} address={productLink(shownKind(kind), id)} />
}
