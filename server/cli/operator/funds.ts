import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as v from 'valibot'
import type { Db } from '../../db/open.ts'
import { isSqlError } from '../../db/connection.ts'
import { payInCapital } from '../../features/wallet/deposits/reserve.ts'
import { DomainError } from '../../http/domain-error.ts'
import { balanceOf, openAccounts, systemAccount } from '../../ledger/accounts.ts'
import { post } from '../../ledger/post.ts'
import type { Command } from './command.ts'
import { action, reading } from './command.ts'
import { Major, money } from './arguments.ts'
import { booksCurrency as currency } from '../../db/books-currency.ts'

/** House accounts with a minimum balance that a transfer rule lets be funded out of the operator's own money. */
async function fundable(db: Db): Promise<{ code: string; kind: string }[]> {
  const { rows } = await sql<{ code: string; kind: string }>`
    select credit_code as code, kind from transfer_rule join account_code on account_code.code = credit_code
    where debit_code = 'operator' and kind like '%\\_funding' and not rolled order by code`.execute(db)
  return rows
}

const list = reading('fund list', {
  says: 'What money can be set aside for, and how much is there',
  run: async ({ db }) => {
    const own = `operator  ${money(await balanceOf(db, await systemAccount(db, 'operator', currency)), currency)}`
    const rows = await Promise.all(
      (await fundable(db)).map(async ({ code }) => {
        const account = await db
          .selectFrom('account')
          .select('balance')
          .where('ownerId', 'is', null)
          .where('code', '=', code)
          .where('asset', '=', currency)
          .executeTakeFirst()
        return `${code}  ${money(account?.balance ?? 0, currency)}`
      }),
    )
    return [own, ...rows]
  },
})

const capital = action('fund capital', {
  says: "The operator puts own money in from outside; it is nobody else's",
  positional: ['amount'],
  args: { amount: Major },
  run: async ({ db, clock }, { amount }) => {
    await payInCapital(db, { amount, currency }, clock)
    const operator = await systemAccount(db, 'operator', currency)
    return [
      `${money(amount, currency)} came in. The operator's own is ${money(await balanceOf(db, operator), currency)}.`,
    ]
  },
})

const fund = action('fund', {
  says: "Sets aside what the operator has, for an account of `fund list`; members' money can't get there",
  positional: ['account', 'amount'],
  args: { account: v.string(), amount: Major },
  run: async ({ db, clock }, { account: code, amount }) => {
    const rule = (await fundable(db)).find((it) => it.code === code)
    if (!rule)
      throw new DomainError('bad_request', {
        field: code,
        problem: 'is not an account that is funded: see `fund list`',
      })
    await openAccounts(db, null, [{ code, asset: currency }])
    const credit = { ownerId: null, code }
    await post(
      db,
      [
        {
          debit: await systemAccount(db, 'operator', currency),
          credit,
          amount,
          asset: currency,
          kind: rule.kind,
          ref: randomUUID(),
        },
      ],
      clock,
    ).catch((cause: unknown) => {
      if (isSqlError(cause, 'VF003'))
        throw new DomainError('bad_request', {
          field: 'amount',
          problem: "is more than the operator's own: bring money in first (`fund capital`)",
        })
      throw cause
    })
    const { balance } = await db
      .selectFrom('account')
      .select('balance')
      .where('ownerId', 'is', null)
      .where('code', '=', code)
      .where('asset', '=', currency)
      .executeTakeFirstOrThrow()
    return [`${money(amount, currency)} set aside. ${code} has ${money(balance, currency)}.`]
  },
})

/** Longer names first: `fund` would take the words of `fund list` for its arguments. */
export const fundCommands: readonly Command[] = [list, capital, fund]
