import type { ProductCard } from '#protocol/products.ts'

export type MachineKind = ProductCard['kind']

/** Where a product's own page is: vehicles and piles have one each (specification 2). */
export function productPath(kind: MachineKind) {
  return kind === 'vehicle' ? '/subPages/product/detail' : '/subPages/product/detail2'
}
