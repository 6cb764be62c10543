import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import { instant } from '../clock.ts'
import type { Db } from '../db/open.ts'
import { isSqlError } from '../db/connection.ts'
import type { AccountName } from './accounts.ts'

/**
 * One transfer: `amount` minor units of `asset` (a whole number above 0) are debited from one account and credited to
 * another, each named by owner and code; one of the house's (`house`) is opened at its first use.
 * `transfer_rule` lists which `kind` may move between which codes. `ref` names what the transfer was for and is unique
 * per owner, kind and UTC day; uniqueness for longer is up to the feature.
 */
export interface Transfer {
  debit: Side
  credit: Side
  amount: number
  asset: string
  kind: string
  ref: string
  /** What a bill shows beside the amount; JSON. */
  memo?: unknown
}

/** An account in the asset of its transfer. */
export type Side = Omit<AccountName, 'asset'>

/**
 * A debit would take an account below its minimum balance. The transaction is aborted; features turn this into their
 * DomainError.
 */
export class BelowMinimumBalance extends Error {
  constructor(cause: unknown) {
    super('an account would fall below its floor', { cause })
    this.name = 'BelowMinimumBalance'
  }
}

/** A transfer of this kind and ref was posted today. The transaction is aborted. */
export class AlreadyPosted extends Error {
  constructor(cause: unknown) {
    super('a transfer with this kind and ref is posted', { cause })
    this.name = 'AlreadyPosted'
  }
}

/**
 * Posts transfers together or not at all, and updates the balances of their accounts, in one request. Gives their ids,
 * in order. Throws BelowMinimumBalance, AlreadyPosted, and the database's own error where no transfer rule allows one
 * (VF001), where what is set aside isn't there (VF003), where there is no such account (VF006), or where the day is
 * closed (VF007).
 */
export async function post(db: Db, transfers: readonly Transfer[], clock: Clock): Promise<number[]> {
  if (transfers.length === 0) return []
  try {
    const { rows } = await sql<{ id: number }>`select unnest(post_transfers(${instant(clock)}::timestamptz,
      ${JSON.stringify(transfers.map(asWritten))}::text::jsonb)) as id`.execute(db)
    return rows.map(({ id }) => id)
  } catch (cause) {
    // Who would get more than an account can hold gets it from one that has less, unless that is external.
    if (isSqlError(cause, 'VF004')) throw new BelowMinimumBalance(cause)
    if (isSqlError(cause, 'VF005')) throw new AlreadyPosted(cause)
    throw cause
  }
}

/** A transfer as the function takes it (234_postings_by_name.sql). */
function asWritten({ debit, credit, amount, asset, kind, ref, memo }: Transfer) {
  return {
    debit_owner: debit.ownerId,
    debit_code: debit.code,
    credit_owner: credit.ownerId,
    credit_code: credit.code,
    amount,
    asset,
    kind,
    ref,
    memo: memo ?? null,
  }
}
