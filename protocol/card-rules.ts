/**
 * Rules of card numbers for client and server: a slip shows while typing, and the server rejects it all the same. Pure.
 */

/**
 * A kind of card as `card/type/list` has it. A prefix is a number's beginning, `4`, or a range of as many digits,
 * `2221-2720`.
 */
export interface CardKind {
  prefixes: readonly string[]
  lengths: readonly number[]
  cvvDigits: number
}

/** A card number as it is stored: without the spaces and dashes that people type. */
export function plainNumber(typed: string): string {
  return typed.replaceAll(/[\s-]/g, '')
}

/**
 * True for 8 to 19 digits whose last one fits the others (ISO/IEC 7812, Luhn): a digit mistyped or two swapped don't
 * pass.
 */
export function passesLuhn(number: string): boolean {
  if (!/^\d{8,19}$/.test(number)) return false
  let sum = 0
  for (const [index, digit] of number.split('').toReversed().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

/** The kind a number, also a half-typed one, begins like: that of the longest prefix. Undefined where none fits. */
export function kindOfNumber<K extends CardKind>(number: string, kinds: readonly K[]): K | undefined {
  let best: { kind: K; digits: number } | undefined
  for (const kind of kinds) {
    for (const prefix of kind.prefixes) {
      const [from = '', to = from] = prefix.split('-')
      const start = number.slice(0, from.length)
      if (start.length === from.length && start >= from && start <= to && from.length > (best?.digits ?? 0))
        best = { kind, digits: from.length }
    }
  }
  return best?.kind
}

/**
 * True for a whole number that is right by itself: its check digit, and the lengths of its kind or, where that is
 * unknown, of its bank.
 */
export function isCardNumber(number: string, kind: CardKind | undefined, bankDigits: readonly number[]): boolean {
  return passesLuhn(number) && (kind?.lengths ?? bankDigits).includes(number.length)
}

/** CVV: three or four digits (specification 5), as many as its kind of card has where that is known. */
export function isCvv(text: string, kind?: CardKind): boolean {
  return /^\d{3,4}$/.test(text) && (kind === undefined || text.length === kind.cvvDigits)
}

const daysOfMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * Card expiry as `MM/DD` (the specification's month/day pattern): the month from 1 to 12, the day one that month can
 * have.
 */
export function isCardExpiry(text: string): boolean {
  const [, month = 0, day = 0] = (/^(\d{2})\/(\d{2})$/.exec(text) ?? []).map(Number)
  return day >= 1 && day <= (daysOfMonth[month - 1] ?? 0)
}
