import { randomUUID } from 'node:crypto'
import type { Clock } from '#server/clock.ts'
import type { Db } from '#server/db/open.ts'
import { accountOf, openMachineAccount, systemAccount } from '#server/ledger/accounts.ts'
import { post } from '#server/ledger/post.ts'

/** Income that a machine of its own took in, settled and claimed: the only way money gets into an income wallet. Minor units of USD. */
export async function giveIncome(db: Db, memberId: string, amount: number, clock: Clock): Promise<void> {
  const asset = 'USD'
  const machine = await openMachineAccount(db, randomUUID(), asset)
  const pending = await accountOf(db, { ownerId: memberId, code: 'pending', asset })
  const income = await accountOf(db, { ownerId: memberId, code: 'income', asset })
  // Under a settlement's name, for the books want a line behind every income.
  const ref = `test/${randomUUID()}`
  await db
    .insertInto('settlementLine')
    .values({ period: 'test', unitId: ref.slice(5), accountId: pending, amount })
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
