import * as v from 'valibot'
import { moneyTotals, statement } from '#protocol/books.ts'
import { handle, memberOf } from '../../../http/handler.ts'
import { statementOf } from './statement.ts'

// Stored rows are checked against the protocol: an older row that lacks something fails here and is not shown in part.
const Totals = v.object({
  checks: moneyTotals.answer.wrapped.entries.checks,
  totals: moneyTotals.answer.wrapped.entries.totals,
})

export const totals = handle(moneyTotals, async ({ db }) => {
  const last = await db.selectFrom('reconciliation').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
  return last ? { at: last.at, isSound: last.isSound, ...v.parse(Totals, last) } : null
})

export const accountStatement = handle(statement, (context, args) =>
  context.transact((db) => statementOf(db, memberOf(context), args)),
)
