import type { ProductDetail } from '#protocol/products.ts'

/** How many of a machine's last days brought its units nothing. */
export function idleDays(history: ProductDetail['history']): number {
  return history.filter((it) => it.perUnit <= 0).length
}
