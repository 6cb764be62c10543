import { numberFormat } from './intl.ts'

/**
 * Money is an integer in minor units with its currency beside it (1050 USD is 10.50). It becomes text only here,
 * cut off after two decimals and never rounded up (specification 5). All arithmetic is on whole numbers or text.
 */

const SHOWN_DECIMALS = 2
const decimalsByCurrency = new Map<string, number>()

export type Minor = number | bigint

export interface MoneyFormat {
  /** `always` puts a + before gains, for lists of movements. Zero has no sign. */
  sign?: 'auto' | 'always'
  /** Leaves out the currency symbol, for columns whose heading already names it. */
  bare?: boolean
}

/** How many decimals the currency's minor unit has: 2 for USD, 0 for JPY, 3 for KWD. An unknown code counts as 2. */
export function decimalsOf(currency: string): number {
  let decimals = decimalsByCurrency.get(currency)
  if (decimals === undefined) {
    try {
      decimals = numberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
    } catch {
      decimals = 2
    }
    decimalsByCurrency.set(currency, decimals)
  }
  return decimals
}

/**
 * Plain decimal text of an amount: `-12.50`. With fewer decimals than the currency has, the rest is cut off toward
 * zero. Throws RangeError on a fraction.
 */
export function decimalText(minor: Minor, currency: string, decimals = decimalsOf(currency)): `${number}` {
  const whole = BigInt(minor)
  const digits = (whole < 0n ? -whole : whole).toString().padStart(decimalsOf(currency) + 1, '0')
  const point = digits.length - decimalsOf(currency)
  const fraction = digits.slice(point, point + decimals)
  const text = fraction ? `${digits.slice(0, point)}.${fraction}` : digits.slice(0, point)
  return `${whole < 0n && /[1-9]/.test(text) ? '-' : ''}${text}` as `${number}`
}

/**
 * An amount for reading in the reader's language: `$12.40`, `Rp 12.400,00`. At most two decimals, cut off. An unknown
 * currency code is written after the number.
 */
export function formatMoney(
  minor: Minor,
  currency: string,
  locale: string,
  { sign = 'auto', bare = false }: MoneyFormat = {},
): string {
  const decimals = Math.min(SHOWN_DECIMALS, decimalsOf(currency))
  const text = decimalText(minor, currency, decimals)
  const known = isKnown(currency)
  const shown = format(locale, known && !bare ? currency : undefined, decimals, sign).format(text)
  return inOnePiece(known || bare ? shown : `${shown} ${currency}`)
}

/**
 * A `$` alone is the US dollar everywhere, so that all amounts are written one way; other dollars keep their letters.
 */
export function displayOf(currency: string): 'narrowSymbol' | 'symbol' {
  return currency === 'USD' ? 'narrowSymbol' : 'symbol'
}

/** Unicode's direction marks: left-to-right, right-to-left, Arabic letter. */
const directionMarks = /[\u200e\u200f\u061c]/g

/**
 * An amount as Intl writes it, in one piece: in languages written from right to left, Intl's direction marks can move
 * the sign and the symbol to the other side of the number, which a Unicode isolate prevents.
 */
export function inOnePiece(amount: string): string {
  // Arabic writes US$ even where the short sign is asked for.
  const short = amount.replace('US$', '$')
  const plain = short.replaceAll(directionMarks, '')
  return plain === short ? short : `\u2066${plain}\u2069`
}

function isKnown(currency: string): boolean {
  return /^[A-Z]{3}$/.test(currency)
}

function format(
  locale: string,
  currency: string | undefined,
  decimals: number,
  sign: 'auto' | 'always',
): Intl.NumberFormat {
  return numberFormat(locale, {
    ...(currency ? { style: 'currency', currency, currencyDisplay: displayOf(currency) } : {}),
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    // The text has exactly these decimals, so a browser that reads it as a double doesn't round it up.
    roundingMode: 'trunc',
    signDisplay: sign === 'always' ? 'exceptZero' : 'negative',
  })
}
