import { parseAmount } from '../lib/amount.ts'
import { numberFormat } from '../lib/intl.ts'
import { decimalText } from '../lib/money.ts'

/**
 * The text of a money field. The member's own typing stays as it is while it means `value` (minor units); a value set
 * by the screen ("all of it", an emptied form) replaces it.
 */
export function shownAmount(value: number | undefined, typed: string, currency: string, locale: string): string {
  if (value === parseAmount(typed, currency, locale)) return typed
  return value === undefined ? '' : plainText(value, currency, locale)
}

/** True where the member typed something that is no amount: "Enter an amount" would be no answer to that. */
export function isUnreadable(value: number | undefined, typed: string): boolean {
  return value === undefined && typed.trim() !== ''
}

function plainText(minor: number, currency: string, locale: string): string {
  const text = decimalText(minor, currency)
  const decimals = text.split('.')[1]?.length ?? 0
  return numberFormat(locale, {
    useGrouping: false,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(text)
}
