import { numberFormat } from '../lib/intl.ts'
import { decimalsOf, displayOf, inOnePiece } from '../lib/money.ts'

/** Metres as kilometres, in the locale's number format. */
export function distanceText(metres: number, locale: string): string {
  const format = numberFormat(locale, { style: 'unit', unit: 'kilometer', maximumFractionDigits: 1 })
  return format.format(metres / 1000)
}

/** Watt hours as kilowatt hours, in the locale's number format; Intl has no such unit. */
export function energyText(wattHours: number, locale: string): string {
  return `${numberFormat(locale, { maximumFractionDigits: 1 }).format(wattHours / 1000)} kWh`
}

/** A price of one kilowatt hour or minute, in thousandths of a minor unit, with as many decimals as it has. */
export function rateText(rate: number, currency: string, locale: string): string {
  const format = numberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: displayOf(currency),
    maximumFractionDigits: 5,
  })
  return inOnePiece(format.format(rate / (1000 * 10 ** decimalsOf(currency))))
}
