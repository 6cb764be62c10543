import { paper, pdfOf, type Painter, type Rule, type Words } from '../../../lib/pdf.ts'
import type { Receipt } from './receipt.ts'

const margin = 56
const right = paper.width - margin

/** The receipt as one page of PDF; mirrored for languages written from right to left. */
export async function receiptPdf(receipt: Receipt, paint: Painter): Promise<Blob> {
  const { isFromRight, title, amount, state, rows, notes, language } = receipt
  const words: Words[] = []
  const rules: Rule[] = []
  let y = margin + 16
  const say = (it: Omit<Words, 'y'>) =>
    words.push({ ...it, y, ...(isFromRight && { x: paper.width - it.x, isAtEnd: it.isAtEnd !== true }) })
  say({ x: margin, text: 'Voltfolio', size: 12, isStrong: true })
  y += 32
  say({ x: margin, text: title, size: 18, isStrong: true })
  y += 40
  say({ x: margin, text: amount, size: 28, isStrong: true })
  y += 22
  say({ x: margin, text: state, size: 12 })
  y += 34
  for (const { name, value } of rows) {
    say({ x: margin, text: name, size: 11, most: 200 })
    say({ x: right, text: value, size: 11, isStrong: true, isAtEnd: true, most: right - margin - 210 })
    rules.push({ x: margin, y: y + 8, width: right - margin })
    y += 26
  }
  y += 10
  for (const text of notes) {
    say({ x: margin, text, size: 9, most: right - margin })
    y += 14
  }
  return await pdfOf([{ words, rules }], { title: `Voltfolio: ${title}`, language, paint })
}
