import type { ErrorParams } from '#protocol/errors.ts'
import type { Language } from '#protocol/languages.ts'
import { intlLocaleOf } from '#protocol/languages.ts'
import { booksCurrency } from '../../db/books-currency.ts'

/** Writes an amount of minor units as a language does. */
export function amountIn(language: Language): (of: { amount: number; currency: string }) => string {
  return ({ amount, currency }) => {
    // As the app writes it: the books' own currency has its bare sign in every language.
    const currencyDisplay = currency === booksCurrency ? 'narrowSymbol' : 'symbol'
    const format = new Intl.NumberFormat(intlLocaleOf(language), { style: 'currency', currency, currencyDisplay })
    const text = format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
    return inOnePiece(text.replace('US$', '$'))
  }
}

/** A text of the operator's with a full stop where it ends without one, so that a sentence may follow. */
export function asSentence(text: string, stop = '.'): string {
  return /[.!?…。！？]\s*$/.test(text) ? text.trimEnd() : `${text.trimEnd()}${stop}`
}

/** Writes the amount that an error mentions under a name, in the error's `currency`. */
export function paramAmountIn(language: Language): (of: ErrorParams, name: string) => string {
  const write = amountIn(language)
  return (of, name) => write({ amount: Number(of[name]), currency: String(of['currency']) })
}

/** Writes a day, `yyyy-mm-dd`, as a language does. */
export function dayIn(language: Language): (day: string) => string {
  const format = new Intl.DateTimeFormat(intlLocaleOf(language), { dateStyle: 'long', timeZone: 'UTC' })
  return (day) => format.format(Date.parse(day))
}

/** Writes the names that an error gives under a name, between commas, as an enumeration in a language. */
export function listIn(
  language: Language,
): (given: string | number | undefined, words: Readonly<Record<string, string>>) => string {
  const format = new Intl.ListFormat(intlLocaleOf(language), { type: 'conjunction' })
  return (given, words) =>
    format.format(
      String(given ?? '')
        .split(',')
        .map((it) => words[it] ?? it),
    )
}

/** Left-to-right marks, right-to-left marks, Arabic letter marks. */
const directionMarks = /[\u200e\u200f\u061c]/g

/** As the app's own: an isolate in place of Intl's marks keeps an amount in one piece, wherever it is put. */
function inOnePiece(amount: string): string {
  const plain = amount.replaceAll(directionMarks, '')
  return plain === amount ? amount : `\u2066${plain}\u2069`
}
