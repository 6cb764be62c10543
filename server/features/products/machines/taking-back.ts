import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock } from '../../../clock.ts'
import { instant } from '../../../clock.ts'
import { keptClaims, takeGrowthBack } from '../../../db/claims.ts'
import { earnedOf, earnsUntil, withShared } from '../../../db/entitlement.ts'
import { lockMember } from '../../../db/lock-member.ts'
import { takeFromMachineDays } from '../../../db/machine-days.ts'
import { addToMachines, lockMachines } from '../../../db/machine-totals.ts'
import type { Db } from '../../../db/open.ts'
import { addToRevenueHours } from '../../../db/revenue-hours.ts'
import type { Schema } from '../../../db/schema.ts'
import { DomainError } from '../../../http/domain-error.ts'
import { house } from '../../../ledger/accounts.ts'
import { debtsOf, paidDebts, takeFromWallet } from '../../../ledger/debts.ts'
import { post, type Side, type Transfer } from '../../../ledger/post.ts'
import { holdSettlement } from '../../../ledger/settle.ts'
import { returnUnsoldShare } from '../../../ledger/unsold.ts'
import { walletsOf } from '../../../ledger/wallets.ts'
import { notify, type Notice } from '../../../notices/notify.ts'
import { spreadTakenBack } from './late-revenue.ts'

/** Revenue of a trip or charging session that never was, or was another's. */
export interface WrongRevenue {
  source: string
  externalId: string
  /** Said twice, it happens once. */
  reference: string
  /** The members read it. */
  reason: string
}

export interface RevenueTakenBack {
  amount: number
  currency: string
  members: number
  /** What was not in members' income wallets, and they owe from now on. */
  owed: number
  /** How much of that waits to be claimed: claimed, it pays what they owe. */
  pending: number
  counted: boolean
}

/** What a unit was paid and has not earned any more. */
interface Overpaid {
  unitId: string
  memberId: string
  purchaseId: string
  isCancelled: boolean
  /** Whether the account was deleted. */
  isGone: boolean
  amount: number
}

/** What goes back of an order that was cancelled before. */
interface Refund {
  memberId: string
  wallet: 'recharge' | 'income'
  transfer: Transfer
}

/** What a member gives back, in growth points too. `pending` of what they owe waits to be claimed. */
interface TakenFrom {
  memberId: string
  amount: number
  owed: number
  pending: number
  growth: number
  transfers: Transfer[]
}

/**
 * Takes booked revenue back, whole (docs/ledger.md, "Reversals"): it counts for nothing from now on, the operator's fee
 * returns, and so does what units were paid of it. Tells the members. Throws a DomainError for unknown revenue, or
 * another body under a known reference.
 */
export async function takeBackRevenue(db: Db, wrong: WrongRevenue, clock: Clock): Promise<RevenueTakenBack> {
  await holdSettlement(db)
  const machine = await lockMachineOf(db, wrong)
  const revenue = await db
    .selectFrom('revenue')
    .selectAll()
    .where('machineId', '=', machine.machineId)
    .where('id', '=', machine.revenueId)
    .executeTakeFirstOrThrow()
  const { amount, share, currency } = revenue
  const known = await db
    .selectFrom('reversal')
    .selectAll()
    .where((it) => it.or([it('reference', '=', wrong.reference), it('revenueId', '=', revenue.id)]))
    .execute()
  if (known.length > 0) {
    const same = known.find((it) => it.reference === wrong.reference && it.revenueId === revenue.id)
    if (!same) throw new DomainError('key_reused')
    return { amount: same.amount, currency, members: 0, owed: 0, pending: 0, counted: false }
  }
  const id = randomUUID()
  const { reference, reason } = wrong
  await db
    .insertInto('reversal')
    .values({
      id,
      reference,
      topUpId: null,
      revenueId: revenue.id,
      machineId: machine.machineId,
      amount,
      share,
      reason,
      at: instant(clock),
    })
    .execute()
  await uncount(db, revenue, machine.ownerZones)
  await lockOwners(db, machine.machineId)
  const overpaid = await takeFromUnits(db, { machineId: machine.machineId, reversalId: id })
  const refunds = await refundCancelled(db, overpaid, { id, currency })
  // Refunds first: what is taken from a wallet below is what is there after them.
  await post(
    db,
    refunds.map((it) => it.transfer),
    clock,
  )
  const account = { ownerId: machine.machineId, code: 'machine' }
  const taken = await takeFromMembers(db, overpaid, { id, currency, reason, credit: account })
  await returnUnsoldShare(db, machine.machineId, id, clock)
  const of = { asset: currency, ref: id }
  await post(
    db,
    [
      ...taken.flatMap((it) => it.transfers),
      ...(amount > share
        ? [{ ...of, debit: house('operator'), credit: account, amount: amount - share, kind: 'fee_reversal' }]
        : []),
      { ...of, debit: account, credit: house('world'), amount, kind: 'revenue_reversal' },
    ],
    clock,
  )
  await tellMembers(db, taken, { id, currency, reason, refunds }, clock)
  const sum = (of: 'owed' | 'pending') => taken.reduce((so, it) => so + it[of], 0)
  return { amount, currency, members: taken.length, owed: sum('owed'), pending: sum('pending'), counted: true }
}

