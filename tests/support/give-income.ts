import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { instant, type Clock } from '#server/clock.ts'
import { isOnSeveralNodes } from '#server/db/nodes.ts'
import type { Db } from '#server/db/open.ts'
import { house, openMachineAccount } from '#server/ledger/accounts.ts'
import { post } from '#server/ledger/post.ts'
import { runAsOwner } from './as-owner.ts'

/** Gives a member income by the only legal path: machine revenue, settled and claimed. Minor units of USD. */
export async function giveIncome(db: Db, memberId: string, amount: number, clock: Clock): Promise<void> {
  const asset = 'USD'
  const machine = { ownerId: randomUUID(), code: 'machine' }
  await openMachineAccount(db, machine.ownerId, asset)
  const pending = { ownerId: memberId, code: 'pending' }
  // The ledger demands a settlement line behind every income transfer.
  const ref = `test/${randomUUID()}`
  await asSettlement(
    db,
    sql`insert into settlement_line (period, unit_id, member_id, amount)
      values ('test', ${sql.lit(ref.slice(5))}, ${sql.lit(memberId)}, ${sql.lit(amount)})`,
  )
  // As settlement keeps the days of income; which day it is doesn't matter here.
  await asSettlement(
    db,
    sql`insert into income_of_day (member_id, day, machines, amounts)
      values (${sql.lit(memberId)}, ${sql.lit(instant(clock).slice(0, 10))}, array[gen_random_uuid()], array[${sql.lit(amount)}])
      on conflict (member_id, day) do update set machines = income_of_day.machines || excluded.machines,
        amounts = income_of_day.amounts || excluded.amounts`,
  )
  await post(
    db,
    [
      { debit: house('world'), credit: machine, amount, asset, kind: 'revenue', ref },
      { debit: machine, credit: pending, amount, asset, kind: 'income', ref },
      { debit: pending, credit: { ownerId: memberId, code: 'income' }, amount, asset, kind: 'income_claim', ref },
    ],
    clock,
  )
}

/** On several nodes a transaction may not write as two roles, and settlement writes as the server's. */
async function asSettlement(db: Db, statement: RawBuilder<unknown>): Promise<void> {
  if (await isOnSeveralNodes(db)) await statement.execute(db)
  else await runAsOwner(db, statement)
}
