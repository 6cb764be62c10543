import { idPattern, slugPattern } from '#protocol/words.ts'
import { matching, oneOf, search, text, yesOrNo } from '../../lib/search.ts'

const id = matching(idPattern)

export const goodsSorts = ['featured', 'fewest', 'most'] as const

export const goodsListSearch = search({
  text: text(80),
  category: matching(slugPattern),
  sort: oneOf(goodsSorts),
  affordable: yesOrNo,
})
export type GoodsListSearch = ReturnType<typeof goodsListSearch>

export const goodsSearch = search({ id })

export const orderGroups = ['open', 'refund', 'done'] as const
export type OrderGroup = (typeof orderGroups)[number]

export const orderListSearch = search({
  show: oneOf(orderGroups),
  /** The order whose sheet is open. */
  order: id,
})
export type OrderListSearch = ReturnType<typeof orderListSearch>
