import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import { keptClaims, takeGrowthBack } from '../../db/claims.ts'
import { lockMember } from '../../db/lock-member.ts'
import { lockMachines } from '../../db/machine-totals.ts'
import type { Db } from '../../db/open.ts'
import { DomainError } from '../../http/domain-error.ts'
import { house } from '../../ledger/accounts.ts'
import { paidDebtOf } from '../../ledger/debts.ts'
import type { Transfer } from '../../ledger/post.ts'
import { BelowMinimumBalance, post } from '../../ledger/post.ts'
import { walletsOf } from '../../ledger/wallets.ts'
import { notify } from '../../notices/notify.ts'

/**
 * Cancels an order within its window: its units end, and the payment returns to the wallet it came from, less the
 * income that was settled for the units, which stays the member's. The coupon can be used again. Revenue since the last
 * settlement is not paid. Gift points are taken back as far as they are still there, and the rest is owed. Throws
 * price_changed where the refund isn't the expected one; without an expectation the whole payment is expected.
 */
export async function cancelOrder(
  db: Db,
  { memberId, orderId, expectedRefund }: { memberId: string; orderId: string; expectedRefund: number | null },
  clock: Clock,
): Promise<void> {
  await lockMachine(db, { memberId, orderId })
  const order = await db
    .selectFrom('purchase')
    .innerJoin('product', 'product.id', 'purchase.productId')
    .innerJoin('machine', 'machine.productId', 'product.id')
    .selectAll('purchase')
    .select('machine.id as machineId')
    .select('product.name as productName')
    .where('purchase.id', '=', orderId)
    .where('purchase.memberId', '=', memberId)
    .forUpdate('purchase')
    .executeTakeFirst()
  if (!order) throw new DomainError('not_found')
  if (order.cancelledAt) throw new DomainError('already_cancelled')
  // Asked once the machine is held: a closing that was waited for ends the window. Clocks of servers differ.
  if (order.closingRefund !== null || order.cancellableUntil <= instant(clock))
    throw new DomainError('cancellation_window_over')

  const refund = await undoOrder(db, order, clock)
  if (refund !== (expectedRefund ?? order.actualPayment)) throw new DomainError('price_changed')
  const paidDebt = await paidDebtOf(db, { memberId, kind: 'refund', ref: orderId }, clock)
  await notify(
    db,
    [
      {
        memberId,
        kind: 'order_cancelled',
        ref: order.id,
        params: {
          product: order.productName,
          amount: refund,
          currency: order.currency,
          ...(paidDebt > 0 && { paidDebt }),
        },
        route: '/pages/my/productOrderList',
      },
    ],
    clock,
  )
}

/**
 * Machines are locked before orders, members, units and accounts, as when buying. Nothing is locked for another's
 * order.
 */
async function lockMachine(db: Db, { memberId, orderId }: { memberId: string; orderId: string }): Promise<void> {
  const machine = await db
    .selectFrom('purchase')
    .innerJoin('machine', 'machine.productId', 'purchase.productId')
    .select('machine.id')
    .where('purchase.id', '=', orderId)
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  if (machine) await lockMachines(db, [machine.id])
}

/** An order to undo. Amounts in minor units. */
export interface Undone {
  id: string
  memberId: string
  machineId: string
  productName: string
  currency: string
  quantity: number
  actualPayment: number
  couponId: string | null
  paidFrom: string
  giftPoints: number
  giftPointsNetted: number
}

/**
 * Ends an order as if it had not been: units, growth, coupon, gift points and payment go back. Gives what returned.
 * With `owesPoints` spent gift points are owed. The caller has locked its machine and made sure that it may be
 * cancelled. Throws price_changed where its units were paid more than it cost.
 */
export async function undoOrder(db: Db, order: Undone, clock: Clock, { owesPoints = true } = {}): Promise<number> {
  // A claim under way is waited for, so that its growth goes too.
  await lockMember(db, order.memberId)
  const keptBefore = await keptClaims(db, order.memberId)
  const earned = await endUnits(db, order)
  // The income of the units was deducted from the refund, so the order brought nothing (decision 75).
  await takeGrowthBack(db, order.memberId, { keptBefore, kept: await keptClaims(db, order.memberId) })
  const refund = order.actualPayment - earned
  if (refund < 0) throw new DomainError('price_changed')
  await db
    .updateTable('purchase')
    .set({ cancelledAt: instant(clock), refund })
    .where('memberId', '=', order.memberId)
    .where('id', '=', order.id)
    .execute()
  if (order.couponId)
    await db
      .updateTable('coupon')
      .set({ status: 0, usedAt: null, usedBy: null })
      .where('memberId', '=', order.memberId)
      .where('id', '=', order.couponId)
      .execute()
  await moveBack(db, { ...order, owesPoints }, refund, clock)
  return refund
}

/** Ends the units and frees their places. Gives what was settled for them, after a settlement that is under way. */
async function endUnits(db: Db, order: Undone): Promise<number> {
  await db
    .updateTable('machineTotal')
    .set((eb) => ({
      unitsFree: eb('unitsFree', '+', order.quantity),
      unitsHeld: eb('unitsHeld', '-', order.quantity),
    }))
    .where('machineId', '=', order.machineId)
    .execute()
  const ended = await db
    .updateTable('unit')
    .set({ status: 'cancelled' })
    .where('memberId', '=', order.memberId)
    .where('purchaseId', '=', order.id)
    .where('status', '=', 'active')
    .returning('paid')
    .execute()
  if (ended.length !== order.quantity) throw new DomainError('cancellation_window_over')
  return ended.reduce((sum, it) => sum + it.paid, 0)
}

async function moveBack(db: Db, order: Undone & { owesPoints: boolean }, refund: number, clock: Clock): Promise<void> {
  const { id: ref, memberId: ownerId, currency } = order
  const memo = { orderId: ref, subject: order.productName }
  const transfers: Transfer[] = []
  if (refund > 0) {
    transfers.push({
      debit: house('sales'),
      credit: { ownerId, code: order.paidFrom },
      amount: refund,
      asset: currency,
      kind: 'refund',
      ref,
      memo,
    })
  }
  const returned = Math.min((await walletsOf(db, ownerId)).gold, order.giftPoints)
  // What an order brought less for one before it is owed again.
  const spent = order.owesPoints ? order.giftPoints - returned : 0
  await owePoints(db, ownerId, spent + order.giftPointsNetted)
  if (returned > 0) {
    transfers.push({
      debit: { ownerId, code: 'gold' },
      credit: house('mint'),
      amount: returned,
      asset: 'GOLD',
      kind: 'gift_return',
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

/** Without it, who spends an order's points and cancels it would get them anew with the next one, for nothing. */
async function owePoints(db: Db, memberId: string, points: number): Promise<void> {
  if (points === 0) return
  await db
    .updateTable('member')
    .set((eb) => ({ giftPointsOwed: eb('giftPointsOwed', '+', points) }))
    .where('id', '=', memberId)
    .execute()
}
