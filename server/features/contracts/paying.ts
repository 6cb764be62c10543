import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { billWeek, weeksDue } from '../../db/weekly-pay.ts'
import type { JobDeps } from '../../jobs/job.ts'
import { house, openAccounts } from '../../ledger/accounts.ts'
import { BelowMinimumBalance, post } from '../../ledger/post.ts'
import { waitForDeletions } from '../../ledger/settle.ts'
import { notify } from '../../notices/notify.ts'
import { endWithTerm } from './reviewing.ts'

/**
 * Bills every week that is over, funds bills in their order for as long as the operator's salary account reaches, then
 * ends contracts whose term is over.
 */
export async function paySalaries({ database, clock }: Pick<JobDeps, 'database' | 'clock'>): Promise<void> {
  for (const week of await weeksDue(database.kysely, clock))
    await database.inTransaction(async (db) => {
      await waitForDeletions(db)
      await billWeek(db, week, clock)
    })
  const unfunded = await unfundedBills(database.kysely).select('currency').distinct().execute()
  for (const { currency } of unfunded) await fundAll({ database, clock }, currency)
  // Last: whatever fails here holds up no pay.
  await database.inTransaction((db) => endWithTerm(db, clock))
}

/** The account of a currency that holds too little, or is none, holds up no bill in another. */
async function fundAll({ database, clock }: Pick<JobDeps, 'database' | 'clock'>, currency: string): Promise<void> {
  let funded = true
  while (funded)
    funded = await database
      .inTransaction((db) => fundNext(db, currency, clock))
      .catch((cause: unknown) => {
        if (cause instanceof BelowMinimumBalance) return false
        throw cause
      })
}

function unfundedBills(db: Db) {
  return db.selectFrom('contractBill').where('fundedAt', 'is', null).where('voidedAt', 'is', null)
}

/**
 * Pays the oldest unfunded bill in a currency from the operator's salary account to the member's `wages`, from where
 * they can receive it. False when none is left. Throws BelowMinimumBalance when the account holds too little: a
 * smaller, newer bill must not be paid first.
 */
async function fundNext(db: Db, currency: string, clock: Clock): Promise<boolean> {
  const bill = await unfundedBills(db)
    .select(['id', 'memberId', 'amount'])
    .where('currency', '=', currency)
    .orderBy('receivableFrom')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!bill) return false
  const { id, memberId, amount } = bill
  // Before any money moves: it stays locked from here, and one that another process funds or voids is waited for.
  const { numUpdatedRows } = await db
    .updateTable('contractBill')
    .set({ fundedAt: instant(clock) })
    .where('memberId', '=', memberId)
    .where('id', '=', id)
    .where('fundedAt', 'is', null)
    .where('voidedAt', 'is', null)
    .executeTakeFirstOrThrow()
  // Later bills may still be open.
  if (numUpdatedRows === 0n) return true
  await openAccounts(db, memberId, [{ code: 'wages', asset: currency }])
  await post(
    db,
    [
      {
        debit: house('salary'),
        credit: { ownerId: memberId, code: 'wages' },
        amount,
        asset: currency,
        kind: 'salary_due',
        ref: id,
      },
    ],
    clock,
  )
  await notify(
    db,
    [{ memberId, kind: 'pay_ready', ref: id, params: { amount, currency }, route: '/subPages/salary/list' }],
    clock,
  )
  return true
}
