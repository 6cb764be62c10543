import { sql } from 'kysely'
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

interface Reversal {
  at: string
  amount: number
  reference: string
  reason: string
  undoneAt: string | null
  currency: string
  source: string
  externalId: string
}

const list = reading('reversal list', {
  needs: ['treasury', 'auditor'],
  says: 'What was taken back, newest first',
  run: async ({ db }) => {
    const { rows } = await sql<Reversal>`
      with newest as materialized (
        select reversal.*, undone.at as undone_at from reversal left join reversal_undone undone on reversal_id = reversal.id
        order by reversal.at desc limit ${listedMost + 1}
      ), of_top_up as materialized (
        select newest.id, top_up.currency, source, external_id from newest join top_up on top_up.id = top_up_id
      ), of_revenue as materialized (
        select newest.id, revenue.currency, source, external_id
        from newest join revenue on revenue.machine_id = newest.machine_id and revenue.id = revenue_id
      )
      select at, amount, reference, reason, undone_at, currency, source, external_id
      from newest join (select * from of_top_up union all select * from of_revenue) taken using (id)
      order by at desc`.execute(db)
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
