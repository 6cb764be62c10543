import type { Clock } from '../clock.ts'
import { instant } from '../clock.ts'
import type { Db } from '../db/open.ts'
import { isSqlError } from '../db/connection.ts'
import { accountOf, type AccountName } from './accounts.ts'

/**
 * One transfer: `amount` minor units of `asset` (a whole number above 0) are debited from one account and credited to
 * another, each given as an id or by owner and code. `transfer_rule` lists which `kind` may move between which codes.
 * `ref` names what the transfer was for and is unique per kind and UTC day; uniqueness for longer is up to the feature.
 */
export interface Transfer {
  debit: number | Omit<AccountName, 'asset'>
  credit: number | Omit<AccountName, 'asset'>
  amount: number
  asset: string
  kind: string
  ref: string
  /** What a bill shows beside the amount; JSON. */
  memo?: unknown
}

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
 * Posts transfers together or not at all, and updates the balances of their accounts. Gives their ids, in order. Throws
 * BelowMinimumBalance, AlreadyPosted, and the database's own error (VF001) where no transfer rule allows one.
 */
export async function post(db: Db, transfers: readonly Transfer[], clock: Clock): Promise<number[]> {
  if (transfers.length === 0) return []
  const at = instant(clock)
  const rows = []
  for (const { debit, credit, amount, asset, kind, ref, memo } of transfers) {
    rows.push({
      day: at.slice(0, 10),
      at,
      amount,
      asset,
      kind,
      ref,
      debitId: await idOf(db, debit, asset),
      creditId: await idOf(db, credit, asset),
      memo: memo === undefined ? null : JSON.stringify(memo),
    })
  }
  try {
    const posted = await db.insertInto('transfer').values(rows).returning('id').execute()
    return posted.map(({ id }) => id)
  } catch (cause) {
    // Who would get more than an account can hold gets it from one that has less, unless that is external.
    if (isSqlError(cause, '23514') && /^account_(floor|ceiling)$/.test(cause.constraint ?? ''))
      throw new BelowMinimumBalance(cause)
    if (isSqlError(cause, '23505') && cause.constraint?.endsWith('_kind_ref_key')) throw new AlreadyPosted(cause)
    throw cause
  }
}

async function idOf(db: Db, side: Transfer['debit'], asset: string): Promise<number> {
  return typeof side === 'number' ? side : await accountOf(db, { ...side, asset })
}
