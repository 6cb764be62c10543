import * as v from 'valibot'
import { isCardExpiry, isCardNumber, isCvv, isExpired, kindOfNumber, passesLuhn } from '#protocol/card-rules.ts'
import type { Bank, CardType } from '#protocol/cards.ts'
import { Phone } from '#protocol/primitives.ts'
import { systemClock } from '../../lib/clock.ts'
import type { ValidationError } from './validation-errors.ts'

// A schema names the validation error; validation-errors.ts words it in the reader's language.
const validationError = (name: ValidationError) => name

/** The fields of the form (specification 5). The number, the expiry and the CVV exist in the form's memory only. */
const fields = v.object({
  bankId: v.pipe(v.string(), v.nonEmpty(validationError('bankMissing'))),
  number: v.string(),
  expiry: v.pipe(
    v.string(),
    v.nonEmpty(validationError('expiryMissing')),
    v.check(isCardExpiry, validationError('expiryWrong')),
  ),
  cvv: v.string(),
  holderName: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(validationError('holderMissing')),
    v.maxLength(80, validationError('holderLong')),
  ),
  phone: v.pipe(
    v.string(),
    v.nonEmpty(validationError('phoneMissing')),
    v.check((it) => v.is(Phone, it), validationError('phoneWrong')),
  ),
  agreed: v.pipe(v.boolean(), v.value(true, validationError('notAgreed'))),
})
export type CardFields = v.InferOutput<typeof fields>

/** The validation rules, by the card types and banks that this device knows. The server validates again by its own. */
export function cardSchema(types: readonly CardType[], banks: readonly Bank[], now = () => systemClock.now()) {
  return v.pipe(
    fields,
    v.forward(
      v.partialCheck(
        [['expiry']],
        (it) => !isCardExpiry(it.expiry) || !isExpired(it.expiry, now()),
        validationError('expiryPast'),
      ),
      ['expiry'],
    ),
    v.forward(
      v.partialCheck([['number']], (it) => it.number !== '', validationError('numberMissing')),
      ['number'],
    ),
    v.forward(
      v.partialCheck(
        [['number'], ['bankId']],
        (it) => it.number === '' || numberError(it, types, banks) === undefined,
        (issue) => numberError(issue.input, types, banks) ?? validationError('numberWrong'),
      ),
      ['number'],
    ),
    v.forward(
      v.partialCheck([['cvv']], (it) => it.cvv !== '', validationError('cvvMissing')),
      ['cvv'],
    ),
    v.forward(
      v.partialCheck(
        [['cvv'], ['number']],
        (it) => it.cvv === '' || isCvv(it.cvv, kindOfNumber(it.number, types)),
        (issue) => cvvError(kindOfNumber(issue.input.number, types)),
      ),
      ['cvv'],
    ),
  )
}

/** What is wrong with a number: too short or long for its kind, or a digit that doesn't fit the others. */
export function numberError(
  { number, bankId }: { number: string; bankId: string },
  types: readonly CardType[],
  banks: readonly Bank[],
): ValidationError | undefined {
  const kind = kindOfNumber(number, types)
  const bankDigits = banks.find((it) => it.id === bankId)?.digits ?? []
  const lengths = kind?.lengths ?? bankDigits
  if (lengths.length > 0 && !lengths.includes(number.length))
    return number.length < Math.max(...lengths) ? 'numberShort' : 'numberLong'
  if (!passesLuhn(number)) return 'numberWrong'
  return lengths.length === 0 || isCardNumber(number, kind, bankDigits) ? undefined : 'numberWrong'
}

function cvvError(kind: CardType | undefined): ValidationError {
  return kind === undefined ? 'cvvWrong' : kind.cvvDigits === 4 ? 'cvvOfFour' : 'cvvOfThree'
}

/** True where a number that is still being typed is certainly wrong: it has the full length and a wrong check digit. */
export function isMistyped(number: string, types: readonly CardType[]): boolean {
  const kind = kindOfNumber(number, types)
  return kind !== undefined && number.length === Math.max(...kind.lengths) && !passesLuhn(number)
}
