import * as v from 'valibot'
import { createDraft } from '../../entities/draft.ts'

/** What is kept of a card that could not be added yet. Its number, expiry and CVV are never kept: they are typed again. */
const CardDraft = v.object({ bankId: v.string(), holderName: v.string(), phone: v.string() })
export type CardDraft = v.InferOutput<typeof CardDraft>

export const cardDraft = createDraft('card-draft', CardDraft)
