import { sql } from 'kysely'
import * as v from 'valibot'
import { Id } from '#protocol/primitives.ts'
import type { PointsOrder } from '#protocol/pointsmall.ts'
import { instant, millisOf } from '../../clock.ts'
import { localized } from '../../db/localized.ts'
import type { Db } from '../../db/open.ts'
import type { PointsStatus } from '../../db/points-schema.ts'
import { InstantKey, pageOf, readCursor } from '../../http/cursor.ts'
import { DomainError } from '../../http/domain-error.ts'
import { maskPhone } from '../auth/rules.ts'
import { refundMs } from './rules.ts'

const Cursor = v.tuple([InstantKey, Id])

interface Wanted {
  memberId: string
  status?: PointsStatus | undefined
  after?: string | undefined
  limit: number
}

/** A page of a member's orders, newest first, named in a language. */
export async function ordersPage(
  db: Db,
  { memberId, status, after, limit }: Wanted,
  language: string,
): Promise<{ items: PointsOrder[]; next?: string }> {
  const cursor = after === undefined ? undefined : readCursor(after, Cursor)
  const rows = await ordersOf(db, memberId)
    .$if(status !== undefined, (it) => it.where('status', '=', status ?? 201))
    .$if(cursor !== undefined, (it) =>
      it.where(sql<boolean>`(paid_at, id) < (${cursor?.[0]}::timestamptz, ${cursor?.[1]}::uuid)`),
    )
    .orderBy('paidAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return pageOf(
    rows,
    limit,
    (row) => [row.paidAt, row.id],
    (row) => shown(row, language),
  )
}

/** One of a member's orders. Throws `not_found`, also for another member's. */
export async function orderOf(
  db: Db,
  { memberId, orderId }: { memberId: string; orderId: string },
  language: string,
): Promise<PointsOrder> {
  const row = await ordersOf(db, memberId).where('id', '=', orderId).executeTakeFirst()
  if (!row) throw new DomainError('not_found')
  return shown(row, language)
}

function ordersOf(db: Db, memberId: string) {
  return db
    .selectFrom('pointsOrder')
    .select(['id', 'orderNumber', 'goodsId', 'name', 'art', 'kind', 'quantity', 'points', 'status'])
    .select(['recipient', 'phone', 'line', 'remark', 'carrier', 'tracking', 'trackingUrl'])
    .select(['paidAt', 'refundAskedAt', 'refundedAt', 'shippedAt', 'receivedAt'])
    .where('memberId', '=', memberId)
}

type Row = Awaited<ReturnType<ReturnType<typeof ordersOf>['executeTakeFirstOrThrow']>>

function shown({ recipient, phone, line, name, paidAt, ...row }: Row, language: string): PointsOrder {
  return {
    ...row,
    name: localized(language, name),
    at: paidAt,
    address: recipient && phone && line ? { recipient, phoneMasked: maskPhone(phone), line } : null,
    refundDueAt:
      row.status === 202 && row.refundAskedAt !== null ? instant(millisOf(row.refundAskedAt) + refundMs) : null,
  }
}
