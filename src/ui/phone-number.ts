import { digitsOf, latinDigits } from '../lib/digits.ts'

/** A country's calling code. `code` is ISO 3166, `dial` has no plus. */
export interface DialCountry {
  code: string
  dial: string
}

/** Offered where any phone will do, and where codes are sent to it until the server's own list is loaded. */
export const dialCountries: readonly DialCountry[] = [
  { code: 'ID', dial: '62' },
  { code: 'MY', dial: '60' },
  { code: 'SG', dial: '65' },
  { code: 'TH', dial: '66' },
  { code: 'VN', dial: '84' },
  { code: 'PH', dial: '63' },
  { code: 'IN', dial: '91' },
  { code: 'PK', dial: '92' },
  { code: 'BD', dial: '880' },
  { code: 'CN', dial: '86' },
  { code: 'AE', dial: '971' },
  { code: 'SA', dial: '966' },
  { code: 'EG', dial: '20' },
  { code: 'NG', dial: '234' },
  { code: 'KE', dial: '254' },
  { code: 'ZA', dial: '27' },
  { code: 'GB', dial: '44' },
  { code: 'DE', dial: '49' },
  { code: 'FR', dial: '33' },
  { code: 'ES', dial: '34' },
  { code: 'BR', dial: '55' },
  { code: 'MX', dial: '52' },
  { code: 'US', dial: '1' },
]

/**
 * Country and national digits of an E.164 number. The longest calling code that fits wins; where none fits, the number
 * stays whole, with its plus.
 */
export function splitPhone(
  e164: string,
  countries: readonly DialCountry[],
): { country: DialCountry | undefined; national: string } {
  const digits = digitsOf(e164)
  const isWhole = e164.startsWith('+')
  const fitting = isWhole ? countries.filter((it) => digits.startsWith(it.dial)) : []
  const country = fitting.toSorted((a, b) => b.dial.length - a.dial.length)[0]
  if (country) return { country, national: digits.slice(country.dial.length) }
  return { country, national: isWhole ? `+${digits}` : digits }
}

/** Whether the typed text begins with a calling code of its own, of whatever country: `+81 90` or `0081 90`. */
export function hasOwnCode(typed: string): boolean {
  return /^(\+|00)/.test(latinDigits(typed).trim())
}

/**
 * E.164 of the typed text; empty for none. A number typed or filled in with its own +code keeps that code; the leading
 * zero of national dialling is dropped.
 */
export function joinPhone(typed: string, country: DialCountry): string {
  const digits = digitsOf(typed)
  if (hasOwnCode(typed)) return `+${typed.trim().startsWith('+') ? digits : digits.slice(2)}`
  const national = digits.replace(/^0+/, '')
  return national ? `+${country.dial}${national}` : ''
}
