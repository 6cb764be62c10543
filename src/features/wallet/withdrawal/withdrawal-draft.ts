import * as v from 'valibot'
import { createDraft } from '../../../entities/draft.ts'

/**
 * What a member was about to withdraw, in minor units. It holds no fee and no arrival: they are asked for afresh,
 * always (docs/offline.md, "Writing").
 */
const WithdrawalDraft = v.object({
  amount: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
  cardId: v.optional(v.string()),
})
export type WithdrawalDraft = v.InferOutput<typeof WithdrawalDraft>

export const withdrawalDraft = createDraft('withdrawal-wish', WithdrawalDraft)
