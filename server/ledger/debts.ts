import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { instant, type Clock } from '../clock.ts'
import type { Db } from '../db/open.ts'
import { house, lockAccounts, openAccounts } from './accounts.ts'
import { post, type Transfer } from './post.ts'

/** The wallets that can owe, with the account of each one's debt. */
export const debtOf = { recharge: 'recharge_debt', income: 'income_debt' } as const
export type DebtCode = (typeof debtOf)[keyof typeof debtOf]

export function isDebt(code: string): code is DebtCode {
  return code === 'recharge_debt' || code === 'income_debt'
}

interface Taking {
  memberId: string
  wallet: keyof typeof debtOf
  asset: string
  amount: number
  /** The account that gets it. */
  credit: Transfer['credit']
  /** The kinds of what the wallet has, and of what its member owes from now on. */
  kinds: { there: string; owed: string }
  ref: string
  memo: unknown
}

/**
 * The transfers that take an amount out of a wallet as far as it is there, and the rest as its debt, which what comes
 * into the wallet later pays first (126_reversals.sql). The wallet stays locked, so post them in the same transaction.
 */
export async function takeFromWallet(
  db: Db,
  { memberId, wallet, asset, amount, credit, kinds, ref, memo }: Taking,
): Promise<{ transfers: Transfer[]; owed: number }> {
  const from = { ownerId: memberId, code: wallet }
  const [held = 0] = await lockAccounts(db, [{ ...from, asset }])
  const there = Math.min(held, amount)
  const owed = amount - there
  if (owed > 0) await openAccounts(db, memberId, [{ code: debtOf[wallet], asset }])
  const debt = { ownerId: memberId, code: debtOf[wallet] }
  return {
    owed,
    transfers: [
      ...(there > 0 ? [{ debit: from, credit, amount: there, asset, kind: kinds.there, ref, memo }] : []),
      ...(owed > 0 ? [{ debit: debt, credit, amount: owed, asset, kind: kinds.owed, ref, memo }] : []),
    ],
  }
}

type Named = Pick<Transfer, 'kind' | 'ref'> & { memberId: string }

/** How much of a transfer posted just now paid what its member owed (`net_debts`), in minor units. */
export async function paidDebtOf(db: Db, made: Named, clock: Clock): Promise<number> {
  return (await paidDebts(db, [made], clock))([made])
}

const dayMs = 86_400_000
const dayOf = (at: number): string => instant(at).slice(0, 10)

/** The same of many transfers, by one query: gives what some of them paid together. */
export async function paidDebts(
  db: Db,
  made: readonly Named[],
  clock: Clock,
): Promise<(some: readonly Named[]) => number> {
  const refOf = ({ kind, ref }: Named) => `${kind}/${ref}`
  const rows = made.length === 0 ? [] : await nettedFor(db, made, refOf, clock)
  const paid = new Map(rows.map((it) => [`${it.memberId} ${it.ref}`, it.amount]))
  return (some) => some.reduce((sum, it) => sum + (paid.get(`${it.memberId} ${refOf(it)}`) ?? 0), 0)
}

async function nettedFor(db: Db, made: readonly Named[], refOf: (it: Named) => string, clock: Clock) {
  const { rows } = await sql<{ memberId: string; ref: string; amount: number }>`
    select made.member_id, made.ref, amount
    from unnest(${made.map((it) => it.memberId)}::uuid[], ${made.map(refOf)}::text[]) as made(member_id, ref)
    join transfer on transfer.owner_id = made.member_id and transfer.ref = made.ref
    -- Posted before midnight, and asked for after it.
    where day = any(${[dayOf(clock.now() - dayMs), dayOf(clock.now())]}::date[]) and kind = 'debt_netting'`.execute(db)
  return rows
}

/** What a member owes to each of their wallets, in minor units. */
export async function debtsOf(db: Db, memberId: string): Promise<Record<keyof typeof debtOf, number>> {
  const rows = await db
    .selectFrom('account')
    .select(['code', 'balance'])
    .where('ownerId', '=', memberId)
    .where('code', 'in', Object.values(debtOf))
    .execute()
  const of = (code: DebtCode) => rows.reduce((sum, it) => (it.code === code ? sum - it.balance : sum), 0)
  return { recharge: of('recharge_debt'), income: of('income_debt') }
}

/**
 * Writes off what a member owes, all of it: the operator's own money pays it. Gives what was owed, in minor units;
 * nothing where nothing was.
 */
export async function writeOffDebts(
  db: Db,
  memberId: string,
  clock: Clock,
): Promise<{ wallet: keyof typeof debtOf; amount: number; asset: string }[]> {
  const accounts = await db
    .selectFrom('account')
    .select(['code', 'asset'])
    .where('ownerId', '=', memberId)
    .where('code', 'in', Object.values(debtOf))
    .execute()
  const locked = await lockAccounts(
    db,
    accounts.map((it) => ({ ...it, ownerId: memberId })),
  )
  const owed = accounts.map((it, n) => ({ ...it, amount: 0 - (locked[n] ?? 0) })).filter((it) => it.amount > 0)
  await post(
    db,
    owed.map(({ code, amount, asset }) => {
      const credit = { ownerId: memberId, code }
      return { debit: house('operator'), credit, amount, asset, kind: 'debt_write_off', ref: randomUUID() }
    }),
    clock,
  )
  return owed.map(({ code, amount, asset }) => {
    return { wallet: code === debtOf.recharge ? ('recharge' as const) : ('income' as const), amount, asset }
  })
}
