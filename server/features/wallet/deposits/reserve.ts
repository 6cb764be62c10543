import { randomUUID } from 'node:crypto'
import type { Clock } from '../../../clock.ts'
import type { Db } from '../../../db/open.ts'
import { isSqlError } from '../../../db/connection.ts'
import { balanceOf, systemAccount } from '../../../ledger/accounts.ts'
import { post } from '../../../ledger/post.ts'

/** More is to be set aside than the operator's own account holds. The transaction is lost. */
export class OperatorShort extends Error {
  constructor(cause: unknown) {
    super('the operator has less than that', { cause })
    this.name = 'OperatorShort'
  }
}

/** A sum in minor units; `ref` is what makes it count once a day, an id of the caller's. */
export interface Sum {
  amount: number
  currency: string
  ref?: string
  memo?: unknown
}

/** The operator pays money of their own in. Throws AlreadyPosted. */
export async function payInCapital(
  db: Db,
  { amount, currency, ref = randomUUID(), memo }: Sum,
  clock: Clock,
): Promise<void> {
  await post(
    db,
    [
      {
        debit: await systemAccount(db, 'world', currency),
        credit: await systemAccount(db, 'operator', currency),
        amount,
        asset: currency,
        kind: 'capital',
        ref,
        memo,
      },
    ],
    clock,
  )
}

/**
 * Sets money of the operator's own aside for the interest of time deposits, and gives the reserve after it. The database
 * holds that it is there (060_deposits.sql). Throws OperatorShort, AlreadyPosted.
 */
export async function fundReserve(
  db: Db,
  { amount, currency, ref = randomUUID(), memo }: Sum,
  clock: Clock,
): Promise<number> {
  const reserve = await systemAccount(db, 'reserve', currency)
  try {
    await post(
      db,
      [
        {
          debit: await systemAccount(db, 'operator', currency),
          credit: reserve,
          amount,
          asset: currency,
          kind: 'reserve_funding',
          ref,
          memo,
        },
      ],
      clock,
    )
  } catch (cause) {
    throw isSqlError(cause, 'VF003') ? new OperatorShort(cause) : cause
  }
  return await balanceOf(db, reserve)
}
