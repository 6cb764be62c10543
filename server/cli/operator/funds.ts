import * as v from 'valibot'
import { fundedBy, OperatorShort, payInCapital, setAside } from '../../ledger/set-aside.ts'
import { DomainError } from '../../http/domain-error.ts'
import { balanceOf, systemAccount } from '../../ledger/accounts.ts'
import type { Command } from './command.ts'
import { action, reading } from './command.ts'
import { Major, money } from './arguments.ts'
import { booksCurrency as currency } from '../../db/books-currency.ts'

const isFunded = (code: string): code is keyof typeof fundedBy => Object.hasOwn(fundedBy, code)

const list = reading('fund list', {
  says: 'What money can be set aside for, and how much is there',
  run: async ({ db }) => {
    const own = `operator  ${money(await balanceOf(db, await systemAccount(db, 'operator', currency)), currency)}`
    const rows = await Promise.all(
      Object.keys(fundedBy)
        .toSorted()
        .map(async (code) => {
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
    if (!isFunded(code))
      throw new DomainError('bad_request', {
        field: code,
        problem: 'is not an account that is funded: see `fund list`',
      })
    const balance = await setAside(db, { code, amount, currency }, clock).catch((cause: unknown) => {
      if (cause instanceof OperatorShort)
        throw new DomainError('bad_request', {
          field: 'amount',
          problem: "is more than the operator's own: bring money in first (`fund capital`)",
        })
      throw cause
    })
    return [`${money(amount, currency)} set aside. ${code} has ${money(balance, currency)}.`]
  },
})

/** Longer names first: `fund` would take the words of `fund list` for its arguments. */
export const fundCommands: readonly Command[] = [list, capital, fund]
