import { inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Statement } from '#src/features/wallet/statement/statement.ts'
import { statementCsv } from '#src/features/wallet/statement/statement-csv.ts'
import { statementPdf } from '#src/features/wallet/statement/statement-pdf.ts'
import type { StatementWords } from '#src/features/wallet/statement/statement-words.ts'
import { periodDays } from '#src/features/wallet/statement/statement-periods.ts'
import { csvOf } from '#src/lib/csv.ts'
import { paper, type Painter } from '#src/lib/pdf.ts'
import { plainWidth } from '#src/lib/pdf-text.ts'

const hash = 'a'.repeat(48) + '0123456789abcdef'
const line = {
  number: 7,
  id: 1234,
  at: '2026-11-20T23:30:05.000Z',
  kind: 'exchange',
  account: 'income',
  amount: -1250,
  currency: 'USD',
  ref: '=HYPERLINK("x")',
  hash,
}
const statement = (lines = 1): Statement => ({
  memberId: '5b0d7b1e-0000-4000-8000-000000000001',
  from: '2026-11-01',
  to: '2026-11-30',
  last: hash,
  verdict: { kind: 'intact' },
  readAt: 0,
  opening: [{ account: 'income', currency: 'USD', amount: 123_456_789 }],
  closing: [
    { account: 'income', currency: 'USD', amount: 123_455_539 },
    { account: 'gold', currency: 'GOLD', amount: 30 },
  ],
  lines: Array.from({ length: lines }, () => line),
})

const words: StatementWords = {
  language: 'en',
  isFromRight: false,
  zone: 'Asia/Jakarta',
  title: 'Statement',
  demo: undefined,
  name: 'Siti',
  member: (id) => `Member ${id}`,
  period: 'November',
  made: 'Made today',
  checked: 'Intact (checked)',
  movements: (count) => `${count} movements`,
  lastHash: 'Checksum',
  opening: 'Before',
  closing: 'After',
  kind: (kind) => kind,
  account: (code) => code,
  page: (at, of) => `Page ${at} of ${of}`,
  columns: {
    number: 'No.',
    at: 'Time',
    kind: 'Description',
    wallet: 'Wallet',
    amount: 'Amount',
    currency: 'Currency',
    id: 'Ledger entry',
    reference: 'Reference',
    hash: 'Checksum',
  },
}

