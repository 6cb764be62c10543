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

/** A length of time as minutes and seconds, in the locale's words for them. */
export function durationText(seconds: number, locale: string): string {
  const [minutes, rest] = [Math.floor(seconds / 60), Math.floor(seconds % 60)]
  const text = (amount: number, unit: 'minute' | 'second') =>
    numberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(amount)
  if (minutes === 0) return text(rest, 'second')
  return rest === 0 ? text(minutes, 'minute') : `${text(minutes, 'minute')} ${text(rest, 'second')}`
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
