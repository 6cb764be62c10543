import { instant, type Clock } from '../clock.ts'
import type { Db } from '../db/open.ts'
import { accountOf, lockAccounts, openAccounts } from './accounts.ts'
import type { Transfer } from './post.ts'

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
  const id = await accountOf(db, { ownerId: memberId, code: wallet, asset })
  const [held] = await lockAccounts(db, [id])
  const there = Math.min(held?.balance ?? 0, amount)
  const owed = amount - there
  if (owed > 0) await openAccounts(db, memberId, [{ code: debtOf[wallet], asset }])
  const debt = { ownerId: memberId, code: debtOf[wallet] }
  return {
    owed,
    transfers: [
      ...(there > 0 ? [{ debit: id, credit, amount: there, asset, kind: kinds.there, ref, memo }] : []),
      ...(owed > 0 ? [{ debit: debt, credit, amount: owed, asset, kind: kinds.owed, ref, memo }] : []),
    ],
  }
}

/** How much of a transfer posted today paid what its member owed (`net_debts`), in minor units. */
export async function paidDebtOf(db: Db, { kind, ref }: Pick<Transfer, 'kind' | 'ref'>, clock: Clock): Promise<number> {
  const paid = await db
    .selectFrom('transfer')
    .select('amount')
    .where('day', '=', instant(clock).slice(0, 10))
    .where('kind', '=', 'debt_netting')
    .where('ref', '=', `${kind}/${ref}`)
    .executeTakeFirst()
  return paid?.amount ?? 0
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
