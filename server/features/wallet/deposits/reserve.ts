import { randomUUID } from 'node:crypto'
import type { Clock } from '../../../clock.ts'
import type { Db } from '../../../db/open.ts'
import { isSqlError } from '../../../db/connection.ts'
import { balanceOf, systemAccount } from '../../../ledger/accounts.ts'
import { post } from '../../../ledger/post.ts'

/** The operator's own account holds less than is to be set aside. The transaction is aborted. */
export class OperatorShort extends Error {
  constructor(cause: unknown) {
    super('the operator has less than that', { cause })
    this.name = 'OperatorShort'
  }
}

/** An amount in minor units. A transfer with the same `ref` is posted once a day. */
export interface Sum {
  amount: number
  currency: string
  ref?: string
  memo?: unknown
}

/** Books money that the operator pays in. Throws AlreadyPosted. */
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
 * Moves the operator's own money into the reserve for interest, and gives the reserve after it. The database checks
 * that the operator has it (060_deposits.sql). Throws OperatorShort, AlreadyPosted.
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
