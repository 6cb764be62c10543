import * as v from 'valibot'
import { fundedBy, OperatorShort, payInCapital, returnToOperator, setAside } from '../../ledger/set-aside.ts'
import { sources, spend, type SpendingRefusal } from '../../ledger/spending.ts'
import { DomainError } from '../../http/domain-error.ts'
import { balanceOf, house } from '../../ledger/accounts.ts'
import { instant } from '../../clock.ts'
import type { Command } from './command.ts'
import { action, reading } from './command.ts'
import { listed, listedMost } from './listed.ts'
import { Major, Text, money } from './arguments.ts'
import { promisedFrom, returnable } from './promised-funds.ts'
import { once, onceByReference, Reference } from './references.ts'
import { booksCurrency as currency } from '../../db/books-currency.ts'

const isFunded = (code: string): code is keyof typeof fundedBy => Object.hasOwn(fundedBy, code)

const list = reading('fund list', {
  needs: ['treasury', 'auditor'],
  says: 'What money can be set aside for, how much is there, and how much tax was withheld',
  run: async ({ db }) => {
    const own = `operator  ${money(await balanceOf(db, { ...house('operator'), asset: currency }), currency)}`
    const rows = await Promise.all(
      Object.keys(fundedBy)
        .filter(isFunded)
        .toSorted()
        .map(async (code) => {
          const balance = await balanceOf(db, { ...house(code), asset: currency })
          return `${code}  ${money(balance, currency)}`
        }),
    )
    const withheld = `tax  ${money(await balanceOf(db, { ...house('tax'), asset: currency }), currency)}`
    return [own, ...rows, withheld]
  },
})

const capital = action('fund capital', {
  needs: ['treasury'],
  says: `The operator puts own money in from outside; it is nobody else's. ${onceByReference}`,
  positional: ['amount'],
  args: { amount: Major, reference: v.optional(Reference) },
  run: (context, { amount, reference }) =>
    once(context, { command: 'fund capital', reference, body: { amount } }, async () => {
      const { db, clock } = context
      await payInCapital(db, { amount, currency }, clock)
      const own = await balanceOf(db, { ...house('operator'), asset: currency })
      return { lines: [`${money(amount, currency)} came in. The operator's own is ${money(own, currency)}.`] }
    }),
})

const fund = action('fund', {
  needs: ['treasury'],
  says: `Sets aside what the operator has, for an account of \`fund list\`; for \`sales\`, where they don't cover what a closed machine's owners get back. ${onceByReference}`,
  positional: ['account', 'amount'],
  args: { account: v.string(), amount: Major, reference: v.optional(Reference) },
  run: (context, { account: code, amount, reference }) =>
    once(context, { command: 'fund', reference, body: { account: code, amount } }, async () => {
      if (!isFunded(code))
        throw new DomainError('bad_request', {
          field: code,
          problem: 'is not an account that is funded: see `fund list`',
        })
      const { db, clock } = context
      const balance = await setAside(db, { code, amount, currency }, clock).catch((cause: unknown) => {
        if (cause instanceof OperatorShort)
          throw new DomainError('bad_request', {
            field: 'amount',
            problem: "is more than the operator's own: bring money in first (`fund capital`)",
          })
        throw cause
      })
      return { lines: [`${money(amount, currency)} set aside. ${code} has ${money(balance, currency)}.`] }
    }),
})

const giveBack = action('fund return', {
  needs: ['treasury'],
  says: `Takes back into your own what was set aside too much of, for \`reserve\`, \`gifts\`, \`prizes\` or \`salary\`: only what no gift code and no bill of pay promises. ${onceByReference}`,
  positional: ['account', 'amount'],
  args: { account: v.picklist(returnable), amount: Major, reference: v.optional(Reference) },
  run: (context, { account: code, amount, reference }) =>
    once(context, { command: 'fund return', reference, body: { account: code, amount } }, async () => {
      const { db, clock } = context
      const promised = await promisedFrom(db, code, instant(clock))
      const left = await returnToOperator(db, { code, amount, currency, promised }, clock)
      if (left === null) {
        const there = await balanceOf(db, { ...house(code), asset: currency })
        throw new DomainError('bad_request', {
          field: 'amount',
          problem: `is more than can be taken back: ${code} has ${money(there, currency)}, of which ${money(promised, currency)} is promised`,
        })
      }
      return { lines: [`${money(amount, currency)} is your own again. ${code} has ${money(left, currency)}.`] }
    }),
})

const refusals: Record<SpendingRefusal, string> = {
  'not there': 'is more than that account has: see `solvency`',
  refundable: 'is needed for orders that can still be cancelled',
  'not covered': "would leave members' money without cover: bring money in first (`fund capital`)",
  'other content': 'has the reference of another spending',
}

const spending = action('spend', {
  needs: ['treasury'],
  says: "Books what you paid for machines or for running them, or passed on as tax, once by --reference: from `sales`, what units were sold for, `operator`, your own, or `tax`, what was withheld of withdrawals; members' money is never in these. Anybody may read --what",
  positional: ['account', 'amount'],
  args: {
    account: v.picklist(sources),
    amount: Major,
    reference: Reference,
    what: Text,
  },
  run: async ({ db, clock }, { account: from, amount, reference, what }) => {
    const done = await spend(db, { from, amount, currency, reference, what }, clock)
    if (done === 'spent before') return [`${reference}: was booked before. Nothing was changed.`]
    if (done !== 'spent') throw new DomainError('bad_request', { field: 'amount', problem: refusals[done] })
    return [
      `${money(amount, currency)} spent. ${from} has ${money(await balanceOf(db, { ...house(from), asset: currency }), currency)}.`,
    ]
  },
})

const spendings = reading('spend list', {
  needs: ['treasury', 'auditor'],
  says: 'What was spent, newest first',
  run: async ({ db }) => {
    const rows = await db
      .selectFrom('spending')
      .selectAll()
      .orderBy('at', 'desc')
      .limit(listedMost + 1)
      .execute()
    return listed(rows, {
      none: 'Nothing so far.',
      lineOf: (it) => `${it.at}  ${it.paidFrom}  ${money(it.amount, it.currency)}  ${it.reference}  ${it.what}`,
    })
  },
})

/** Longer names first: `fund` would take the words of `fund list` for its arguments. */
export const fundCommands: readonly Command[] = [list, capital, giveBack, fund, spendings, spending]