async function tellMembers(
  db: Db,
  taken: readonly TakenFrom[],
  { id, currency, reason, refunds }: { id: string; currency: string; reason: string; refunds: readonly Refund[] },
  clock: Clock,
): Promise<void> {
  const paid = await paidDebts(
    db,
    refunds.map(({ memberId, transfer }) => ({ ...transfer, memberId })),
    clock,
  )
  const notices = taken.map(({ memberId, amount, owed, pending, growth }): Notice => {
    const own = refunds.filter((it) => it.memberId === memberId)
    const back = (wallet: Refund['wallet']) => {
      const transfers = own.filter((it) => it.wallet === wallet).map((it) => it.transfer)
      return {
        amount: transfers.reduce((sum, it) => sum + it.amount, 0),
        paidDebt: paid(transfers.map((it) => ({ ...it, memberId }))),
      }
    }
    const refunded = own.length > 0 && { refunded: { recharge: back('recharge'), income: back('income') } }
    const params = { amount, owed, pending, currency, reason, ...(growth > 0 && { growth }), ...refunded }
    return { memberId, kind: 'money_taken_back', ref: id, params, route: '/pages/my/historyList?wallet=income' }
  })
  await notify(db, notices, clock)
}

/** Machines are locked before units and accounts, as everywhere. */
async function lockMachineOf(db: Db, { source, externalId }: WrongRevenue) {
  const booked = await db
    .selectFrom('bookedReport')
    .select(['machineId', 'revenueId'])
    .where('source', '=', source)
    .where('externalId', '=', externalId)
    .executeTakeFirst()
  const [machine] = booked ? await lockMachines(db, [booked.machineId]) : []
  if (!booked || !machine)
    throw new DomainError('bad_request', { field: externalId, problem: 'is no revenue of that source' })
  return { ...machine, revenueId: booked.revenueId }
}

/** From now on the revenue counts for nothing, in the running totals, for units and in the machine's days. */
async function uncount(db: Db, revenue: Schema['revenue'], zones: readonly string[]): Promise<void> {
  await takeFromMachineDays(db, revenue, zones)
  await addToRevenueHours(db, [{ ...revenue, amount: -revenue.amount }])
  await db
    .updateTable('revenue')
    .set({ amount: 0, share: 0 })
    .where('machineId', '=', revenue.machineId)
    .where('id', '=', revenue.id)
    .execute()
  await addToMachines(db, [{ machineId: revenue.machineId, share: -revenue.share }])
  await spreadTakenBack(db, revenue)
}

/**
 * Members are locked before units and accounts, as everywhere. A claim under way is waited for, so that its growth
 * goes.
 */
async function lockOwners(db: Db, machineId: string): Promise<void> {
  const owners = await db
    .selectFrom('unit')
    .select('memberId')
    .distinct()
    .where('machineId', '=', machineId)
    .where('paid', '>', 0)
    .orderBy('memberId')
    .execute()
  for (const { memberId } of owners) await lockMember(db, memberId)
}

