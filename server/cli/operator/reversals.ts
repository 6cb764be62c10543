import * as v from 'valibot'
import { Id } from '#protocol/primitives.ts'
import { takeBackRevenue } from '../../features/products/machines/taking-back.ts'
import { takeBackTopUp } from '../../features/wallet/reversals/top-ups.ts'
import { undoReversal } from '../../features/wallet/reversals/undoing.ts'
import { DomainError } from '../../http/domain-error.ts'
import { writeOffDebts } from '../../ledger/debts.ts'
import type { Command } from './command.ts'
import { action, reading } from './command.ts'
import { listed, listedMost } from './listed.ts'
import { Major, Text, money } from './arguments.ts'

const Name = v.pipe(v.string(), v.nonEmpty(), v.maxLength(128))

const takeBackATopUp = action('top-up reverse', {
  needs: ['treasury'],
  says: 'Takes a wrong top-up or a chargeback back, once by --reference; --amount for a part. What was spent meanwhile the member owes. They are told, with the reason',
  positional: ['source', 'id'],
  args: { source: Name, id: Name, amount: v.optional(Major), reference: Name, reason: Text },
  run: async ({ db, clock }, { source, id, amount, reference, reason }) => {
    const back = await takeBackTopUp(db, { source, externalId: id, amount, reference, reason }, clock)
    if (!back.counted) return [`${reference}: was taken back before. Nothing was changed.`]
    return [
      `${money(back.amount, back.currency)} taken back. The member owes ${money(back.owed, back.currency)} of it, and has been told.`,
      ...(back.owed > 0 && back.deposited > 0
        ? [
            `${money(back.deposited, back.currency)} of theirs from the recharge wallet lies in time deposits, which go on and pay interest.`,
          ]
        : []),
    ]
  },
})

const giveBackATopUp = action('top-up give-back', {
  needs: ['treasury'],
  says: 'Undoes a `top-up reverse` that was a mistake, by its --reference, once: the money is in the recharge wallet again, and pays first what is owed to it. The member is told, with the reason',
  positional: ['reference'],
  args: { reference: Name, reason: Text },
  run: async ({ db, clock }, { reference, reason }) => {
    const back = await undoReversal(db, { reference, reason }, clock)
    if (!back.counted) return [`${reference}: was given back before. Nothing was changed.`]
    return [
      `${money(back.amount, back.currency)} given back. ${money(back.paidDebt, back.currency)} of it paid what the member owed. They have been told.`,
    ]
  },
})

const takeBackARevenue = action('revenue reverse', {
  needs: ['treasury'],
  says: 'Takes wrong revenue of a trip or session back, once by --reference: fee and income return, and members owe what they have spent of it or not claimed yet. They are told, with the reason',
  positional: ['source', 'id'],
  args: { source: Name, id: Name, reference: Name, reason: Text },
  run: async ({ db, clock }, { source, id, reference, reason }) => {
    const back = await takeBackRevenue(db, { source, externalId: id, reference, reason }, clock)
    if (!back.counted) return [`${reference}: was taken back before. Nothing was changed.`]
    return [
      `${money(back.amount, back.currency)} taken back, from ${back.members} members too. They owe ${money(back.owed, back.currency)} of it.`,
      ...(back.pending > 0
        ? [`${money(back.pending, back.currency)} of that is ready to claim, and claiming it pays that.`]
        : []),
    ]
  },
})

const list = reading('reversal list', {
  needs: ['treasury', 'auditor'],
  says: 'What was taken back, newest first',
  run: async ({ db }) => {
    const rows = await db
      .selectFrom('reversal')
      .leftJoin('topUp', 'topUp.id', 'topUpId')
      .leftJoin('revenue', 'revenue.id', 'revenueId')
      .leftJoin('reversalUndone', 'reversalId', 'reversal.id')
      .select(['reversal.at', 'reversal.amount', 'reference', 'reversal.reason', 'reversalUndone.at as undoneAt'])
      .select((it) => [
        it.fn.coalesce('topUp.currency', 'revenue.currency').$castTo<string>().as('currency'),
        it.fn.coalesce('topUp.source', 'revenue.source').as('source'),
        it.fn.coalesce('topUp.externalId', 'revenue.externalId').as('externalId'),
      ])
      .orderBy('reversal.at', 'desc')
      .limit(listedMost + 1)
      .execute()
    return listed(rows, {
      lineOf: (it) =>
        [
          it.at,
          money(it.amount, it.currency),
          it.source,
          it.externalId,
          it.reference,
          it.reason,
          ...(it.undoneAt === null ? [] : [`GIVEN BACK ${it.undoneAt}`]),
        ].join('  '),
    })
  },
})

const debts = reading('debt list', {
  needs: ['treasury', 'support'],
  reads: 'personal',
  says: 'Who owes what since money was taken back; what comes into that wallet next pays it first',
  run: async ({ db }) => {
    const rows = await db
      .selectFrom('account')
      .innerJoin('member', 'member.id', 'ownerId')
      .select(['member.id', 'member.phone', 'deletedAt', 'code', 'asset', 'balance'])
      .where('code', 'in', ['recharge_debt', 'income_debt'])
      .where('balance', '<', 0)
      .orderBy('balance')
      .limit(listedMost + 1)
      .execute()
    return listed(rows, {
      none: 'Nobody owes anything.',
      lineOf: (it) => {
        const who = it.deletedAt === null ? it.phone : `${it.id} (account deleted)`
        return `${who}  ${it.code}  ${money(-it.balance, it.asset)}`
      },
    })
  },
})

const writeOff = action('debt write-off', {
  needs: ['treasury'],
  says: 'Writes off what a deleted account owes, by its id in `debt list`: your own money pays it. Refused while the member is there, whose debt is paid by what comes into the wallet',
  positional: ['id'],
  args: { id: Id },
  run: async ({ db, clock }, { id }) => {
    const member = await db.selectFrom('member').select('deletedAt').where('id', '=', id).executeTakeFirst()
    if (!member) throw new DomainError('not_found')
    if (member.deletedAt === null)
      throw new DomainError('bad_request', {
        field: 'member',
        problem: 'is there: what comes into the wallet pays the debt',
      })
    const owed = await writeOffDebts(db, id, clock)
    return owed.length === 0
      ? [`${id} owes nothing. Nothing was changed.`]
      : owed.map((it) => `${money(it.amount, it.asset)} owed to the ${it.wallet} wallet is written off.`)
  },
})

export const reversalCommands: readonly Command[] = [
  takeBackATopUp,
  giveBackATopUp,
  takeBackARevenue,
  list,
  debts,
  writeOff,
]
