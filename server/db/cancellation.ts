import { sql } from 'kysely'
import { instant, type Clock } from '../clock.ts'
import type { Db } from './open.ts'

/** What cancelling an order returns, in minor units: what was `paid` for it less what its units `earned`. */
export interface Cancellation {
  paid: number
  earned: number
  refund: number
  /** Gold coins that came with it, or paid off some that were owed; they are taken back. */
  giftPoints: number
  /** Whether a coupon was used for it, which can then be used again: it has not expired. */
  hasCoupon: boolean
  /** The one that paid, to which `refund` returns. */
  wallet: 'recharge' | 'income'
}

/**
 * What cancelling an order now would return. Null where it can't be cancelled: its window is over, or its units were
 * paid more than it cost.
 */
export async function cancellationOf(
  db: Db,
  { memberId, orderId }: { memberId: string; orderId: string },
  clock: Clock,
): Promise<Cancellation | null> {
  const order = await db
    .selectFrom('purchase')
    .innerJoin('unit', (it) =>
      it.onRef('unit.memberId', '=', 'purchase.memberId').onRef('unit.purchaseId', '=', 'purchase.id'),
    )
    .select(['actualPayment', 'quantity', 'giftPoints', 'giftPointsNetted', 'paidFrom'])
    .select((it) => [
      sql<boolean>`exists (select 1 from coupon
        where coupon.member_id = ${memberId} and coupon.id = ${it.ref('purchase.couponId')}
          and coupon.expires_at > ${instant(clock)})`.as('hasCoupon'),
      sql<number>`sum(${it.ref('unit.paid')})::bigint`.as('earned'),
      it.fn.countAll<number>().as('active'),
    ])
    .where('purchase.memberId', '=', memberId)
    .where('purchase.id', '=', orderId)
    .where('unit.status', '=', 'active')
    .where('cancelledAt', 'is', null)
    .where('cancellableUntil', '>', instant(clock))
    .groupBy(['purchase.memberId', 'purchase.id'])
    .executeTakeFirst()
  if (!order || order.active !== order.quantity) return null
  const [paid, earned] = [order.actualPayment, order.earned]
  if (earned > paid) return null
  const giftPoints = order.giftPoints + order.giftPointsNetted
  return { paid, earned, refund: paid - earned, giftPoints, hasCoupon: order.hasCoupon, wallet: order.paidFrom }
}