/** Lowers what units of the machine were paid to what they have earned now, and gives by how much. */
async function takeFromUnits(
  db: Db,
  { machineId, reversalId }: { machineId: string; reversalId: string },
): Promise<Overpaid[]> {
  const { rows } = await sql<Overpaid>`
    with paid as materialized (
      select unit.id, unit.member_id, unit.machine_id, unit.purchase_id, unit.status = 'cancelled' as is_cancelled, unit.paid,
        unit.share_before, machine.units_total, ${earnsUntil('unit')} as until
      from unit join machine on machine.id = unit.machine_id where unit.machine_id = ${machineId} and unit.paid > 0
    ), over as materialized (
      select id, member_id, purchase_id, is_cancelled, paid - ${earnedOf(sql`total`)} as amount
      from ${withShared('paid')} it where paid > ${earnedOf(sql`total`)}
    ), lowered as (
      update unit set paid = paid - over.amount from over where unit.member_id = over.member_id and unit.id = over.id
    ), kept as (
      insert into income_reversal (reversal_id, unit_id, member_id, amount)
      select ${reversalId}, id, member_id, amount from over
    )
    select over.id as unit_id, member_id, purchase_id, is_cancelled, member.deleted_at is not null as is_gone, amount
    from over join member on member.id = member_id order by over.id`.execute(db)
  return rows
}

/**
 * A cancelled order returned less by what its units were paid: what they give back now is refunded. Whoever has left
 * can't use a wallet any more: theirs goes where what they give back is taken from.
 */
async function refundCancelled(
  db: Db,
  overpaid: readonly Overpaid[],
  { id, currency }: { id: string; currency: string },
): Promise<Refund[]> {
  const refunds: Refund[] = []
  const orders = Map.groupBy(
    overpaid.filter((it) => it.isCancelled),
    (it) => it.purchaseId,
  )
  for (const [purchaseId, units] of orders) {
    const amount = units.reduce((sum, it) => sum + it.amount, 0)
    const { memberId, isGone } = units[0]!
    const order = await db
      .updateTable('purchase')
      .set((it) => ({ refund: it('refund', '+', amount) }))
      .where('memberId', '=', memberId)
      .where('id', '=', purchaseId)
      .returning((it) => [
        'paidFrom',
        it.selectFrom('product').select('name').whereRef('product.id', '=', 'purchase.productId').as('productName'),
      ])
      .executeTakeFirstOrThrow()
    const wallet = isGone ? 'income' : order.paidFrom
    const transfer = {
      debit: house('sales'),
      credit: { ownerId: memberId, code: wallet },
      amount,
      asset: currency,
      kind: 'refund',
      ref: `${purchaseId}/${id}`,
      memo: { orderId: purchaseId, subject: order.productName },
    }
    refunds.push({ memberId, wallet, transfer })
  }
  return refunds
}

async function takeFromMembers(
  db: Db,
  overpaid: readonly Overpaid[],
  { id, currency, reason, credit }: { id: string; currency: string; reason: string; credit: Side },
): Promise<TakenFrom[]> {
  const taken = []
  for (const [memberId, units] of Map.groupBy(overpaid, (it) => it.memberId)) {
    const amount = units.reduce((sum, it) => sum + it.amount, 0)
    const only = units.length === 1 ? units[0]?.unitId : undefined
    const { transfers, owed } = await takeFromWallet(db, {
      memberId,
      wallet: 'income',
      asset: currency,
      amount,
      credit,
      kinds: { there: 'income_reversal', owed: 'income_debt' },
      ref: `${id}/${memberId}`,
      memo: { subject: reason, ...(only === undefined ? {} : { unitId: only }) },
    })
    const pending = owed === 0 ? 0 : Math.min(owed, await pendingBeyondDebt(db, memberId))
    const growth = await takeGrowth(db, memberId, units)
    taken.push({ memberId, amount, owed, pending, growth, transfers })
  }
  return taken
}

/** Claiming income that never was gave no growth either; of a cancelled order it is gone already (decision 75). */
async function takeGrowth(db: Db, memberId: string, units: readonly Overpaid[]): Promise<number> {
  const back = units.reduce((sum, it) => (it.isCancelled ? sum : sum + it.amount), 0)
  if (back === 0) return 0
  const kept = await keptClaims(db, memberId)
  return await takeGrowthBack(db, memberId, { keptBefore: kept + back, kept })
}

/** What of the income to be claimed is left once claiming it has paid what its wallet owed before, in minor units. */
async function pendingBeyondDebt(db: Db, memberId: string): Promise<number> {
  const [{ pending }, { income }] = [await walletsOf(db, memberId), await debtsOf(db, memberId)]
  return Math.max(0, pending - income)
}
