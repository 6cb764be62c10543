/** Text as somebody or something wrote it, or a figure of ours, which is written as it is. */
export type Cell = string | { figure: string | number }

/** So that spreadsheets read it as UTF-8. */
const byteOrderMark = '\uFEFF'

/** Rows as CSV (RFC 4180): commas, quotes where need be, every line ended by CR LF. */
export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return byteOrderMark + rows.map((row) => `${row.map(written).join(',')}\r\n`).join('')
}

function written(cell: Cell): string {
  const text = typeof cell === 'string' ? harmless(cell) : String(cell.figure)
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A spreadsheet runs what begins like a formula, in any width of the sign. An apostrophe before it makes it text. */
function harmless(text: string): string {
  return /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text
}
