import { latinDigits } from './digits.ts'
import { numberFormat } from './intl.ts'
import { decimalsOf } from './money.ts'

/**
 * Reads an amount as a person types it, into minor units (specification 5: amounts have up to two decimals).
 * Understands the language's own separators (`1.234,50` in Indonesian), and in any language Arabic separators and
 * every script's digits (`١٢٫٥`), and a lone point or comma before one or two digits. The Arabic mark of thousands
 * never stands for the point. Undefined where it is no amount, has more decimals than the currency, is negative, or is
 * too large to be exact.
 */
export function parseAmount(typed: string, currency: string, locale: string): number | undefined {
  const decimals = Math.min(2, decimalsOf(currency))
  const { group, point } = separators(locale)
  const bare = latinDigits(typed.trim()).replace(/[\s\u00a0\u202f'’\u200e\u200f\u2066\u2069]/g, '')
  const text = bare
    // Arabic and Persian keyboards have these two, also where the language writes a point and a comma.
    .replaceAll('٫', point)
    .replaceAll('٬', group)
  const parts = split(text, group, point, !/[٫٬]/.test(bare))
  if (!parts || parts.fraction.length > decimals) return undefined
  const minor = Number(`${parts.whole}${parts.fraction.padEnd(decimalsOf(currency), '0')}`)
  return Number.isSafeInteger(minor) ? minor : undefined
}

/** `isEither`: the marks may also be the other way round, as in another language. */
function split(
  text: string,
  group: string,
  point: string,
  isEither: boolean,
): { whole: string; fraction: string } | undefined {
  const orders: (readonly [string, string])[] = [[group, point]]
  if (isEither) orders.push([point, group])
  for (const [thousands, mark] of orders) {
    const [whole = '', fraction = '', ...more] = text.split(mark)
    if (more.length > 0 || !/^\d*$/.test(fraction)) continue
    // With the separators the other way round, three digits after the mark would be a group of the reader's own
    // language.
    if (mark === group && fraction.length > 2) continue
    if (whole === '' && fraction === '') return undefined
    if (/^\d*$/.test(whole)) return { whole: whole || '0', fraction }
    if (mark === point && isGrouped(whole, thousands)) return { whole: whole.replaceAll(thousands, ''), fraction }
  }
  return undefined
}

/**
 * 1,234,567 as most of the world groups, or 12,34,567 as India does. No number is grouped after a leading zero: 0,500
 * is half of one to whoever writes a comma for the point.
 */
function isGrouped(whole: string, mark: string): boolean {
  const groups = whole.split(mark)
  const first = groups[0] ?? ''
  return (
    /^[1-9]\d{0,2}$/.test(first) && groups.at(-1)?.length === 3 && groups.slice(1).every((it) => /^\d{2,3}$/.test(it))
  )
}

function separators(locale: string): { group: string; point: string } {
  const parts = numberFormat(locale).formatToParts(1234567.5)
  const found = (type: string) => parts.find((it) => it.type === type)?.value.replace(/[\s\u00a0\u202f’]/g, '')
  const point = found('decimal') || '.'
  return { point, group: found('group') || (point === ',' ? '.' : ',') }
}
