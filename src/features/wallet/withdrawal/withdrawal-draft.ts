import * as v from 'valibot'
import { createDraft } from '../../../entities/draft.ts'
import { draftNames } from '../../../outbox/settled-drafts.ts'

/**
 * A member's unsent withdrawal, in minor units. The draft holds no fee and no arrival: they are always requested anew
 * (docs/offline.md, "Writing").
 */
const WithdrawalDraft = v.object({
  amount: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
  cardId: v.optional(v.string()),
})
export type WithdrawalDraft = v.InferOutput<typeof WithdrawalDraft>

export const withdrawalDraft = createDraft(draftNames.withdrawal, WithdrawalDraft)
