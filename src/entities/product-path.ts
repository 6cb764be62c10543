import type { ProductCard } from '#protocol/products.ts'

export type MachineKind = ProductCard['kind']

/** The route of a product's own page: vehicles and charging piles have one each (specification 2). */
export function productPath(kind: MachineKind) {
  return kind === 'vehicle' ? '/subPages/product/detail' : '/subPages/product/detail2'
}
