import * as v from 'valibot'
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

/** Removes the draft of a product that was ordered; that of another product stays. */
export async function removeOrdered(memberId: string, productId: string): Promise<void> {
  const saved = await savedOrder.load(memberId)
  if (saved?.productId === productId) await savedOrder.remove(memberId)
}
