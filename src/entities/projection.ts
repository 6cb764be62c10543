import type { ProductCard } from '#protocol/products.ts'

/**
 * What one unit is projected to earn in `days` of its term: that part of the projection over the whole term, cut to
 * whole minor units. The daily projection is cut already, so many times that would come to less than the term's.
 */
export function projectedIn(
  { totalReturn, validityDays }: Pick<ProductCard, 'totalReturn' | 'validityDays'>,
  days: number,
): number {
  return days >= validityDays ? totalReturn : Math.trunc((totalReturn * days) / validityDays)
}
