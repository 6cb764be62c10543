import * as v from 'valibot'
import { billWallets as wallets, type BillWallet as Wallet } from '#protocol/wallet-reads.ts'
import { Bill } from '#protocol/wallet.ts'
import { Id } from '#protocol/primitives.ts'
import type { Clock } from '../../../clock.ts'
import type { Db } from '../../../db/open.ts'
import { DayKey, cursorOf, pageOf, readCursor } from '../../../http/cursor.ts'
import { balancesOf } from '../../../ledger/accounts.ts'
import type { Movement } from '../../../ledger/bills.ts'
import { balancesAfter, billsOf } from '../../../ledger/bills.ts'
import { walletOf } from '../../../ledger/wallets.ts'
import type { Filter } from '../rules.ts'
import { spanOf } from '../rules.ts'
import { zoneOf } from '../../../db/member-zone.ts'
import { settlementOf } from './settled-units.ts'

/** A bill's id names its transfer and its wallet. */
const BillKey = v.tuple([v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(1e14)), v.picklist(wallets)])

/** The transfer and the wallet that a bill's id names, or null where it is malformed. */
export function billNamed(id: string): { transferId: number; wallet: Wallet } | null {
  try {
    const [transferId, wallet] = readCursor(id, BillKey)
    return { transferId, wallet }
  } catch {
    return null
  }
}

/** Day, id and wallet of the last bill. A claim is a bill in two wallets, and a page may end between them. */
const Cursor = v.tuple([
  DayKey,
  v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(1e14)),
  v.picklist(wallets),
])

/** Which movements: of each wallet which kinds, and of income what kind of machine it came from. */
export interface Wanted extends Filter {
  memberId: string
  of: Partial<Record<Wallet, readonly string[] | 'every kind'>>
  machines?: 'vehicle' | 'pile' | undefined
  after?: string | undefined
  limit: number
}

/** A page of movements over several of a member's wallets, newest first. */
export async function billsPage(
  db: Db,
  { memberId, of, machines, after, limit, ...filter }: Wanted,
  clock: Clock,
): Promise<{ items: Bill[]; next?: string }> {
  const cursor = after === undefined ? undefined : readCursor(after, Cursor)
  const span = spanOf(filter, await zoneOf(db, memberId), clock.now())
  const rows: { wallet: Wallet; bill: Movement }[] = []
  for (const { id, code } of await balancesOf(db, memberId)) {
    const wallet = walletOf(code)
    const kinds = wallet && of[wallet]
    if (!kinds) continue
    const { items } = await billsOf(db, { memberId, accountId: id }, {
      ...span,
      machines,
      limit: limit + 1,
      after: cursor && startIn(wallet, cursor),
      ...(kinds === 'every kind' ? {} : { kinds }),
    })
    rows.push(...items.map((bill) => ({ wallet, bill })))
  }
  const page = pageOf(
    rows.toSorted(newestFirst),
    limit,
    ({ wallet, bill }) => [dayOf(bill), bill.id, wallet],
    (it) => it,
  )
  return { ...page, items: await readable(db, memberId, page.items) }
}

/**
 * Where the list of one wallet continues: wallets that sort after the last shown one still have their side of that
 * transfer.
 */
function startIn(wallet: Wallet, [day, id, last]: v.InferOutput<typeof Cursor>): string {
  return `${day}.${wallets.indexOf(wallet) > wallets.indexOf(last) ? id + 1 : id}`
}

function newestFirst(a: { wallet: Wallet; bill: Movement }, b: { wallet: Wallet; bill: Movement }): number {
  return (
    dayOf(b.bill).localeCompare(dayOf(a.bill)) ||
    b.bill.id - a.bill.id ||
    wallets.indexOf(a.wallet) - wallets.indexOf(b.wallet)
  )
}

/** Transfers are stored by their UTC day. */
function dayOf(bill: Movement): string {
  return bill.at.slice(0, 10)
}

