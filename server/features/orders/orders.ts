import { sql } from 'kysely'
import * as v from 'valibot'
import type { Order } from '#protocol/orders.ts'
import { Id } from '#protocol/primitives.ts'
import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import { closingOf } from '../../db/closing.ts'
import type { Db } from '../../db/open.ts'
import { pictureOf } from '../../picture-address.ts'
import { InstantKey, pageOf, readCursor } from '../../http/cursor.ts'

const Cursor = v.tuple([InstantKey, Id])

interface Wanted {
  memberId: string
  orderId?: string
  draftId?: string
  status?: 'working' | 'invalid' | undefined
  /** Only orders that brought points. */
  pointsOnly?: boolean | undefined
  kind?: 'vehicle' | undefined
  after?: string | undefined
  limit: number
}

/** A page of a member's orders, newest first. */
export async function ordersPage(db: Db, wanted: Wanted, clock: Clock): Promise<{ items: Order[]; next?: string }> {
  const rows = await ordersOf(db, { ...wanted, limit: wanted.limit + 1 })
  return pageOf(
    rows,
    wanted.limit,
    (row) => [row.paidAt, row.id],
    (row) => answerOf(row, instant(clock)),
  )
}

/** One order of the member's, or null. */
export async function orderOf(
  db: Db,
  which: { memberId: string } & ({ orderId: string } | { draftId: string }),
  clock: Clock,
): Promise<Order | null> {
  const [row] = await ordersOf(db, { ...which, limit: 1 })
  return row ? answerOf(row, instant(clock)) : null
}

async function ordersOf(db: Db, { memberId, orderId, draftId, status, pointsOnly, kind, after, limit }: Wanted) {
  const cursor = after === undefined ? undefined : readCursor(after, Cursor)
  // An order works while one of its units does.
  const isWorking = sql<boolean>`(purchase.closing_refund is null and exists (
    select 1 from unit
    where unit.member_id = ${memberId} and unit.purchase_id = purchase.id and unit.status = 'active'))`
  return await db
    .selectFrom('purchase')
    .innerJoin('product', 'product.id', 'purchase.productId')
    .innerJoin('machine', 'machine.productId', 'product.id')
    .select([
      'purchase.id',
      'orderNumber',
      'purchase.productId',
      'product.name as productName',
      'product.art',
      'product.picture',
      'product.kind',
      'purchase.currency',
      'quantity',
      'unitPrice',
      'amount',
      'discount',
      'coupon',
      'actualPayment',
    ])
    .select(['paidFrom', 'paidAt', 'cancelledAt', 'refund', 'cancellableUntil', 'purchase.giftPoints'])
    .select(['closedAt', 'closedBecause', 'closingRefund'])
    .select([
      isWorking.as('isWorking'),
      sql<string[]>`(select json_agg(unit.id order by unit.id) from unit
        where unit.member_id = ${memberId} and unit.purchase_id = purchase.id)`.as('unitIds'),
    ])
    .where('purchase.memberId', '=', memberId)
    .$if(orderId !== undefined, (it) => it.where('purchase.id', '=', orderId ?? ''))
    .$if(draftId !== undefined, (it) => it.where('purchase.draftId', '=', draftId ?? ''))
    .$if(status !== undefined, (it) => it.where(isWorking, '=', status === 'working'))
    .$if(pointsOnly === true, (it) => it.where('purchase.giftPoints', '>', 0))
    .$if(kind !== undefined, (it) => it.where('product.kind', '=', kind ?? 'vehicle'))
    .$if(cursor !== undefined, (it) =>
      it.where(sql<boolean>`(purchase.paid_at, purchase.id) < (${cursor?.[0]}::timestamptz, ${cursor?.[1]}::uuid)`),
    )
    .orderBy('paidAt', 'desc')
    .orderBy('purchase.id', 'desc')
    .limit(limit)
    .execute()
}

type OrderRow = Awaited<ReturnType<typeof ordersOf>>[number]

/** An order as its member is told of it at the instant `now`. */
export function answerOf(
  { isWorking, cancellableUntil, closedAt, closedBecause, closingRefund, ...row }: OrderRow,
  now: string,
): Order {
  return {
    ...row,
    picture: pictureOf(row.picture),
    closing: closingOf({ ...row, closedAt, closedBecause, closingRefund }),
    status: isWorking ? 'working' : 'invalid',
    cancellableUntil: isWorking && cancellableUntil > now ? cancellableUntil : null,
  }
}
