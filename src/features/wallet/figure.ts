import { decimalText } from '../../lib/money.ts'

/**
 * An amount down to the last minor unit, with a point and no other mark: `-12.50`. Coins and balls are whole numbers.
 */
export function figureOf(minor: number, currency: string): string {
  return isMoney(currency) ? decimalText(minor, currency) : String(minor)
}

/** Currencies have codes of three letters; the ledger's other units, such as coins, have longer ones. */
export function isMoney(currency: string): boolean {
  return currency.length === 3
}
