import { randomInt, randomUUID } from 'node:crypto'
import type { GoodsTerms } from '#protocol/pointsmall.ts'
import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import { lockMember } from '../../db/lock-member.ts'
import { couponEnd } from '../../db/gifts.ts'
import { zoneOf } from '../../db/member-zone.ts'
import type { Db } from '../../db/open.ts'
import { rejectUnlessAsRead } from '../../http/as-read.ts'
import { DomainError } from '../../http/domain-error.ts'
import { house } from '../../ledger/accounts.ts'
import { BelowMinimumBalance, post, type Transfer } from '../../ledger/post.ts'
import { orderNumberOf } from '../orders/rules.ts'
import { addressFor } from './address.ts'
import { hadOf, termsIn } from './goods.ts'

/** A request to order, with the sum of gold coins and the terms as the member was shown them. */
export interface PointsCheckout {
  memberId: string
  goodsId: string
  quantity: number
  expectedPoints: number
  expectedTerms?: GoodsTerms | undefined
  addressId: string | null
  remark: string | null
  /** In which the terms were read, and the address's regions are written. */
  language: string
}

/**
 * Orders and pays once: stock, coins, order and what arrives at once move together or not at all. Gives the order's id.
 * The goods' row is locked first, so that of two members who want the last piece one is told that it is gone.
 */
export async function orderGoods(db: Db, wanted: PointsCheckout, clock: Clock): Promise<string> {
  const { memberId, quantity } = wanted
  const member = await lockMember(db, memberId)
  const goods = await lockGoods(db, wanted.goodsId, clock)
  const points = goods.points * quantity
  if (points !== wanted.expectedPoints) throw new DomainError('points_amount_wrong')
  rejectUnlessAsRead(termsIn(wanted.language, goods), wanted.expectedTerms)
  await admit(db, { memberId, level: member.level, quantity }, goods)
  const address = goods.kind === 'parcel' ? await addressFor(db, wanted) : null

  const id = randomUUID()
  const now = instant(clock)
  await db
    .updateTable('pointsGoods')
    .set((eb) => ({ stock: eb('stock', '-', quantity) }))
    .where('id', '=', goods.id)
    .execute()
  const orderNumber = orderNumberOf(now.slice(0, 10), randomInt(10 ** 10))
  await db
    .with('numbered', (it) => it.insertInto('orderNumber').values({ number: orderNumber, memberId }))
    .insertInto('pointsOrder')
    .values({
      id,
      orderNumber,
      memberId,
      goodsId: goods.id,
      name: JSON.stringify(goods.name),
      art: goods.art,
      kind: goods.kind,
      quantity,
      points,
      ...(address ?? { recipient: null, phone: null, line: null }),
      remark: wanted.remark,
      carrier: null,
      tracking: null,
      trackingUrl: null,
      paidAt: now,
      refundAskedAt: null,
      refundedAt: null,
      shippedAt: null,
      // What is no parcel has come with the answer.
      ...(goods.kind === 'parcel' ? { status: 201, receivedAt: null } : { status: 401, receivedAt: now }),
    })
    .execute()
  await movePoints(db, { id, memberId, quantity, points }, goods, clock)
  if (goods.gives?.of === 'coupon') await giveCoupons(db, { memberId, quantity }, goods, clock)
  return id
}

type Goods = Awaited<ReturnType<typeof lockGoods>>

async function lockGoods(db: Db, goodsId: string, clock: Clock) {
  const goods = await db
    .selectFrom('pointsGoods')
    .selectAll()
    .where('id', '=', goodsId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!goods) throw new DomainError('not_found')
  if (goods.withdrawnAt !== null || goods.offeredFrom > instant(clock)) throw new DomainError('goods_gone')
  return goods
}

async function admit(
  db: Db,
  { memberId, level, quantity }: { memberId: string; level: number; quantity: number },
  { id, levelNeeded, limitEach, stock }: Goods,
): Promise<void> {
  if (level < levelNeeded) throw new DomainError('level_insufficient', { needed: levelNeeded, level })
  if (limitEach > 0 && (await hadOf(db, memberId, id)) + quantity > limitEach)
    throw new DomainError('purchase_limit_reached', { limit: limitEach })
  if (stock < quantity) throw new DomainError('goods_gone')
}

async function movePoints(
  db: Db,
  { id: ref, memberId, quantity, points }: { id: string; memberId: string; quantity: number; points: number },
  { name, gives }: Goods,
  clock: Clock,
): Promise<void> {
  const memo = { pointsOrderId: ref, subject: name.en }
  const transfers: Transfer[] = [
    {
      debit: { ownerId: memberId, code: 'gold' },
      credit: house('mint'),
      amount: points,
      asset: 'GOLD',
      kind: 'points_spent',
      ref,
      memo,
    },
  ]
  if (gives?.of === 'lucky') {
    transfers.push({
      debit: house('mint'),
      credit: { ownerId: memberId, code: 'lucky' },
      amount: gives.amount * quantity,
      asset: 'LUCKY',
      kind: 'lucky_bought',
      ref,
      memo,
    })
  }
  try {
    await post(db, transfers, clock)
  } catch (cause) {
    throw cause instanceof BelowMinimumBalance ? new DomainError('points_insufficient') : cause
  }
}

async function giveCoupons(
  db: Db,
  { memberId, quantity }: { memberId: string; quantity: number },
  { name, gives }: Goods,
  clock: Clock,
): Promise<void> {
  if (gives?.of !== 'coupon') return
  const { type, value, minimum, savesAtMost, days } = gives
  const expiresAt = couponEnd(await zoneOf(db, memberId), days, clock)
  await db
    .insertInto('coupon')
    .values(
      Array.from({ length: quantity }, () => ({
        id: randomUUID(),
        memberId,
        name: name.en,
        type,
        value,
        minimum,
        savesAtMost,
        receivedAt: instant(clock),
        expiresAt,
        usedAt: null,
        usedBy: null,
      })),
    )
    .execute()
}
