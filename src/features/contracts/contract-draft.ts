import * as v from 'valibot'
import { createDraft } from '../../entities/draft.ts'
import { draftNames } from '../../outbox/settled-drafts.ts'

const Stroke = v.array(v.tuple([v.number(), v.number()]))

/**
 * The saved draft of a contract, with the version that it is based on. The ID and card numbers are never saved: the
 * member types them again.
 */
const ContractDraft = v.object({
  basedOn: v.number(),
  name: v.string(),
  phone: v.string(),
  education: v.string(),
  bankName: v.string(),
  accountName: v.string(),
  signature: v.array(Stroke),
})
export type ContractDraft = v.InferOutput<typeof ContractDraft>

export const contractDraft = createDraft(draftNames.contract, ContractDraft)
