import type { ProductDetail } from '#protocol/products.ts'

/** The limits on how many units can be bought; a `purchaseLimit` of 0 means that there is none. */
export type Bounds = Pick<ProductDetail, 'stock' | 'purchaseLimit' | 'held'>

/** The most units of one order, as in `order/draft/generate`. */
const mostAtOnce = 1000

/** How many more units the member can buy; 0 where the limit is reached or nothing is left. */
export function mostOf({ stock, purchaseLimit, held }: Bounds): number {
  return Math.max(0, Math.min(stock, purchaseLimit === 0 ? stock : purchaseLimit - held, mostAtOnce))
}
