import * as v from 'valibot'
import { Phone } from '#protocol/primitives.ts'
import type { ValidationError } from './validation-errors.ts'

// A schema names the validation error; validation-errors.ts words it in the reader's language.
const validationError = (name: ValidationError) => name

/** What the form asks for; bounds as `address/save` has them. */
export const addressSchema = v.object({
  recipient: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(validationError('recipientMissing')),
    v.maxLength(80, validationError('recipientLong')),
  ),
  phone: v.pipe(
    v.string(),
    v.nonEmpty(validationError('phoneMissing')),
    v.check((it) => v.is(Phone, it), validationError('phoneWrong')),
  ),
  regionId: v.pipe(v.string(), v.nonEmpty(validationError('regionMissing'))),
  detail: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(validationError('detailMissing')),
    v.maxLength(200, validationError('detailLong')),
  ),
  postcode: v.pipe(v.string(), v.trim(), v.maxLength(16, validationError('postcodeLong'))),
  isDefault: v.boolean(),
})

export type AddressFields = v.InferOutput<typeof addressSchema>
