import * as v from 'valibot'
import { contractSubmit, ContractSecret } from '#protocol/contracts.ts'
import { Phone } from '#protocol/primitives.ts'
import type { Fault } from './faults.ts'
import { isSigned, type Stroke } from './signature.ts'

// A schema names the fault; faults.ts says it in the reader's language.
const fault = (name: Fault) => name

const { education } = contractSubmit.args.entries
export const educations = education.options

const words = (missing: Fault) =>
  v.pipe(v.string(), v.trim(), v.nonEmpty(fault(missing)), v.maxLength(80, fault('long')))

/** What the form asks for; bounds as `g/contract/submit` has them (specification 3, "Contract"). */
export const contractSchema = v.object({
  name: words('nameMissing'),
  idNumber: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(fault('idMissing')),
    v.check((it) => v.is(ContractSecret.entries.idNumber, it), fault('idWrong')),
  ),
  phone: v.pipe(
    v.string(),
    v.nonEmpty(fault('phoneMissing')),
    v.check((it) => v.is(Phone, it), fault('phoneWrong')),
  ),
  education: v.picklist(educations, fault('educationMissing')),
  bankName: words('bankMissing'),
  cardNumber: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(fault('cardMissing')),
    v.check((it) => v.is(ContractSecret.entries.cardNumber, it), fault('cardWrong')),
  ),
  accountName: words('accountMissing'),
  signature: v.pipe(
    v.custom<Stroke[]>(Array.isArray),
    v.check((it) => isSigned(it), fault('signatureMissing')),
  ),
  agreed: v.literal(true, fault('agreementMissing')),
})

export type ContractFields = v.InferOutput<typeof contractSchema>
/** What the form holds while it is filled in. */
export type ContractDraftFields = v.InferInput<typeof contractSchema>
