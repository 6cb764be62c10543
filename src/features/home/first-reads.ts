import { firstCalls } from '../../cache/first-calls.ts'
import { lazyInfiniteReadOf, lazyReadOf } from '../../cache/read-of.ts'

/**
 * The requests of the first frame of Home and Mall. This area's other requests are in `queries.ts`, which is loaded
 * with its other screens.
 */

/** Banners, categories, featured and newest offers, and the income of all machines. */
export const home = lazyReadOf('home/indexV3', async () => (await firstCalls()).homeIndex, {})

/** Real recent actions, with masked names. */
export const lately = lazyReadOf('home/getIndexBarrage', async () => (await firstCalls()).barrage, {})

/** The income of the member's units, the amount to claim, and how many machines are in service now. */
export const holdings = lazyReadOf('g/user/goods/total', async () => (await firstCalls()).userGoodsTotal, {})

/** Everything on offer, in the operator's order. */
export const catalogue = lazyInfiniteReadOf('g/goods/list', async () => (await firstCalls()).goodsList, { limit: 100 })

export const categories = lazyReadOf(
  'v2/etel/plan/category/getCategoryTree',
  async () => (await firstCalls()).categoryTree,
  {},
)

/** Links to categories that the operator has chosen. Nothing is shown where there are none. */
export const labelCategories = lazyReadOf('catalog/getCategoryIndex', async () => (await firstCalls()).categoryIndex, {
  positionCode: 'labelCategory',
})
