import { firstCalls } from '../../cache/first-calls.ts'
import { lazyInfiniteReadOf, lazyReadOf } from '../../cache/read-of.ts'

/**
 * What the first frame of Home and Mall reads. The other reads of this area are in `queries.ts`, which comes with its
 * other screens.
 */

/** Banners, categories, featured and newest offers, and what all machines took in. */
export const home = lazyReadOf('home/indexV3', async () => (await firstCalls()).homeIndex, {})

/** What really happened lately, names masked. */
export const lately = lazyReadOf('home/getIndexBarrage', async () => (await firstCalls()).barrage, {})

/** What the member's units earned, and what waits to be claimed. */
export const holdings = lazyReadOf('g/user/goods/total', async () => (await firstCalls()).userGoodsTotal, {})

/** The member's working units, to see how many of their machines are out now. */
export const workingUnits = lazyReadOf('g/user/goods/list', async () => (await firstCalls()).userGoodsList, {
  status: 'active',
  limit: 100,
})

/** Everything on offer, in the operator's order. */
export const catalogue = lazyInfiniteReadOf('g/goods/list', async () => (await firstCalls()).goodsList, { limit: 100 })

export const categories = lazyReadOf(
  'v2/etel/plan/category/getCategoryTree',
  async () => (await firstCalls()).categoryTree,
  {},
)

/** The ways into the catalogue that the operator has put up. Nothing is shown where there are none. */
export const labelCategories = lazyReadOf('catalog/getCategoryIndex', async () => (await firstCalls()).categoryIndex, {
  positionCode: 'labelCategory',
})
