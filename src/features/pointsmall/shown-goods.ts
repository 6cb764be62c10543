import type { PointsGoods } from '#protocol/pointsmall.ts'
import { finder } from '../../lib/find.ts'
import type { GoodsListSearch } from './search.ts'

/** What limits a member: gold coins and level. A visitor has neither. */
export interface Means {
  coins: number | undefined
  level: number | undefined
}

const find = finder<PointsGoods>((it) => [it.name, it.line])

/**
 * The goods on this device that fit, with or without a network. `featured` keeps the operator's order. While coins or
 * level are not known, they leave nothing out.
 */
export function shownGoods(
  goods: readonly PointsGoods[],
  { text = '', category, sort = 'featured', affordable }: GoodsListSearch,
  means: Means,
): PointsGoods[] {
  const fitting = find(goods, text).filter(
    (it) => (category === undefined || it.categoryId === category) && (affordable !== true || isInReach(it, means)),
  )
  if (sort === 'featured') return [...fitting]
  return fitting.toSorted((a, b) => (sort === 'fewest' ? a.points - b.points : b.points - a.points))
}

function isInReach({ points, stock, levelNeeded }: PointsGoods, { coins, level }: Means): boolean {
  return stock > 0 && (coins === undefined || points <= coins) && (level === undefined || levelNeeded <= level)
}

/** The most pieces of one order, as in `integral/order/checkout`. */
const mostAtOnce = 100

/** How many pieces the member can order now; a `limit` of 0 means that there is none. */
export function mostOf({ stock, limit, had }: { stock: number; limit: number; had: number }): number {
  return Math.max(0, Math.min(stock, limit === 0 ? stock : limit - had, mostAtOnce))
}
