import type { MachineKind as KnownKind } from '#protocol/primitives.ts'
import { productRoutes } from '#protocol/product-link.ts'
import type { ProductCard } from '#protocol/products.ts'
import type * as v from 'valibot'

export type MachineKind = v.InferOutput<typeof KnownKind>

/** The route of a product's own page: vehicles and charging piles have one each (specification 2). */
export function productPath(kind: ProductCard['kind']) {
  return productRoutes[shownKind(kind)]
}

/** The kind under which a product is shown; one that only a newer server knows is shown as a pile is. */
export function shownKind(kind: ProductCard['kind']): MachineKind {
  return kind === 'vehicle' ? 'vehicle' : 'pile'
}
