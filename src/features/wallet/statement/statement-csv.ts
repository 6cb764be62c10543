import { millisOf } from '../../../lib/clock.ts'
import { csvOf, type Cell } from '../../../lib/csv.ts'
import { timestampIn } from '../../../lib/date-texts.ts'
import { figureOf } from '../figure.ts'
import type { Statement } from './statement.ts'
import type { StatementWords } from './statement-words.ts'

/**
 * A statement as CSV, one movement per line. Instants are in UTC and once more in the member's time zone. Amounts are
 * plain decimals with a point, down to the last minor unit. Number, id, reference and hash allow the chain to be
 * checked again, and the last line says what this device found. A demonstration's file says in its last column that the
 * money isn't real.
 */
export function statementCsv({ opening, closing, lines }: Statement, words: StatementWords): string {
  const { columns, kind, account, zone, demo } = words
  const head = [
    columns.number,
    columns.at,
    `${columns.at} (${zone})`,
    columns.kind,
    columns.wallet,
    columns.amount,
    columns.currency,
    columns.id,
    columns.reference,
    columns.hash,
  ]
  const balances = (name: string, of: Statement['opening']): Cell[][] =>
    of.map((it) => [
      '',
      '',
      '',
      name,
      account(it.account),
      { figure: figureOf(it.amount, it.currency) },
      it.currency,
      '',
      '',
      '',
    ])
  const movements = lines.map((it): Cell[] => [
    { figure: it.number },
    it.at,
    timestampIn(zone, millisOf(it.at)),
    kind(it.kind),
    account(it.account),
    { figure: figureOf(it.amount, it.currency) },
    it.currency,
    { figure: it.id },
    it.ref,
    it.hash,
  ])
  const result: Cell[] = ['', '', '', words.checked, '', '', '', '', '', '']
  return csvOf(
    [head, ...balances(words.opening, opening), ...movements, ...balances(words.closing, closing), result],
    demo,
  )
}
