import type { Selectable } from 'kysely'
import * as v from 'valibot'
import type { TimeDeposit } from '#protocol/deposits.ts'
import { Id } from '#protocol/primitives.ts'
import type { Db } from '../../../db/open.ts'
import type { Schema } from '../../../db/schema.ts'
import { InstantKey, pageOf, readCursor } from '../../../http/cursor.ts'

const Cursor = v.tuple([InstantKey, Id])

/** A page of a member's deposits, newest first. */
export async function depositsPage(
  db: Db,
  { memberId, after, limit }: { memberId: string; after?: string | undefined; limit: number },
): Promise<{ items: TimeDeposit[]; next?: string }> {
  const cursor = after === undefined ? undefined : readCursor(after, Cursor)
  const rows = await db
    .selectFrom('timeDeposit')
    .selectAll()
    .where('memberId', '=', memberId)
    .$if(cursor !== undefined, (it) =>
      it.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('openedAt', 'id'), '<', tuple(cursor?.[0] ?? '', cursor?.[1] ?? '')),
      ),
    )
    .orderBy('openedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return pageOf(rows, limit, (row) => [row.openedAt, row.id], depositCard)
}

export function depositCard({
  id,
  termId,
  currency,
  days,
  rateBp,
  principal,
  interest,
  paidFrom,
  openedAt,
  maturesAt,
  endedAt,
  endedAs,
}: Selectable<Schema['timeDeposit']>): TimeDeposit {
  return {
    id,
    termId,
    currency,
    days,
    rateBp,
    principal,
    interest,
    paidFrom,
    openedAt,
    maturesAt,
    endedAt,
    state: endedAs ?? 'running',
  }
}

/** The account that holds a deposit's principal: by the wallet that paid it, as it goes back there. */
export function principalCodeOf(paidFrom: 'recharge' | 'income'): 'deposit' | 'deposit_income' {
  return paidFrom === 'recharge' ? 'deposit' : 'deposit_income'
}
