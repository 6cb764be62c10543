/** Text from anybody, which is made harmless, or a figure of ours, which is written unchanged. */
export type Cell = string | { figure: string | number }

/** A byte order mark: spreadsheets then read the file as UTF-8. */
const byteOrderMark = '\uFEFF'

/**
 * Rows as CSV (RFC 4180): commas, quotes where a cell needs them, CR LF after every line. `mark` becomes a last column,
 * the same in every line: the heading and the other columns stay where they are, and a line copied elsewhere keeps it.
 */
export function csvOf(rows: readonly (readonly Cell[])[], mark?: string): string {
  const marked = mark === undefined ? rows : rows.map((row) => [...row, mark])
  return byteOrderMark + marked.map((row) => `${row.map(written).join(',')}\r\n`).join('')
}

function written(cell: Cell): string {
  const text = typeof cell === 'string' ? harmless(cell) : String(cell.figure)
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Spreadsheets run a cell that begins like a formula, full-width signs included. An apostrophe makes it text. */
function harmless(text: string): string {
  return /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text
}
