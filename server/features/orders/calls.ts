import type { OrderDraft } from '#protocol/orders.ts'
import {
  draftDetail,
  draftGenerate,
  orderCancel,
  orderList,
  orderVehicleList,
  payResult,
  prepay,
  prepayType,
} from '#protocol/orders.ts'
import { translatorFor } from '../../db/terms.ts'
import type { Context, Handler } from '../../http/handler.ts'
import { handle, memberOf } from '../../http/handler.ts'
import { DomainError } from '../../http/domain-error.ts'
import { walletsOf } from '../../ledger/wallets.ts'
import { payDraft } from './buying.ts'
import { cancelOrder } from './cancelling.ts'
import { coupons, couponsForOrder } from './coupons.ts'
import { makeDraft, readDraft } from './drafts.ts'
import { orderOf, ordersPage } from './orders.ts'

const generate = handle(draftGenerate, async (context, args) =>
  inWords(
    context,
    await makeDraft(
      context.db,
      { memberId: memberOf(context), productId: args.productId, quantity: args.quantity, couponId: args.couponId },
      context.clock,
    ),
  ),
)

const draft = handle(draftDetail, async (context, { id }) =>
  inWords(context, await readDraft(context.db, { memberId: memberOf(context), draftId: id }, context.clock)),
)

/** A draft with its coupons' names in the member's language. */
async function inWords(context: Context, given: OrderDraft): Promise<OrderDraft> {
  if (given.coupons.length === 0) return given
  const translate = await translatorFor(context.db, context.language)
  return { ...given, coupons: given.coupons.map((it) => ({ ...it, name: translate(it.name) })) }
}

const payments = handle(prepayType, async (context, { draftId }) => {
  const memberId = memberOf(context)
  const { currency, actualPayment } = await readDraft(context.db, { memberId, draftId }, context.clock)
  const wallets = await walletsOf(context.db, memberId)
  return {
    currency,
    methods: (['recharge', 'income'] as const).map((wallet) => ({
      wallet,
      balance: wallets[wallet],
      sufficient: wallets[wallet] >= actualPayment,
    })),
  }
})

const pay = handle(prepay, async (context, wanted) => {
  return await payDraft(context.db, { memberId: memberOf(context), ...wanted }, context.clock)
})

const result = handle(payResult, async (context, { draftId }) => {
  const memberId = memberOf(context)
  const own = await context.db
    .selectFrom('orderDraft')
    .select('id')
    .where('id', '=', draftId)
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  if (!own) throw new DomainError('not_found')
  return { order: await orderOf(context.db, { memberId, draftId }, context.clock) }
})

const cancel = handle(orderCancel, async (context, { orderId, expectedRefund }) => {
  await cancelOrder(context.db, { memberId: memberOf(context), orderId, expectedRefund }, context.clock)
  return await existing(context, orderId)
})

async function existing(context: Context, orderId: string) {
  const order = await orderOf(context.db, { memberId: memberOf(context), orderId }, context.clock)
  if (!order) throw new DomainError('not_found')
  return order
}

const list = handle(orderList, (context, args) =>
  ordersPage(context.db, { memberId: memberOf(context), ...args }, context.clock),
)

const vehicleList = handle(orderVehicleList, (context, args) =>
  ordersPage(context.db, { memberId: memberOf(context), ...args, kind: 'vehicle' }, context.clock),
)

export const ordersCalls: readonly Handler[] = [
  generate,
  draft,
  payments,
  pay,
  result,
  cancel,
  list,
  vehicleList,
  coupons,
  couponsForOrder,
]
