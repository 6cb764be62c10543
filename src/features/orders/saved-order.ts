import * as v from 'valibot'
import { Id } from '#protocol/primitives.ts'
import { createDraft } from '../../entities/draft.ts'

/**
 * What a member was about to order. It holds no numbers: they are asked for afresh, always (docs/offline.md,
 * "Writing"). `couponId` undefined lets the server take the best coupon, null takes none.
 */
const OrderChoice = v.object({
  productId: Id,
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1)),
  couponId: v.optional(v.nullable(Id)),
})
export type OrderChoice = v.InferOutput<typeof OrderChoice>

export const savedOrder = createDraft('order-wish', OrderChoice)