const Memo = v.object({
  subject: v.optional(v.string()),
  day: v.optional(v.string()),
  orderId: v.optional(Id),
  unitId: v.optional(Id),
  units: Bill.entries.units,
  pointsOrderId: v.optional(Id),
  drawId: v.optional(Id),
})

/** Bills with their subject (from the memo, else the product's name, else the day) and the balance after each. */
export async function readable(
  db: Db,
  memberId: string,
  rows: readonly { wallet: Wallet; bill: Movement }[],
): Promise<Bill[]> {
  const balances = await balancesIn(db, memberId, rows)
  const read = rows.map(({ wallet, bill }) => ({ wallet, bill, memo: memoOf(bill) }))
  const unitIds = [...new Set(read.flatMap(({ memo }) => memo.unitId ?? []))]
  const units = new Map(
    unitIds.length === 0
      ? []
      : (
          await db
            .selectFrom('unit')
            .innerJoin('product', 'product.id', 'unit.productId')
            .innerJoin('machine', 'machine.id', 'unit.machineId')
            .select(['unit.id', 'product.name', 'machine.kind'])
            .where('unit.memberId', '=', memberId)
            .where('unit.id', 'in', unitIds)
            .execute()
        ).map((it) => [it.id, it]),
  )
  return read.map(({ wallet, bill, memo }) => ({
    id: cursorOf([bill.id, wallet]),
    wallet,
    kind: v.parse(Bill.entries.kind, bill.kind),
    at: bill.at,
    amount: bill.change,
    currency: bill.asset,
    ...heldAfter(balances.get(wallet)?.get(bill.id)),
    subject: memo.subject ?? (memo.unitId ? units.get(memo.unitId)?.name : undefined) ?? memo.day ?? null,
    orderId: memo.orderId ?? null,
    unitId: memo.unitId ?? null,
    // A claim has a number of units as well, of any kind.
    ...(bill.kind !== 'income'
      ? {}
      : memo.units === undefined
        ? { machines: units.get(memo.unitId ?? '')?.kind }
        : { units: memo.units, machines: settlementOf(bill.ref).machines }),
    ...(isWithdrawal(bill) ? { withdrawalId: bill.ref } : {}),
    ...(memo.pointsOrderId === undefined ? {} : { pointsOrderId: memo.pointsOrderId }),
    ...(memo.drawId === undefined ? {} : { drawId: memo.drawId }),
  }))
}

/** By wallet and transfer, what the wallet held then. A wallet of several accounts is counted as one. */
async function balancesIn(
  db: Db,
  memberId: string,
  rows: readonly { wallet: Wallet; bill: Movement }[],
): Promise<ReadonlyMap<Wallet, ReadonlyMap<number, number>>> {
  const accounts = await balancesOf(db, memberId)
  const found = new Map<Wallet, ReadonlyMap<number, number>>()
  for (const wallet of new Set(rows.map((it) => it.wallet))) {
    const accountIds = accounts.filter(({ code }) => walletOf(code) === wallet).map(({ id }) => id)
    const transfers = rows.filter((it) => it.wallet === wallet).map(({ bill }) => bill)
    found.set(wallet, await balancesAfter(db, { memberId, accountIds }, transfers))
  }
  return found
}

/**
 * Movements are listed by their days. Where the clocks of two servers differ around midnight, that isn't the order in
 * which they were posted, and what was there in between can't be told from it where it comes out below 0.
 */
function heldAfter(balance: number | undefined): Pick<Bill, 'balanceAfter'> {
  return balance === undefined || balance < 0 ? {} : { balanceAfter: balance }
}

/** Both are posted with the withdrawal's id as `ref`. */
function isWithdrawal({ kind }: Movement): boolean {
  return kind === 'withdrawal' || kind === 'withdrawal_return'
}

/** Income of a machine's own account, as it was posted once, has no memo: its `ref` is the period, then the unit. */
function memoOf({ kind, ref, memo }: Movement): v.InferOutput<typeof Memo> {
  if (kind === 'income' && memo === null) return { unitId: ref.slice(ref.lastIndexOf('/') + 1) }
  const read = v.safeParse(Memo, memo)
  return read.success ? read.output : {}
}
