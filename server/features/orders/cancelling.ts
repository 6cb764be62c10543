import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { DomainError } from '../../http/domain-error.ts'
import { systemAccount } from '../../ledger/accounts.ts'
import type { Transfer } from '../../ledger/post.ts'
import { BelowMinimumBalance, post } from '../../ledger/post.ts'
import { walletsOf } from '../../ledger/wallets.ts'
import { notify } from '../../notices/notify.ts'

/**
 * Cancels an order within its window: its units end, the whole payment returns to the wallet it came from, and the
 * coupon can be used again. Settled income stays the member's; revenue since the last settlement is not paid. Gift
 * points are taken back as far as they are still there.
 */
export async function cancelOrder(
  db: Db,
  { memberId, orderId }: { memberId: string; orderId: string },
  clock: Clock,
): Promise<void> {
  const now = instant(clock)
  const order = await db
    .selectFrom('purchase')
    .innerJoin('product', 'product.id', 'purchase.productId')
    .selectAll('purchase')
    .select('product.name as productName')
    .where('purchase.id', '=', orderId)
    .where('purchase.memberId', '=', memberId)
    .forUpdate('purchase')
    .executeTakeFirst()
  if (!order) throw new DomainError('not_found')
  if (order.cancelledAt) throw new DomainError('already_cancelled')
  if (order.cancellableUntil <= now) throw new DomainError('cancellation_window_over')

  await db
    .updateTable('machine')
    .set((eb) => ({ unitsSold: eb('unitsSold', '-', order.quantity) }))
    .where('productId', '=', order.productId)
    .execute()
  const { numUpdatedRows } = await db
    .updateTable('unit')
    .set({ status: 'cancelled' })
    .where('purchaseId', '=', order.id)
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) !== order.quantity) throw new DomainError('cancellation_window_over')
  await db.updateTable('purchase').set({ cancelledAt: now }).where('id', '=', order.id).execute()
  if (order.couponId)
    await db
      .updateTable('coupon')
      .set({ status: 0, usedAt: null, usedBy: null })
      .where('id', '=', order.couponId)
      .execute()
  await moveBack(db, order, clock)
  await notify(
    db,
    [
      {
        memberId,
        kind: 'order_cancelled',
        ref: order.id,
        params: { product: order.productName, amount: order.actualPayment, currency: order.currency },
        route: '/pages/my/productOrderList',
      },
    ],
    clock,
  )
}

interface Paid {
  id: string
  memberId: string
  currency: string
  actualPayment: number
  paidFrom: string
  giftPoints: number
  productName: string
}

async function moveBack(db: Db, order: Paid, clock: Clock): Promise<void> {
  const { id: ref, memberId: ownerId, currency } = order
  const memo = { orderId: ref, subject: order.productName }
  const transfers: Transfer[] = []
  if (order.actualPayment > 0) {
    transfers.push({
      debit: await systemAccount(db, 'sales', currency),
      credit: { ownerId, code: order.paidFrom },
      amount: order.actualPayment,
      asset: currency,
      kind: 'refund',
      ref,
      memo,
    })
  }
  const returned = Math.min((await walletsOf(db, ownerId)).gold, order.giftPoints)
  if (returned > 0) {
    transfers.push({
      debit: { ownerId, code: 'gold' },
      credit: await systemAccount(db, 'mint', 'GOLD'),
      amount: returned,
      asset: 'GOLD',
      kind: 'points_spent',
      ref,
      memo,
    })
  }
  try {
    await post(db, transfers, clock)
  } catch (cause) {
    // Only the coins can run out here: they were spent after the balance was read.
    throw cause instanceof BelowMinimumBalance ? new DomainError('in_progress', {}, { retryAfter: 1 }) : cause
  }
}
