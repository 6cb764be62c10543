const sign = String.raw`(?:[A-Z]{0,3}\p{Sc}|(?<!\p{L})[A-Z]{3}(?!\p{L}))`
const figure = String.raw`[+\u2212-]?\p{Nd}(?:[\p{Nd}.,\u066b\u066c]*\p{Nd})?`
const gap = String.raw`[\s\u200e\u200f]*`
const minus = String.raw`[+\u2212-]?`
const before = `${minus}${sign}${gap}${figure}`
const amounts = new RegExp(String.raw`${before}|${figure}${gap}${sign}`, 'gu')

/** A sentence of the server with every amount that has a currency's sign or code replaced by `mask`. */
export function maskAmounts(sentence: string, mask: string): string {
  return sentence.replace(amounts, mask)
}
