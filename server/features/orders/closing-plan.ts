import { sql } from 'kysely'
import { instant, millisOf, type Clock } from '../../clock.ts'
import { earnedOf, sharedBefore } from '../../db/entitlement.ts'
import type { Db } from '../../db/open.ts'
import { coverOf, type Cover } from '../../ledger/spending.ts'
import type { Undone } from './cancelling.ts'
import { restOf } from './rules.ts'

export interface ClosingMachine {
  id: string
  deviceNumber: string
  productId: string
  productName: string
  currency: string
  closedAt: string | null
}

/**
 * An order that a closing ends. It is `cancelled` where the member could cancel it and that gives them no less, else
 * `ended` with its term cut.
 */
export interface ClosedOrder extends Undone {
  orderNumber: string
  end: 'cancelled' | 'ended'
  /** What its units were paid so far. */
  earned: number
  /** Minor units that go back to the wallet that paid. */
  refund: number
}

export interface ClosingPlan {
  orders: ClosedOrder[]
  /** Of all orders together. */
  refund: number
  cover: Cover
  /** How much is missing for it; 0 where it is covered. */
  missing: number
}

/** What closing a machine now would do, to whom, for how much, and whether that is covered. Changes nothing. */
export async function planClosing(db: Db, machine: ClosingMachine, clock: Clock): Promise<ClosingPlan> {
  const orders = await runningOrders(db, machine, clock)
  const refund = orders.reduce((sum, it) => sum + it.refund, 0)
  const cover = await coverOf(db, { currency: machine.currency, without: machine.productId }, clock)
  const missing = Math.max(0, refund + cover.refundable - cover.sales, refund + cover.claims - cover.outside)
  return { orders, refund, cover, missing: refund === 0 ? 0 : missing }
}

/** Orders with units that go on earning, the oldest first. Those whose term is over end by themselves. */
async function runningOrders(db: Db, { id, productName }: ClosingMachine, clock: Clock): Promise<ClosedOrder[]> {
  const shared = sharedBefore({ machineId: sql`${id}::uuid`, before: sql`${instant(clock)}::timestamptz` })
  const { rows } = await sql<
    Omit<ClosedOrder, 'end' | 'refund' | 'machineId' | 'productName'> & {
      cancellableUntil: string
      entitled: number
      activeFrom: string
      expiresAt: string
    }
  >`
    select purchase.id, order_number, purchase.member_id, currency, quantity, actual_payment,
      coupon_id, paid_from, gift_points, gift_points_netted, cancellable_until, running.earned, running.entitled,
      running.active_from, running.expires_at
    from purchase join (
      select member_id, purchase_id, sum(paid)::bigint as earned,
        sum(greatest(${earnedOf(shared)}, paid))::bigint as entitled,
        min(active_from) as active_from, max(expires_at) as expires_at
      from unit join machine on machine.id = machine_id
      where machine_id = ${id} and status = 'active' and expires_at > ${instant(clock)} group by member_id, purchase_id
    ) running on running.member_id = purchase.member_id and running.purchase_id = purchase.id
    order by paid_at, purchase.id`.execute(db)
  return rows.map(({ cancellableUntil, entitled, activeFrom, expiresAt, ...order }) => {
    const { actualPayment: paid, earned } = order
    const rest = restOf({ paid, from: millisOf(activeFrom), until: millisOf(expiresAt) }, clock.now())
    // Cancelling gives the payment and no income, settled or not; ending the term, the rest and all income.
    if (cancellableUntil > instant(clock) && paid >= rest + entitled)
      return { ...order, machineId: id, productName, end: 'cancelled', refund: paid - earned }
    return { ...order, machineId: id, productName, end: 'ended', refund: rest }
  })
}
