import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { instant, type Clock } from '#server/clock.ts'
import type { Db } from '#server/db/open.ts'
import { accountOf, openMachineAccount, systemAccount } from '#server/ledger/accounts.ts'
import { post } from '#server/ledger/post.ts'
import { runAsOwner } from './as-owner.ts'

/** Gives a member income by the only legal path: machine revenue, settled and claimed. Minor units of USD. */
export async function giveIncome(db: Db, memberId: string, amount: number, clock: Clock): Promise<void> {
  const asset = 'USD'
  const machine = await openMachineAccount(db, randomUUID(), asset)
  const pending = await accountOf(db, { ownerId: memberId, code: 'pending', asset })
  const income = await accountOf(db, { ownerId: memberId, code: 'income', asset })
  // The ledger demands a settlement line behind every income transfer.
  const ref = `test/${randomUUID()}`
  await runAsOwner(
    db,
    sql`insert into settlement_line (period, unit_id, account_id, amount)
      values ('test', ${sql.lit(ref.slice(5))}, ${sql.lit(pending)}, ${sql.lit(amount)})`,
  )
  // As settlement keeps the days of income; which day it is doesn't matter here.
  await db
    .insertInto('incomeDay')
    .values({ memberId, day: instant(clock).slice(0, 10), machineId: randomUUID(), amount })
    .execute()
  await post(
    db,
    [
      { debit: await systemAccount(db, 'world', asset), credit: machine, amount, asset, kind: 'revenue', ref },
      { debit: machine, credit: pending, amount, asset, kind: 'income', ref },
      { debit: pending, credit: income, amount, asset, kind: 'income_claim', ref },
    ],
    clock,
  )
}
