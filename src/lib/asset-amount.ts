import { numberFormat } from './intl.ts'

/**
 * An amount of a coin as wallets read it: `20.008` for 20008000 units of six decimals. Exact, with a point in every
 * language; zeros after the second decimal are left out. Throws RangeError where the amount isn't a whole number.
 */
export function assetText(units: number | bigint, decimals: number): string {
  const digits = BigInt(units)
    .toString()
    .padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = decimals === 0 ? '' : digits.slice(-decimals)
  const kept = fraction.replace(/0+$/, '').padEnd(Math.min(2, decimals), '0')
  return kept === '' ? whole : `${whole}.${kept}`
}

/**
 * A rate shortened for reading: `15,890.25`, `0.9996`, `0.0000629`. Four decimals, or six digits below one; the server
 * uses the exact rate.
 */
export function rateFigure(rate: string, locale: string): string {
  const digits = Number(rate) < 1 ? { maximumSignificantDigits: 6 } : { maximumFractionDigits: 4 }
  return numberFormat(locale, { ...digits, roundingMode: 'trunc' } as Intl.NumberFormatOptions).format(
    rate as `${number}`,
  )
}

/** An amount for reading, as the language writes numbers. What is to be copied into a wallet keeps the point. */
export function assetFigure(units: number | bigint, decimals: number, locale: string): string {
  const text = assetText(units, decimals) as `${number}`
  const digits = text.split('.')[1]?.length ?? 0
  return numberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(text)
}
