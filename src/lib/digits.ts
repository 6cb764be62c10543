/**
 * Arabic, Persian, Devanagari, Bengali, Thai, Lao, Burmese, Khmer and full-width zeros; nine more digits follow each.
 */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xed0, 0x1040, 0x17e0, 0xff10]

/** The same text with 0 to 9 for every script's own digits. */
export function latinDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, latinDigit)
}

function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  const zero = zeros.find((it) => code >= it && code < it + 10)
  return zero === undefined ? digit : String(code - zero)
}

/** The digits of a text that was typed or pasted, as 0 to 9; everything else is left out. */
export function digitsOf(typed: string): string {
  return latinDigits(typed).replace(/\D/g, '')
}
