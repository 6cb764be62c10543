import { StatementError, checked, dayOf, minorOf, type Statement } from './statement.ts'

/**
 * Reads the plain format: a line `opening,AMOUNT`, a line `DAY,AMOUNT,REFERENCE` for each entry, below 0 for what left,
 * and a line `closing,DAY,AMOUNT`. Throws StatementError.
 */
export function readCsv(text: string): Statement {
  const rows = text
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split(','))
  const [first, last] = [rows[0] ?? [], rows.at(-1) ?? []]
  if (first.length !== 2 || first[0] !== 'opening') throw new StatementError('line 1 must be opening,AMOUNT')
  if (rows.length < 2 || last.length !== 3 || last[0] !== 'closing')
    throw new StatementError('the last line must be closing,DAY,AMOUNT')
  const lines = rows.slice(1, -1).map(([day = '', amount = '', reference = '', ...more], n) => {
    const where = `line ${n + 2}`
    if (more.length > 0 || !/^[^\s,"]{1,64}$/.test(reference))
      throw new StatementError(`${where} must be DAY,AMOUNT,REFERENCE`)
    const minor = minorOf(amount, where)
    if (minor === 0) throw new StatementError(`${where}: nothing moved`)
    return { day: dayOf(day, where), amount: minor, reference }
  })
  return checked({
    currency: null,
    day: dayOf(last[1] ?? '', 'closing'),
    opening: minorOf(first[1] ?? '', 'opening'),
    closing: minorOf(last[2] ?? '', 'closing'),
    lines,
  })
}
