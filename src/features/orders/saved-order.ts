import * as v from 'valibot'
import type { Order } from '#protocol/orders.ts'
import { Id } from '#protocol/primitives.ts'
import { createDraft } from '../../entities/draft.ts'

/**
 * The draft of an order. It contains no prices, because the server prices it again at every visit (docs/offline.md,
 * "Writing"). `couponId` undefined lets the server choose the best coupon; null means none.
 */
const OrderChoice = v.object({
  productId: Id,
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1)),
  couponId: v.optional(v.nullable(Id)),
})
export type OrderChoice = v.InferOutput<typeof OrderChoice>

export const savedOrder = createDraft('order-wish', OrderChoice)

/** Removes the draft that was ordered; one of another product or for another quantity, made since, stays. */
export async function removeOrdered(memberId: string, order: Pick<Order, 'productId' | 'quantity'>): Promise<void> {
  const saved = await savedOrder.load(memberId)
  if (saved?.productId === order.productId && saved.quantity === order.quantity) await savedOrder.remove(memberId)
}
