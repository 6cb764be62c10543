import * as v from 'valibot'
import { Id } from '#protocol/primitives.ts'
import { createDraft } from '../../entities/draft.ts'
import { draftNames } from '../../outbox/settled-drafts.ts'

/**
 * An order that was not sent yet. It holds no price: price and stock are asked anew at every visit (docs/offline.md,
 * "Writing"). Without an address it goes to the usual one.
 */
const PointsDraft = v.object({
  goodsId: Id,
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
  addressId: v.optional(Id),
  remark: v.optional(v.pipe(v.string(), v.maxLength(200))),
})
export type PointsDraft = v.InferOutput<typeof PointsDraft>

export const pointsDraft = createDraft(draftNames.pointsOrder, PointsDraft)
