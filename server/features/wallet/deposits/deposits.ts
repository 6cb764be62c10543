import type { Selectable } from 'kysely'
import * as v from 'valibot'
import type { TimeDeposit } from '#protocol/deposits.ts'
import { Id } from '#protocol/primitives.ts'
import type { Db } from '../../../db/open.ts'
import type { Schema } from '../../../db/schema.ts'
import { InstantKey, pageOf, readCursor } from '../../../http/cursor.ts'

/** The last deposit of the page before: where it runs, with when it ends, else with when it was opened. */
const Cursor = v.tuple([v.picklist(['running', 'ended']), InstantKey, Id])

/** A page of a member's deposits: first the running ones by when they end, so that none hides behind ended ones. */
export async function depositsPage(
  db: Db,
  { memberId, after, limit }: { memberId: string; after?: string | undefined; limit: number },
): Promise<{ items: TimeDeposit[]; next?: string }> {
  const cursor = after === undefined ? undefined : readCursor(after, Cursor)
  const of = db.selectFrom('timeDeposit').selectAll().where('memberId', '=', memberId)
  const running = of
    .where('endedAt', 'is', null)
    .$if(cursor !== undefined, (it) =>
      it.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('maturesAt', 'id'), '>', tuple(cursor?.[1] ?? '', cursor?.[2] ?? '')),
      ),
    )
    .orderBy('maturesAt')
    .orderBy('id')
  const ended = of
    .where('endedAt', 'is not', null)
    .$if(cursor?.[0] === 'ended', (it) =>
      it.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('openedAt', 'id'), '<', tuple(cursor?.[1] ?? '', cursor?.[2] ?? '')),
      ),
    )
    .orderBy('openedAt', 'desc')
    .orderBy('id', 'desc')
  const first = cursor?.[0] === 'ended' ? [] : await running.limit(limit + 1).execute()
  const rest = first.length > limit ? [] : await ended.limit(limit + 1 - first.length).execute()
  const keyOf = (row: Row) =>
    row.endedAt === null ? ['running', row.maturesAt, row.id] : ['ended', row.openedAt, row.id]
  return pageOf([...first, ...rest], limit, keyOf, depositCard)
}

type Row = Selectable<Schema['timeDeposit']>

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
}: Row): TimeDeposit {
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
