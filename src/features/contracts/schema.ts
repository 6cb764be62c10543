import * as v from 'valibot'
import { ContractSecret } from '#protocol/contracts.ts'
import { Phone } from '#protocol/primitives.ts'
import type { ValidationError } from './validation-errors.ts'
import { isSigned, type Stroke } from './signature.ts'

// A schema names the validation error; validation-errors.ts words it in the reader's language.
const validationError = (name: ValidationError) => name

const words = (missing: ValidationError) =>
  v.pipe(v.string(), v.trim(), v.nonEmpty(validationError(missing)), v.maxLength(80, validationError('long')))

/** The fields of the form, with the bounds of `g/contract/submit` (specification 3, "Contract"). */
export const contractSchema = v.object({
  name: words('nameMissing'),
  idNumber: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(validationError('idMissing')),
    v.check((it) => v.is(ContractSecret.entries.idNumber, it), validationError('idWrong')),
  ),
  phone: v.pipe(
    v.string(),
    v.nonEmpty(validationError('phoneMissing')),
    v.check((it) => v.is(Phone, it), validationError('phoneWrong')),
  ),
  education: v.pipe(v.string(), v.nonEmpty(validationError('educationMissing'))),
  bankName: words('bankMissing'),
  cardNumber: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(validationError('cardMissing')),
    v.check((it) => v.is(ContractSecret.entries.cardNumber, it), validationError('cardWrong')),
  ),
  accountName: words('accountMissing'),
  signature: v.pipe(
    v.custom<Stroke[]>(Array.isArray),
    v.check((it) => isSigned(it), validationError('signatureMissing')),
  ),
  agreed: v.literal(true, validationError('agreementMissing')),
})

export type ContractFields = v.InferOutput<typeof contractSchema>
/** The values of the form while it is being filled in; they may be incomplete. */
export type ContractDraftFields = v.InferInput<typeof contractSchema>
