import type { ProductDetail } from '#protocol/products.ts'

/** How many of a machine's last days brought its units nothing. The last one has only begun, and counts for nothing. */
export function idleDays(history: ProductDetail['history']): number {
  return history.slice(0, -1).filter((it) => it.perUnit <= 0).length
}
