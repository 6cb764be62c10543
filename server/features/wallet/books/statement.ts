import * as v from 'valibot'
import type { Answer, Args } from '#protocol/call.ts'
import type { statement } from '#protocol/books.ts'
import type { Db } from '../../../db/open.ts'
import { addDays, instant, startOfDay } from '../../../clock.ts'
import { pageOf, readCursor } from '../../../http/cursor.ts'
import { DomainError } from '../../../http/domain-error.ts'
import { chainBills } from '../../../ledger/chain.ts'
import { endsOf, linesOf, stretchOf, turnedOver } from '../../../ledger/statement.ts'
import { restoresOf } from './restores.ts'

/** Where the page continues and where the statement ends: links added after the first page are left out. */
const Cursor = v.tuple([
  v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
])

/** A statement of a member's chain for a period, after adding what is missing to the chain. Run it in a transaction. */
export async function statementOf(
  db: Db,
  memberId: string,
  { from, to, after, limit }: Args<typeof statement>,
): Promise<Answer<typeof statement>> {
  if (from > to) throw new DomainError('bad_request', { field: 'to', problem: 'must not be before `from`' })
  const cursor = after === undefined ? undefined : readCursor(after, Cursor)
  await chainBills(db, memberId)
  const { timeZone } = await db
    .selectFrom('member')
    .select('timeZone')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  const found = await stretchOf(db, memberId, {
    since: instant(startOfDay(timeZone, from)),
    until: instant(startOfDay(timeZone, addDays(to, 1))),
  })
  const stretch = { ...found, last: cursor ? Math.min(cursor[1], found.last) : found.last }
  const rows = await linesOf(db, memberId, {
    after: cursor ? Math.max(cursor[0], found.first - 1) : found.first - 1,
    last: stretch.last,
    limit: limit + 1,
  })
  const balances = await turnedOver(db, memberId, stretch)
  const side = (which: 'opening' | 'closing') =>
    balances.map(({ account, currency, ...at }) => ({ account, currency, amount: at[which] }))
  return {
    memberId,
    from,
    to,
    opening: side('opening'),
    closing: side('closing'),
    lines: stretch.last - stretch.first + 1,
    ...(await endsOf(db, memberId, stretch)),
    ...(cursor === undefined && { restores: await restoresOf(db) }),
    ...pageOf(
      rows,
      limit,
      (row) => [row.number, stretch.last],
      (row) => row,
    ),
  }
}
