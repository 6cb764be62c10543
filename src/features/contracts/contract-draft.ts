import * as v from 'valibot'
import { createDraft } from '../../entities/draft.ts'

const Stroke = v.array(v.tuple([v.number(), v.number()]))

/**
 * What is saved of a contract that is being filled in, by the version it is based on. ID and card number are never
 * saved: they are typed again.
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

export const contractDraft = createDraft('contract-draft', ContractDraft)
