import type { RawBuilder } from 'kysely'

/**
 * A contradiction in the books: which check failed, on what, and the two figures that should agree (minor units, or a
 * count).
 */
export interface Finding {
  check: CheckName
  subject: string
  expected: number
  found: number
}

export const checkNames = [
  'balance equals transfers',
  'floor holds',
  'asset sums to zero',
  'income within revenue',
  'units can be paid',
  'units are counted',
  'revenue was booked',
  'revenue is in its days',
  'line was posted',
  'income has its line',
  'income came from its machine',
  'clearing equals uncleared',
  'income is in its days',
  'unit is paid its share',
  'claims within assets',
  'claims are confirmed',
  'taken back once',
  'deposit is kept',
  'withdrawal is kept',
  'prize is kept',
  'unowned is kept',
  'transfer was credited',
  'bill chain holds',
  'bills are in their days',
  'closed days are kept',
] as const
export type CheckName = (typeof checkNames)[number]

/**
 * Checks as SQL: `findings` is one select, or several united, of Finding's columns; `looked` is how many rows each
 * check looked at. They may use the expression `book` of book.ts.
 */
export interface Checks {
  findings: RawBuilder<unknown>
  looked: Partial<Record<CheckName, RawBuilder<unknown>>>
}
