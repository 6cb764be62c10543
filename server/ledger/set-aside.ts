import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { isSqlError } from '../db/connection.ts'
import type { Db } from '../db/open.ts'
import { balanceOf, house, lockAccounts } from './accounts.ts'
import { post } from './post.ts'

/** The operator's own account holds less than is to be set aside. The transaction is aborted. */
export class OperatorShort extends Error {
  constructor(cause: unknown) {
    super('the operator has less than that', { cause })
    this.name = 'OperatorShort'
  }
}

/** The house's accounts that the operator funds, with the kind of transfer that does it (docs/ledger.md). */
export const fundedBy = {
  reserve: 'reserve_funding',
  gifts: 'gift_funding',
  salary: 'salary_funding',
  prizes: 'prize_funding',
  sales: 'sales_funding',
} as const

/** An amount in minor units. A transfer with the same `ref` is posted once a day. */
export interface Sum {
  amount: number
  currency: string
  ref?: string
  memo?: unknown
}

/**
 * Moves the operator's own money into an account that it is kept in for one purpose, and gives the balance after it.
 * The database checks that the operator has it (060_deposits.sql). Throws OperatorShort, AlreadyPosted.
 */
export async function setAside(
  db: Db,
  { code, amount, currency, ref = randomUUID(), memo }: Sum & { code: keyof typeof fundedBy },
  clock: Clock,
): Promise<number> {
  const [debit, credit] = [house('operator'), house(code)]
  try {
    await post(db, [{ debit, credit, amount, asset: currency, kind: fundedBy[code], ref, memo }], clock)
  } catch (cause) {
    throw isSqlError(cause, 'VF003') ? new OperatorShort(cause) : cause
  }
  return await balanceOf(db, { ...credit, asset: currency })
}

/**
 * Moves what was set aside back to the operator's own account, all but `promised`, and gives what is left. Null where
 * less than the amount is free; nothing was moved then. The account is locked: what is free stays so until the commit.
 */
export async function returnToOperator(
  db: Db,
  { code, amount, currency, promised }: Sum & { code: 'reserve' | 'gifts' | 'prizes' | 'salary'; promised: number },
  clock: Clock,
): Promise<number | null> {
  const account = { ...house(code), asset: currency }
  const [held = 0] = await lockAccounts(db, [account])
  if (held - promised < amount) return null
  const [debit, credit] = [house(code), house('operator')]
  await post(db, [{ debit, credit, amount, asset: currency, kind: 'fund_return', ref: randomUUID() }], clock)
  return await balanceOf(db, account)
}

/** Books money that the operator pays in from outside. Throws AlreadyPosted. */
export async function payInCapital(
  db: Db,
  { amount, currency, ref = randomUUID(), memo }: Sum,
  clock: Clock,
): Promise<void> {
  const [debit, credit] = [house('world'), house('operator')]
  await post(db, [{ debit, credit, amount, asset: currency, kind: 'capital', ref, memo }], clock)
}
