import { sql } from 'kysely'
import { instant, type Clock } from '../../clock.ts'
import { lockMachines } from '../../db/machine-totals.ts'
import type { Db } from '../../db/open.ts'
import { DomainError } from '../../http/domain-error.ts'
import { house } from '../../ledger/accounts.ts'
import { paidDebts } from '../../ledger/debts.ts'
import { post } from '../../ledger/post.ts'
import { holdSettlement } from '../../ledger/settle.ts'
import { lockSources } from '../../ledger/spending.ts'
import { notify, type Notice } from '../../notices/notify.ts'
import { undoOrder } from './cancelling.ts'
import { planClosing, type ClosedOrder, type ClosingMachine, type ClosingPlan } from './closing-plan.ts'

export interface Closing {
  machine: ClosingMachine
  /** Null where it was closed before. */
  plan: ClosingPlan | null
}

/**
 * Closes a machine for good (docs/ledger.md, "A machine's end"): orders that can be cancelled are cancelled, the term
 * of all others ends now, what was paid for the rest of it goes back, the product is withdrawn, and the owners are
 * told. Said again it changes nothing. Throws a DomainError for an unknown machine, or where `sales` don't cover it.
 */
export async function closeMachine(
  db: Db,
  { deviceNumber, reason }: { deviceNumber: string; reason: string },
  clock: Clock,
): Promise<Closing> {
  await holdSettlement(db)
  const machine = await machineToClose(db, deviceNumber, { lock: true })
  if (machine.closedAt !== null) return { machine, plan: null }
  await lockSources(db, machine.currency)
  // One instant for all of it: an order says by it that the closing cancelled it.
  const now = clock.now()
  const at: Clock = { now: () => now }
  const plan = await planClosing(db, machine, at)
  if (plan.missing > 0) throw new DomainError('bad_request', { field: deviceNumber, problem: shortfall(plan) })
  const closedAt = instant(at)
  const closed = { closedAt, closedBecause: reason }
  await db.updateTable('machine').set(closed).where('id', '=', machine.id).execute()
  await db.updateTable('product').set({ offer: 'withdrawn' }).where('id', '=', machine.productId).execute()
  // The operator ends these orders, not their members: points that were spent meanwhile stay theirs.
  for (const order of plan.orders) if (order.end === 'cancelled') await undoOrder(db, order, at, { owesPoints: false })
  await endTerms(
    db,
    plan.orders.filter((it) => it.end === 'ended'),
    at,
  )
  await tellOwners(db, machine, { reason, orders: plan.orders }, at)
  return { machine: { ...machine, closedAt }, plan }
}

/** The machine of a device number. Throws a DomainError where there is none. */
export async function machineToClose(db: Db, deviceNumber: string, { lock = false } = {}): Promise<ClosingMachine> {
  // Its totals first, as everywhere: who holds those may yet lock what feeds say of it.
  if (lock) {
    const ids = await db.selectFrom('machine').select('id').where('deviceNumber', '=', deviceNumber).execute()
    await lockMachines(
      db,
      ids.map((it) => it.id),
    )
  }
  const machine = await db
    .selectFrom('machine')
    .innerJoin('product', 'product.id', 'machine.productId')
    .select(['machine.id', 'deviceNumber', 'productId', 'product.name as productName', 'machine.currency', 'closedAt'])
    .where('deviceNumber', '=', deviceNumber)
    .$if(lock, (it) => it.forNoKeyUpdate(['product', 'machine']))
    .executeTakeFirst()
  if (!machine) throw new DomainError('bad_request', { field: deviceNumber, problem: 'is no machine' })
  return machine
}

function shortfall({ refund, cover, missing }: ClosingPlan): string {
  const [needed, sales, others, short] = [refund, cover.sales, cover.refundable, missing].map(
    (it) => `${Math.floor(it / 100)}.${String(it % 100).padStart(2, '0')}`,
  )
  return `can't be closed: ${needed} would go back to owners, \`sales\` has ${sales}, and ${others} of it is for orders that can be cancelled; bring ${short} in first (\`fund capital\`, then \`fund sales\`)`
}

/** Their units end now as any unit that expires, and the next expiry settlement pays what they earned until then. */
async function endTerms(db: Db, orders: readonly ClosedOrder[], clock: Clock): Promise<void> {
  if (orders.length === 0) return
  const now = instant(clock)
  const ids = orders.map((it) => it.id)
  // By way of UTC, as a time with a zone and an interval may give something else at another time.
  await sql`
    update unit set expires_at = greatest(${now}::timestamptz,
      (active_from at time zone 'UTC' + interval '1 millisecond') at time zone 'UTC')
    where status = 'active' and purchase_id = any(${ids}::uuid[])`.execute(db)
  await sql`
    update purchase set closing_refund = it.refund, cancellable_until = least(cancellable_until, ${now}::timestamptz)
    from unnest(${orders.map((it) => it.memberId)}::uuid[], ${ids}::uuid[], ${orders.map((it) => it.refund)}::bigint[])
      as it(member_id, id, refund)
    where purchase.member_id = it.member_id and purchase.id = it.id`.execute(db)
  const transfers = []
  for (const { id, memberId, currency, refund, paidFrom, productName } of orders.filter((it) => it.refund > 0))
    transfers.push({
      debit: house('sales'),
      credit: { ownerId: memberId, code: paidFrom },
      amount: refund,
      asset: currency,
      kind: 'closing_refund',
      ref: id,
      memo: { orderId: id, subject: productName },
    })
  await post(db, transfers, clock)
}

/** One message a member, whatever the number of orders. */
async function tellOwners(
  db: Db,
  { id, productName: product, currency }: ClosingMachine,
  { reason, orders }: { reason: string; orders: readonly ClosedOrder[] },
  clock: Clock,
): Promise<void> {
  const refundsOf = (of: typeof orders) =>
    of.map((it) => ({ memberId: it.memberId, kind: it.end === 'ended' ? 'closing_refund' : 'refund', ref: it.id }))
  const paid = await paidDebts(db, refundsOf(orders), clock)
  const notices: Notice[] = []
  for (const [memberId, own] of Map.groupBy(orders, (it) => it.memberId)) {
    const ended = own.filter((it) => it.end === 'ended').length
    const amount = own.reduce((sum, it) => sum + it.refund, 0)
    const paidDebt = paid(refundsOf(own))
    const params = { product, reason, ended, amount, currency, ...(paidDebt > 0 && { paidDebt }) }
    notices.push({ memberId, kind: 'machine_closed', ref: id, params, route: '/pages/my/productOrderList' })
  }
  await notify(db, notices, clock)
}
