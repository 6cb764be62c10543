/** The characters for which a PDF needs no embedded font: ASCII. All others are drawn (see `pdf.ts`). */
export function isPlain(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text)
}

/**
 * Widths of the characters from the space on, in thousandths of the font's size: the metrics of Helvetica and Helvetica
 * Bold.
 */
const widths = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
]
const strongWidths = [
  278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611,
  556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389,
  280, 389, 584,
]

/** The width of ASCII text in Helvetica, in the unit of `size`. */
export function plainWidth(text: string, size: number, isStrong = false): number {
  let sum = 0
  for (const character of text) sum += (isStrong ? strongWidths : widths)[(character.codePointAt(0) ?? 0) - 32] ?? 556
  return (sum * size) / 1000
}

/** A PDF string in a page's content: `(It is \(so\))`. */
export function literal(text: string): string {
  return `(${text.replaceAll(/[\\()]/g, (it) => `\\${it}`)})`
}

/** A PDF string of any text, as metadata needs it: UTF-16 in hexadecimal. */
export function hexText(text: string): string {
  let hex = 'FEFF'
  for (let at = 0; at < text.length; at += 1) hex += text.charCodeAt(at).toString(16).padStart(4, '0').toUpperCase()
  return `<${hex}>`
}
