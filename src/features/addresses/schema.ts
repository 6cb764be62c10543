import * as v from 'valibot'
import { Phone } from '#protocol/primitives.ts'
import type { Fault } from './faults.ts'

// A schema names the fault; faults.ts says it in the reader's language.
const fault = (name: Fault) => name

/** What the form asks for; bounds as `address/save` has them. */
export const addressSchema = v.object({
  recipient: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(fault('recipientMissing')),
    v.maxLength(80, fault('recipientLong')),
  ),
  phone: v.pipe(
    v.string(),
    v.nonEmpty(fault('phoneMissing')),
    v.check((it) => v.is(Phone, it), fault('phoneWrong')),
  ),
  regionId: v.pipe(v.string(), v.nonEmpty(fault('regionMissing'))),
  detail: v.pipe(v.string(), v.trim(), v.nonEmpty(fault('detailMissing')), v.maxLength(200, fault('detailLong'))),
  postcode: v.pipe(v.string(), v.trim(), v.maxLength(16, fault('postcodeLong'))),
  isDefault: v.boolean(),
})

export type AddressFields = v.InferOutput<typeof addressSchema>
