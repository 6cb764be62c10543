/** A statement of a custody account. Amounts in minor units; `day` is that of the closing balance. */
export interface Statement {
  /** Null where the format doesn't say. */
  currency: string | null
  day: string
  opening: number
  closing: number
  /** The bank's own reference of each entry, and nothing else about it. */
  lines: { day: string; amount: number; reference: string }[]
}

/** The file isn't such a statement, or doesn't add up. The message says what is wrong, and where. */
export class StatementError extends Error {}

/** Minor units of an amount with at most two decimals. Throws StatementError. */
export function minorOf(text: string, where: string): number {
  const found = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text)
  if (!found) throw new StatementError(`${where}: "${text}" is not an amount such as 12.50`)
  const [, sign, whole = '', part = ''] = found
  const amount = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return sign === '-' ? 0 - amount : amount
}

/** A calendar day that exists. Throws StatementError. */
export function dayOf(text: string, where: string): string {
  const at = new Date(/^20\d\d-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : Number.NaN)
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(text))
    throw new StatementError(`${where}: "${text}" is not a day such as 2026-11-20`)
  return text
}

/** Gives the statement back where its entries lead from its opening balance to its closing one. */
export function checked(statement: Statement): Statement {
  const { opening, closing, lines, day } = statement
  const sum = lines.reduce((total, it) => total + it.amount, opening)
  if (sum !== closing)
    throw new StatementError(`the entries lead to ${sum / 100}, the statement ends with ${closing / 100}`)
  const late = lines.find((it) => it.day > day)
  if (late) throw new StatementError(`entry ${late.reference} is later than the closing balance`)
  const references = new Set(lines.map((it) => it.reference))
  if (references.size < lines.length) throw new StatementError('two entries have one reference')
  return statement
}
