import { digitsOf, latinDigits } from './digits.ts'

/** No card number is longer (ISO/IEC 7812). */
export const longestNumber = 19

/**
 * A number in groups as they are printed on the card: 4, 6 and 5 digits where it has at most 15 and begins with 34 or
 * 37 (American Express), else groups of four.
 */
export function groupedNumber(digits: string): string {
  const sizes = /^3[47]/.test(digits) ? [4, 6, 5, 4] : [4, 4, 4, 4, 3]
  const groups: string[] = []
  let at = 0
  for (const size of sizes) {
    groups.push(digits.slice(at, at + size))
    at += size
  }
  return groups.filter(Boolean).join(' ')
}

/** The state of a card number's field: its digits, and the number of digits before the caret. */
export interface TypedNumber {
  digits: string
  caret: number
}

/**
 * Reads a change of a grouped field. `text` and `caret` come from the browser after the change, `before` are the digits
 * before it. Deleting a gap deletes the digit beside it: the one after the caret with `isForward`, else the one before.
 */
export function readTyped({
  text,
  caret,
  before,
  isForward,
}: {
  text: string
  caret: number
  before: string
  isForward: boolean
}): TypedNumber {
  const digits = digitsOf(text).slice(0, longestNumber)
  const at = digitsOf(text.slice(0, caret)).length
  if (digits !== before || text.length >= groupedNumber(before).length)
    return { digits, caret: Math.min(at, digits.length) }
  const gone = isForward ? at : at - 1
  return gone < 0 ? { digits, caret: at } : { digits: digits.slice(0, gone) + digits.slice(gone + 1), caret: gone }
}

/** The caret's place in the grouped text that has this many digits before it. */
export function caretIn(grouped: string, digitsBefore: number): number {
  let seen = 0
  for (let index = 0; index < grouped.length; index++) {
    if (seen === digitsBefore) return index
    if (grouped[index] !== ' ') seen++
  }
  return grouped.length
}

/**
 * An expiry while it is typed: `0`, `08`, `08/2`, `08/27`. A month may be one digit and a mark, `1/27`; a browser may
 * fill in the whole year, `08/2027`.
 */
export function groupedExpiry(typed: string): string {
  const digits = digitsOf(latinDigits(typed).replace(/^\s*([1-9])\s*[/.-]/, '0$1'))
    .replace(/^(\d\d)20(\d\d)$/, '$1$2')
    .slice(0, 4)
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits
}
