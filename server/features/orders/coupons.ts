import { sql } from 'kysely'
import * as v from 'valibot'
import { Id } from '#protocol/primitives.ts'
import type { Coupon } from '#protocol/wallet.ts'
import { couponList, usableCoupons } from '#protocol/wallet.ts'
import { instant } from '../../clock.ts'
import { translatorFor } from '../../db/terms.ts'
import { InstantKey, pageOf, readCursor } from '../../http/cursor.ts'
import { handle, memberOf } from '../../http/handler.ts'
import { offerOf } from './drafts.ts'
import { priceOf, pricingFor } from './pricing.ts'
import { booksCurrency as currency } from '../../db/books-currency.ts'

const Cursor = v.tuple([InstantKey, Id])

interface Row {
  id: string
  type: 1 | 2
  status: 0 | 1 | 2
  name: string
  value: number
  minimum: number
  savesAtMost: number | null
  receivedAt: string
  expiresAt: string
  usedAt: string | null
  usedBy: string | null
}
const columns = [
  'id',
  'type',
  'status',
  'name',
  'value',
  'minimum',
  'savesAtMost',
  'receivedAt',
  'expiresAt',
  'usedAt',
  'usedBy',
] as const

export const coupons = handle(couponList, async (context, { after, limit, status, type, days }) => {
  const { db, clock } = context
  const cursor = after === undefined ? undefined : readCursor(after, Cursor)
  const now = instant(clock)
  const rows = await db
    .selectFrom('coupon')
    .select(columns)
    .where('memberId', '=', memberOf(context))
    // No job marks expired coupons: `expires_at` decides.
    .$if(status !== undefined, (it) =>
      it.where(sql<boolean>`case when status = 0 and expires_at <= ${now} then 2 else status end = ${status}`),
    )
    .$if(type !== undefined, (it) => it.where('type', '=', type ?? 1))
    .$if(days !== undefined, (it) => it.where('receivedAt', '>', instant(clock.now() - (days ?? 0) * 86_400_000)))
    .$if(cursor !== undefined, (it) =>
      it.where(sql<boolean>`(received_at, id) < (${cursor?.[0]}::timestamptz, ${cursor?.[1]}::uuid)`),
    )
    .orderBy('receivedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const translate = await translatorFor(db, context.language)
  return pageOf(
    rows,
    limit,
    (row) => [row.receivedAt, row.id],
    (row) => ({ ...couponOf(row, now), name: translate(row.name) }),
  )
})

export const couponsForOrder = handle(usableCoupons, async (context, { productId, quantity }) => {
  const { db, clock } = context
  const memberId = memberOf(context)
  const offer = await offerOf(db, productId, clock)
  const pricing = await pricingFor(db, memberId, clock)
  const { coupons: fitting } = priceOf({ quantity, couponId: null }, offer.price, pricing)
  if (fitting.length === 0) return { items: [] }
  const translate = await translatorFor(db, context.language)
  const rows = await db
    .selectFrom('coupon')
    .select(columns)
    .where('memberId', '=', memberId)
    .where(
      'id',
      'in',
      fitting.map((it) => it.id),
    )
    .execute()
  return {
    items: fitting.flatMap(({ id, saves }) =>
      rows
        .filter((row) => row.id === id)
        .map((row) => ({ ...couponOf(row, instant(clock)), name: translate(row.name), saves })),
    ),
  }
})

function couponOf({ minimum, usedBy, ...row }: Row, now: string): Coupon {
  return {
    ...row,
    status: row.status === 0 && row.expiresAt <= now ? 2 : row.status,
    currency,
    minimumSpend: minimum,
    orderId: usedBy,
  }
}
