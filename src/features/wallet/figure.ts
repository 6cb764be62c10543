import { decimalText } from '../../lib/money.ts'

/** An amount to its last minor unit, with a point and nothing else: `-12.50`. Coins and balls are counted whole. */
export function figureOf(minor: number, currency: string): string {
  return isMoney(currency) ? decimalText(minor, currency) : String(minor)
}

/** Currencies have three letters; what else the books count has more. */
export function isMoney(currency: string): boolean {
  return currency.length === 3
}
