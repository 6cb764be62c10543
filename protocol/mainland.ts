/** The forms that numbers of mainland China have (specification 5). None of these trims, and none throws. */

/** Mobile: 11 digits, the first 1, the second 3 to 9. Without its calling code. */
export function isMainlandMobile(text: string): boolean {
  return /^1[3-9]\d{9}$/.test(text)
}

/** Landline as one dials it from abroad: an area code without its zero, then seven or eight digits. */
export function isMainlandLandline(text: string): boolean {
  return /^(?:10|2\d|[3-9]\d{2})[2-8]\d{6,7}$/.test(text)
}

const idWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** Whether a text looks like an ID card of today: 17 digits, then a digit or an X. */
export function looksLikeIdCard(text: string): boolean {
  return /^[1-9]\d{16}[\dX]$/i.test(text)
}

/** ID card: 18 characters with a real birthday and the right check character. */
export function isIdCard(text: string): boolean {
  if (!looksLikeIdCard(text) || !isDay(`${text.slice(6, 10)}-${text.slice(10, 12)}-${text.slice(12, 14)}`)) return false
  const sum = idWeights.reduce((total, weight, index) => total + weight * Number(text[index]), 0)
  return '10X98765432'[sum % 11] === text[17]?.toUpperCase()
}

function isDay(text: string): boolean {
  const ms = Date.parse(text)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}
