import { millisOf } from '../../../lib/clock.ts'
import { timestampIn } from '../../../lib/date-texts.ts'
import { paper, pdfOf, type Painter, type PdfPage, type Rule, type Words } from '../../../lib/pdf.ts'
import { figureOf } from '../figure.ts'
import type { Statement } from './statement.ts'
import type { StatementWords } from './statement-words.ts'

const margin = 40
const right = paper.width - margin
const bottom = paper.height - 56
const lineHeight = 14

/** The start of each column, or its end where it holds figures. */
const columns = {
  number: margin,
  at: margin + 32,
  kind: margin + 114,
  wallet: margin + 236,
  amount: right - 78,
  hash: right,
}
const kindWidth = columns.wallet - columns.kind - 6
const walletWidth = 130

/**
 * A statement as PDF: the member and the period, the result of checking, the balances, then every movement with the end
 * of its hash.
 */
export async function statementPdf(statement: Statement, words: StatementWords, paint: Painter): Promise<Blob> {
  const sheet = createSheet(words)
  head(sheet, statement, words)
  balances(sheet, statement, words)
  movements(sheet, statement, words)
  return pdfOf(sheet.close(), {
    title: `Voltfolio: ${words.title}, ${statement.from} – ${statement.to}`,
    language: words.language,
    paint,
  })
}

type Sheet = ReturnType<typeof createSheet>

function head(sheet: Sheet, { memberId, lines, last }: Statement, words: StatementWords): void {
  sheet.say({ x: margin, text: 'Voltfolio', size: 11, isStrong: true })
  sheet.down(24)
  sheet.say({ x: margin, text: words.title, size: 18, isStrong: true })
  sheet.down(20)
  if (words.demo !== undefined) {
    sheet.say({ x: margin, text: words.demo, size: 9, isStrong: true, most: right - margin })
    sheet.down(lineHeight)
  }
  for (const text of [
    words.name,
    words.member(memberId),
    words.period,
    words.made,
    words.checked,
    words.movements(lines.length),
    `${words.lastHash}:`,
    last,
  ]) {
    sheet.say({ x: margin, text, size: 9, most: right - margin })
    sheet.down(lineHeight)
  }
  sheet.down(10)
}

function balances(sheet: Sheet, { opening, closing }: Statement, words: StatementWords): void {
  sheet.row(() => {
    sheet.say({ x: margin, text: words.columns.wallet, size: 9, isStrong: true })
    sheet.say({ x: right - 160, text: words.opening, size: 9, isStrong: true, isAtEnd: true })
    sheet.say({ x: right, text: words.closing, size: 9, isStrong: true, isAtEnd: true })
  })
  for (const after of closing) {
    const before = opening.find((it) => it.account === after.account && it.currency === after.currency)
    sheet.row(() => {
      sheet.say({ x: margin, text: words.account(after.account), size: 9 })
      sheet.say({ x: right - 160, text: withUnit(before?.amount ?? 0, after.currency), size: 9, isAtEnd: true })
      sheet.say({ x: right, text: withUnit(after.amount, after.currency), size: 9, isAtEnd: true })
    })
  }
  sheet.down(16)
}

function movements(sheet: Sheet, { lines }: Statement, words: StatementWords): void {
  const names = words.columns
  sheet.repeat(() => {
    for (const [x, text] of [
      [columns.number, names.number],
      [columns.at, names.at],
      [columns.kind, names.kind],
      [columns.wallet, names.wallet],
    ] as const)
      sheet.say({ x, text, size: 8, isStrong: true })
    for (const [x, text] of [
      [columns.amount, names.amount],
      [columns.hash, names.hash],
    ] as const)
      sheet.say({ x, text, size: 8, isStrong: true, isAtEnd: true })
  })
  for (const { number, at, kind, account, amount, currency, hash } of lines) {
    sheet.row(() => {
      sheet.say({ x: columns.number, text: String(number), size: 8 })
      sheet.say({ x: columns.at, text: timestampIn(words.zone, millisOf(at)).slice(0, 16), size: 8 })
      sheet.say({ x: columns.kind, text: words.kind(kind), size: 8, most: kindWidth })
      sheet.say({ x: columns.wallet, text: words.account(account), size: 8, most: walletWidth })
      sheet.say({ x: columns.amount, text: withUnit(amount, currency), size: 8, isAtEnd: true })
      sheet.say({ x: columns.hash, text: hash.slice(-16), size: 8, isAtEnd: true })
    })
  }
}

function withUnit(amount: number, currency: string): string {
  return `${figureOf(amount, currency)} ${currency}`
}

/** Writes page after page; mirrored for languages written from right to left. */
function createSheet({ isFromRight, page: pageWords, demo }: StatementWords) {
  const pages: { words: Words[]; rules: Rule[] }[] = []
  let y = 0
  let heading: (() => void) | undefined
  const turn = () => {
    pages.push({ words: [], rules: [] })
    y = margin + 12
  }
  const put = (it: Words) =>
    pages.at(-1)?.words.push(isFromRight ? { ...it, x: paper.width - it.x, isAtEnd: it.isAtEnd !== true } : it)
  const rule = () => pages.at(-1)?.rules.push({ x: margin, y: y + 4, width: right - margin })
  const row = (write: () => void) => {
    if (y > bottom) {
      turn()
      if (heading) row(heading)
    }
    write()
    rule()
    y += lineHeight + 2
  }
  turn()
  return {
    say: (it: Omit<Words, 'y'>) => put({ ...it, y }),
    down: (by: number) => {
      y += by
    },
    row,
    /** Writes a row here and at the top of every later page. */
    repeat: (write: () => void) => {
      row(write)
      heading = write
    },
    close(): PdfPage[] {
      for (const [at, page] of pages.entries()) {
        const foot = (text: string, side: 'start' | 'end') => {
          const isAtEnd = (side === 'end') !== isFromRight
          page.words.push({ x: isAtEnd ? right : margin, y: paper.height - 28, text, size: 8, isAtEnd })
        }
        foot(pageWords(at + 1, pages.length), 'end')
        // The head stands on the first page only.
        if (demo !== undefined && at > 0) foot(demo, 'start')
      }
      return pages
    },
  }
}
