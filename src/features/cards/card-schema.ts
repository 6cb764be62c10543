import * as v from 'valibot'
import { isCardExpiry, isCardNumber, isCvv, kindOfNumber, passesLuhn } from '#protocol/card-rules.ts'
import type { Bank, CardType } from '#protocol/cards.ts'
import { Phone } from '#protocol/primitives.ts'
import type { Fault } from './faults.ts'

// A schema names the fault; faults.ts says it in the reader's language.
const fault = (name: Fault) => name

/** What the form asks for (specification 5). The number, the expiry and the CVV live in its memory alone. */
const fields = v.object({
  bankId: v.pipe(v.string(), v.nonEmpty(fault('bankMissing'))),
  number: v.string(),
  expiry: v.pipe(v.string(), v.nonEmpty(fault('expiryMissing')), v.check(isCardExpiry, fault('expiryWrong'))),
  cvv: v.string(),
  holderName: v.pipe(v.string(), v.trim(), v.nonEmpty(fault('holderMissing')), v.maxLength(80, fault('holderLong'))),
  phone: v.pipe(
    v.string(),
    v.nonEmpty(fault('phoneMissing')),
    v.check((it) => v.is(Phone, it), fault('phoneWrong')),
  ),
  agreed: v.pipe(v.boolean(), v.value(true, fault('notAgreed'))),
})
export type CardFields = v.InferOutput<typeof fields>

/** The rules with the kinds and banks that are known on this device; the server's own decide. */
export function cardSchema(types: readonly CardType[], banks: readonly Bank[]) {
  return v.pipe(
    fields,
    v.forward(
      v.partialCheck([['number']], (it) => it.number !== '', fault('numberMissing')),
      ['number'],
    ),
    v.forward(
      v.partialCheck(
        [['number'], ['bankId']],
        (it) => it.number === '' || numberFault(it, types, banks) === undefined,
        (issue) => numberFault(issue.input, types, banks) ?? fault('numberWrong'),
      ),
      ['number'],
    ),
    v.forward(
      v.partialCheck([['cvv']], (it) => it.cvv !== '', fault('cvvMissing')),
      ['cvv'],
    ),
    v.forward(
      v.partialCheck(
        [['cvv'], ['number']],
        (it) => it.cvv === '' || isCvv(it.cvv, kindOfNumber(it.number, types)),
        (issue) => cvvFault(kindOfNumber(issue.input.number, types)),
      ),
      ['cvv'],
    ),
  )
}

/** What is wrong with a number: too short or long for its kind, or a digit that doesn't fit the others. */
export function numberFault(
  { number, bankId }: { number: string; bankId: string },
  types: readonly CardType[],
  banks: readonly Bank[],
): Fault | undefined {
  const kind = kindOfNumber(number, types)
  const bankDigits = banks.find((it) => it.id === bankId)?.digits ?? []
  const lengths = kind?.lengths ?? bankDigits
  if (lengths.length > 0 && !lengths.includes(number.length))
    return number.length < Math.max(...lengths) ? 'numberShort' : 'numberLong'
  if (!passesLuhn(number)) return 'numberWrong'
  return lengths.length === 0 || isCardNumber(number, kind, bankDigits) ? undefined : 'numberWrong'
}

function cvvFault(kind: CardType | undefined): Fault {
  return kind === undefined ? 'cvvWrong' : kind.cvvDigits === 4 ? 'cvvOfFour' : 'cvvOfThree'
}

/** While it is typed only what can't come right any more is said: a whole number with a wrong digit. */
export function isMistyped(number: string, types: readonly CardType[]): boolean {
  const kind = kindOfNumber(number, types)
  return kind !== undefined && number.length === Math.max(...kind.lengths) && !passesLuhn(number)
}
