import * as v from 'valibot'
import { theFeed } from '../../db/operator-actions.ts'
import { reconcileBooks } from '../../features/wallet/books/reconciling.ts'
import { balanceSheets } from '../../ledger/balance-sheet.ts'
import type { Command } from './command.ts'
import { reading } from './command.ts'
import { Switch, counted, money } from './arguments.ts'

const solvency = reading('solvency', {
  needs: ['treasury', 'auditor'],
  says: 'What members own, against what came in from outside and is still there, per currency',
  run: async ({ db }) =>
    (await balanceSheets(db)).flatMap(
      ({ currency, members, debts, unowned, claims, outside, machines, reserve, operator, sales, otherHouse }) => [
        `${currency}: claims ${money(claims, currency)}, held ${money(outside, currency)}: ${claims <= outside ? 'covered' : 'NOT COVERED'}.`,
        ...members.map((it) => `  members' ${it.account}  ${money(it.amount, currency)}`),
        ...Object.entries({
          'came for deleted accounts': unowned,
          'members owe': debts,
          'not yet settled at machines': machines.left,
          'reserve for time deposits': reserve,
          "operator's own": operator,
          sales: sales,
          'set aside for salaries, gifts, prizes and taxes': otherHouse,
        }).map(([name, amount]) => `  ${name}  ${money(amount, currency)}`),
      ],
    ),
})

const check = reading('reconcile', {
  needs: ['treasury', 'auditor'],
  says: 'Goes through the books now, as the job does every night, keeps what it finds for everybody to see, and says it; --full on also reads everything of closed days',
  args: { full: v.optional(Switch) },
  run: async (context, { full = false }) => {
    const { isSound, checks, findings } = await reconcileBooks(context, full ? 'all days' : 'open days')
    const lines = [
      isSound ? 'The books are sound.' : 'THE BOOKS DO NOT AGREE.',
      ...checks.map((it) => `  ${it.check}: ${it.looked} looked at, ${it.wrong} wrong`),
      ...findings.map((it) => `  ${it.check}: ${it.subject}: expected ${it.expected}, found ${it.found}`),
    ]
    return { shown: lines, kept: [], isBad: !isSound }
  },
})

const audit = reading('audit', {
  needs: ['auditor', 'administrator'],
  says: 'What was done by command, and what feeds reported, newest first, each with its number; --before a number for what came before it, --without feed for what people did',
  args: {
    limit: v.optional(counted(1, 1000)),
    before: v.optional(counted(1, Number.MAX_SAFE_INTEGER)),
    without: v.optional(v.picklist(['feed'], 'must be feed')),
  },
  run: async ({ db }, { limit = 50, before, without }) => {
    const rows = await db
      .selectFrom('operatorAction')
      .selectAll()
      .$if(before !== undefined, (it) => it.where('id', '<', before as number))
      // An operator's account may have that name.
      .$if(without !== undefined, (it) =>
        it.where((of) => of.or([of('byName', '<>', theFeed.name), of('accountId', 'is not', null)])),
      )
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute()
    if (rows.length === 0) return ['Nothing so far.']
    const shown = rows.slice(0, limit)
    return [
      ...shown.map(
        (it) =>
          `${it.id}  ${it.at}  ${it.byName}  ${it.command} ${JSON.stringify(it.args)}  why: ${it.why}  -> ${it.outcome.join(' ')}`,
      ),
      ...(rows.length > limit ? [`And more: --before ${shown.at(-1)?.id}`] : []),
    ]
  },
})

export const bookCommands: readonly Command[] = [solvency, check, audit]
