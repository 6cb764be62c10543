import * as v from 'valibot'
import { Id } from '#protocol/primitives.ts'
import { createDraft } from '../../entities/draft.ts'
import { draftNames } from '../../outbox/settled-drafts.ts'

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

export const savedOrder = createDraft(draftNames.order, OrderChoice)
