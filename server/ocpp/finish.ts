import type { TransactionRow } from '../features/products/charging/transactions.ts'
import { bookTransaction, isWhole } from '../features/products/charging/session-booking.ts'
import type { StationContext } from './station-context.ts'

/**
 * Books a transaction as soon as all of it is known. What its message said is stored by then, so a failure here loses
 * nothing: the job books it later.
 */
export async function bookIfWhole({ database, clock, log }: StationContext, row: TransactionRow): Promise<void> {
  if (row.outcome !== null || !isWhole(row)) return
  try {
    await database.inTransaction((db) => bookTransaction(db, row, 'ended', clock))
  } catch (cause) {
    log.error('charging transaction not booked yet', cause, { station: row.station, transaction: row.id })
  }
}
