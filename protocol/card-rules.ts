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

/** Card expiry as cards carry it, `MM/YY`: the month from 01 to 12, the year of this century. */
export function isCardExpiry(text: string): boolean {
  return /^(0[1-9]|1[0-2])\/\d{2}$/.test(text)
}

/**
 * True where a card of expiry `MM/YY` is past at `now`, in milliseconds since 1970. It is good through its month: until
 * that has ended in the last time zone too, twelve hours behind UTC.
 */
export function isExpired(expiry: string, now: number): boolean {
  const [month = 0, year = 0] = expiry.split('/').map(Number)
  return now >= Date.UTC(2000 + year, month, 1, 12)
}