describe('CSV', () => {
  test('is RFC 4180: CR LF, quotes doubled, nothing quoted without need', () => {
    expect(
      csvOf([
        ['a', 'b,c', 'say "x"'],
        ['', ' padded', 'two\nlines'],
      ]),
    ).toBe('\uFEFFa,"b,c","say ""x"""\r\n," padded","two\nlines"\r\n')
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '  =1', '＝1', '\u200e=1', '\n-1'])(
    '%j is text and no formula',
    (text) => {
      expect(
        csvOf([[text]])
          .slice(1)
          .replace(/^"/, ''),
      ).toMatch(/^'/)
    },
  )

  test('of a statement has every minor unit, both times, balances first and last, and what the chain needs', () => {
    const rows = statementCsv(statement(), words).slice(1).split('\r\n')
    expect(rows).toEqual([
      'No.,Time,Time (Asia/Jakarta),Description,Wallet,Amount,Currency,Ledger entry,Reference,Checksum',
      ',,,Before,income,1234567.89,USD,,,',
      `7,2026-11-20T23:30:05.000Z,2026-11-21 06:30:05,exchange,income,-12.50,USD,1234,"'=HYPERLINK(""x"")",${hash}`,
      ',,,After,income,1234555.39,USD,,,',
      ',,,After,gold,30,GOLD,,,',
      ',,,Intact (checked),,,,,,',
      '',
    ])
  })

  test("of a demonstration's statement says in every line that the money isn't real", () => {
    const rows = statementCsv(statement(), { ...words, demo: 'Demo, no money' })
      .slice(1)
      .trimEnd()
      .split('\r\n')
    expect(rows).toHaveLength(6)
    for (const row of rows) expect(row).toMatch(/,"Demo, no money"$/)
    expect(rows[0]).toMatch(/^No\.,Time,/)
  })
})

describe('PDF', () => {
  const drawn: string[] = []
  const paint: Painter = (text) => {
    drawn.push(text)
    return {
      width: text.length * 10,
      height: 40,
      above: 30,
      scale: 4,
      grey: new Uint8Array(text.length * 400).fill(128),
    }
  }
  const bytesOf = async (of: Statement, said: StatementWords) =>
    Buffer.from(await (await statementPdf(of, said, paint)).arrayBuffer())
  /** What stands on the pages, in the file's own operators. */
  const contents = (file: Buffer) => {
    const found: string[] = []
    for (let at = file.indexOf('stream\n'); at >= 0; at = file.indexOf('stream\n', at + 1)) {
      if (file.subarray(at - 3, at).toString() === 'end') continue
      const end = file.indexOf('\nendstream', at)
      found.push(inflateSync(file.subarray(at + 7, end)).toString('latin1'))
    }
    return found
  }

  test('has a table in which every object is where it says', async () => {
    const file = await bytesOf(statement(), words)
    const text = file.toString('latin1')
    expect(text.startsWith('%PDF-1.7\n')).toBe(true)
    const from = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
    const [, count = ''] = /^xref\n0 (\d+)\n/.exec(text.slice(from)) ?? []
    const entries = [...text.slice(from).matchAll(/(\d{10}) 00000 n /g)].map((it) => Number(it[1]))
    expect(entries).toHaveLength(Number(count) - 1)
    for (const [at, start] of entries.entries())
      expect(text.slice(start, start + 12)).toMatch(new RegExp(`^${at + 1} 0 obj\n`))
  })

  test('writes ASCII as text, escaped, and figures so that they end in one line', async () => {
    const [page = ''] = contents(await bytesOf(statement(), words))
    expect(page).toContain('(Intact \\(checked\\)) Tj')
    expect(page).toContain('(2026-11-21 06:30) Tj')
    const [, x = ''] = /([\d.]+) [\d.]+ Td \(-12\.50 USD\) Tj/.exec(page) ?? []
    expect(Number(x) + plainWidth('-12.50 USD', 8)).toBeCloseTo(paper.width - 40 - 78, 1)
  })

  test("of a demonstration says under its title and on each later page that the money isn't real", async () => {
    const [page = '', ...later] = contents(await bytesOf(statement(100), { ...words, demo: 'Demo' }))
    expect(page).toMatch(/\(Statement\) Tj ET\nBT \/F2 9 Tf 40 [\d.]+ Td \(Demo\) Tj/)
    expect(later.length).toBeGreaterThan(1)
    for (const it of later) expect(it.match(/BT \/F1 8 Tf 40 28 Td \(Demo\) Tj/g)).toHaveLength(1)
    expect(contents(await bytesOf(statement(), words)).join('\n')).not.toContain('Demo')
  })

  test("draws what fonts can't write once, puts it in wherever it stands, and keeps its text beside it", async () => {
    drawn.length = 0
    const file = await bytesOf(statement(3), { ...words, name: 'สมหญิง', kind: () => '兑换' })
    expect(drawn.toSorted()).toEqual(['สมหญิง', '兑换'].toSorted())
    const text = contents(file).join('\n')
    expect(text.match(/ActualText <FEFF51516362>/g)).toHaveLength(3)
    expect(file.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(2)
  })

  test('sets narrower what its column has no room for, in both ways of writing', async () => {
    const long = 'A very long name that no column of this statement has room for'
    const page = contents(await bytesOf(statement(), { ...words, kind: () => long, account: () => `${long} 兑` })).join(
      '\n',
    )
    expect(page).toMatch(/BT \/F1 8 Tf \d+(\.\d+)? Tz 154 [\d.]+ Td \(A very long[^)]*\) Tj 100 Tz ET/)
    expect(page).toMatch(/BDC q 130 0 0 10 276 /)
  })

  test('is mirrored where the language runs from the right', async () => {
    const said = { ...words, isFromRight: true }
    const [page = ''] = contents(await bytesOf(statement(), said))
    const [, x = ''] = /([\d.]+) [\d.]+ Td \(Statement\) Tj/.exec(page) ?? []
    expect(Number(x) + plainWidth('Statement', 18, true)).toBeCloseTo(paper.width - 40, 1)
    expect(page).toMatch(/BT \/F1 8 Tf 118 [\d.]+ Td \(-12\.50 USD\) Tj/)
  })

  test('goes on as long as there are lines, each page with its heading and number', async () => {
    const pages = contents(await bytesOf(statement(500), words))
    expect(pages.length).toBeGreaterThan(8)
    expect(pages.join('').match(/\(-12\.50 USD\) Tj/g)).toHaveLength(500)
    for (const [at, page] of pages.entries()) {
      expect(page).toContain(`(Page ${at + 1} of ${pages.length}) Tj`)
      expect(page).toContain('(No.) Tj')
      for (const [, y] of page.matchAll(/ ([\d.]+) Td/g)) expect(Number(y)).toBeGreaterThan(20)
    }
  })
})

test.each([
  ['last 30 days', { from: '2026-02-10', to: '2026-03-11' }],
  ['this month', { from: '2026-03-01', to: '2026-03-11' }],
  ['last month', { from: '2026-02-01', to: '2026-02-28' }],
  ['this year', { from: '2026-01-01', to: '2026-03-11' }],
  ['days', { from: '2025-01-01', to: '2025-12-31' }],
] as const)('a statement of %s', (name, days) =>
  expect(periodDays(name, '2026-03-11', { from: '2025-01-01', to: '2025-12-31' })).toEqual(days),
)
