import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { instant, type Clock } from '../clock.ts'
import { isSqlError } from '../db/connection.ts'
import type { Db } from '../db/open.ts'
import { house, lockAccounts, openAccounts } from './accounts.ts'
import { balanceSheets } from './balance-sheet.ts'
import { post } from './post.ts'

export const sources = ['sales', 'operator', 'tax'] as const
export type Source = (typeof sources)[number]

/** What the operator spends: out of what units were sold for, its own, or taxes that were withheld. Minor units. */
export interface Spending {
  from: Source
  amount: number
  currency: string
  /** The invoice's or the bank's: said twice, it happens once. */
  reference: string
  what: string
}

/** Why it is refused: it isn't there, orders could still be cancelled for it, or members' money would be missing. */
export type SpendingRefusal = 'not there' | 'refundable' | 'not covered' | 'other content'

/**
 * Books that the operator paid somebody outside (docs/ledger.md, "The operator's part"). Refused where the account has
 * less, where orders that can still be cancelled would not be covered, or where members' claims would not be. Spendings
 * take turns. The transaction is to be aborted on a refusal.
 */
export async function spend(
  db: Db,
  { from, amount, currency, reference, what }: Spending,
  clock: Clock,
): Promise<'spent' | 'spent before' | SpendingRefusal> {
  await lockSources(db, currency)
  const known = await db.selectFrom('spending').selectAll().where('reference', '=', reference).executeTakeFirst()
  if (known) {
    const isSame = known.paidFrom === from && known.amount === amount && known.currency === currency
    return isSame ? 'spent before' : 'other content'
  }
  const id = randomUUID()
  await db
    .insertInto('spending')
    .values({ id, reference, paidFrom: from, amount, currency, what, at: instant(clock) })
    .execute()
  try {
    await post(
      db,
      [
        {
          debit: house(from),
          credit: house('world'),
          amount,
          asset: currency,
          kind: 'spending',
          ref: id,
          memo: { what },
        },
      ],
      clock,
    )
  } catch (cause) {
    if (isSqlError(cause, 'VF003')) return 'not there'
    throw cause
  }
  const cover = await coverOf(db, { currency }, clock)
  if (cover.outside < cover.claims) return 'not covered'
  return cover.sales < cover.refundable ? 'refundable' : 'spent'
}

/**
 * Locks what leaves the books for somebody: whoever decides by `coverOf` takes turns. All accounts, as the members'
 * cover is of all together. Machines are locked before.
 */
export async function lockSources(db: Db, currency: string): Promise<void> {
  const accounts = sources.map((code) => ({ ...house(code), asset: currency }))
  // One that isn't there couldn't be locked.
  await openAccounts(db, null, accounts)
  await lockAccounts(db, accounts)
}

/** What decides how much may leave `sales`: claims and orders that can be cancelled stay covered. Minor units. */
export interface Cover {
  sales: number
  outside: number
  claims: number
  /** What cancelling every order that can still be cancelled would return at most. */
  refundable: number
}

/** The cover in a currency now; `refundable` without the orders of one product where that is left out. */
export async function coverOf(
  db: Db,
  { currency, without }: { currency: string; without?: string },
  clock: Clock,
): Promise<Cover> {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(actual_payment), 0)::bigint as amount from purchase
    where currency = ${currency} and cancelled_at is null and cancellable_until > ${instant(clock)}
      ${without === undefined ? sql`` : sql`and product_id <> ${without}`}`.execute(db)
  const sheet = (await balanceSheets(db)).find((it) => it.currency === currency)
  const { sales = 0, outside = 0, claims = 0 } = sheet ?? {}
  return { sales, outside, claims, refundable: rows[0]?.amount ?? 0 }
}
