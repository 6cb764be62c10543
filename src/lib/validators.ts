import { charactersOf } from './characters.ts'

/**
 * The generic validators of specification 5. Each answers whether the text is one; none of them trims, and none throws.
 */

/**
 * An address with something before and after the @ and a dot in its domain. Whether it exists, only a letter to it can
 * tell.
 */
export function isEmail(text: string): boolean {
  return (
    text.length <= 254 &&
    /^[^\s@"<>(),;:\\[\]]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,63}$/u.test(text)
  )
}

/** Mainland mobile: 11 digits, the first 1, the second 3 to 9. */
export function isMainlandMobile(text: string): boolean {
  return /^1[3-9]\d{9}$/.test(text)
}

/**
 * Landline: an area code of three or four digits beginning with 0, then seven or eight digits, perhaps an extension.
 */
export function isLandline(text: string): boolean {
  return /^0\d{2,3}-?[1-9]\d{6,7}(?:-\d{1,6})?$/.test(text)
}

/** An absolute web address, http or https. */
export function isUrl(text: string): boolean {
  if (/\s/.test(text) || !/^https?:\/\//i.test(text)) return false
  return URL.canParse(text) && new URL(text).hostname !== ''
}

/** A day that exists: `2026-02-28`, or with slashes. */
export function isDate(text: string): boolean {
  const parts = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})$/.exec(text)
  if (!parts) return false
  const [year, month, day] = [Number(parts[1]), Number(parts[3]), Number(parts[4])]
  const made = new Date(Date.UTC(year, month - 1, day))
  made.setUTCFullYear(year, month - 1, day)
  return made.getUTCMonth() === month - 1 && made.getUTCDate() === day
}

/** A decimal number, signed or not. */
export function isNumber(text: string): boolean {
  return /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)$/.test(text)
}

/** Digits only. */
export function isDigits(text: string): boolean {
  return /^\d+$/.test(text)
}

/** An amount with up to two decimals, not negative. */
export function isAmount(text: string): boolean {
  return /^(?:0|[1-9]\d*)(?:\.\d{1,2})?$/.test(text)
}

export function isLetters(text: string): boolean {
  return /^[A-Za-z]+$/.test(text)
}

export function isAlphanumeric(text: string): boolean {
  return /^[A-Za-z0-9]+$/.test(text)
}

/** A number from `min` to `max`, both included. */
export function isInRange(text: string, min: number, max: number): boolean {
  return isNumber(text) && Number(text) >= min && Number(text) <= max
}

/** So many characters as a reader counts them, both ends included. */
export function hasLength(text: string, min: number, max: number): boolean {
  const length = charactersOf(text).length
  return length >= min && length <= max
}

/** JSON text of an object or an array. */
export function isJson(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}

/** A code of so many digits, six by default (specification 9). */
export function isCode(text: string, length = 6): boolean {
  return isDigits(text) && text.length === length
}

const idWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** Mainland ID card: 15 digits of the old kind, or 18 with a real birthday and the right check character. */
export function isIdCard(text: string): boolean {
  if (/^[1-9]\d{14}$/.test(text)) return isDate(`19${text.slice(6, 8)}-${text.slice(8, 10)}-${text.slice(10, 12)}`)
  if (!/^[1-9]\d{16}[\dXx]$/.test(text) || !isDate(`${text.slice(6, 10)}-${text.slice(10, 12)}-${text.slice(12, 14)}`))
    return false
  const sum = idWeights.reduce((total, weight, index) => total + weight * Number(text[index]), 0)
  return '10X98765432'[sum % 11] === text[17]?.toUpperCase()
}

const plateProvinces = '京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼'

/**
 * Mainland car plate: a province, a letter, then five characters, or six with a D or an F for one that runs on
 * electricity.
 */
export function isCarPlate(text: string): boolean {
  const plain = new RegExp(`^[${plateProvinces}][A-HJ-NP-Z][A-HJ-NP-Z0-9]{4}[A-HJ-NP-Z0-9挂学警港澳]$`)
  const electric = new RegExp(`^[${plateProvinces}][A-HJ-NP-Z](?:[DF][A-HJ-NP-Z0-9]\\d{4}|\\d{5}[DF])$`)
  return plain.test(text) || electric.test(text)
}
