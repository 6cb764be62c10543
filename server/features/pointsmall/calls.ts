import {
  pointMall,
  pointsCategories,
  pointsCheckout,
  pointsGoodsDetail,
  pointsGoodsList,
  pointsGoodsList1,
  pointsOrderList,
  pointsOrderReceive,
  pointsOrderRefund,
} from '#protocol/pointsmall.ts'
import { handle, memberOf, type Context, type Handler } from '../../http/handler.ts'
import { categoriesOf, goodsDetail, goodsPage } from './goods.ts'
import { moveOrder } from './moving.ts'
import { orderOf, ordersPage } from './orders.ts'
import { orderGoods } from './ordering.ts'
import type { Step } from './rules.ts'

const few = handle(pointMall, async (context, { limit }) => ({ items: (await goodsPage(context, { limit })).items }))

const checkout = handle(pointsCheckout, async (context, args) => {
  const memberId = memberOf(context)
  const { db, clock, language } = context
  const orderId = await orderGoods(db, { memberId, language, ...args }, clock)
  return await orderOf(db, { memberId, orderId }, language)
})

const orders = handle(pointsOrderList, (context, args) =>
  ordersPage(context.db, { memberId: memberOf(context), ...args }, context.language),
)

async function moved(context: Context, orderId: string, step: Step) {
  const memberId = memberOf(context)
  await moveOrder(context.db, { orderId, memberId, step }, context.clock)
  return await orderOf(context.db, { memberId, orderId }, context.language)
}

export const pointsmallCalls: readonly Handler[] = [
  few,
  handle(pointsGoodsList1, goodsPage),
  handle(pointsGoodsList, goodsPage),
  handle(pointsCategories, categoriesOf),
  handle(pointsGoodsDetail, (context, { id }) => goodsDetail(context, id)),
  checkout,
  orders,
  handle(pointsOrderRefund, (context, { orderId }) => moved(context, orderId, 'ask')),
  handle(pointsOrderReceive, (context, { orderId }) => moved(context, orderId, 'receive')),
]
