import * as v from 'valibot'
import { Id } from '#protocol/primitives.ts'
import { keyringOf } from '../../db/keyring.ts'
import { revealContract } from '../../features/contracts/contracts.ts'
import { billExtra, endContract, reviewContract, voidExtra } from '../../features/contracts/reviewing.ts'
import { DomainError } from '../../http/domain-error.ts'
import type { Db } from '../../db/open.ts'
import type { Command } from './command.ts'
import { action, reading } from './command.ts'
import { listed, listedMost } from './listed.ts'
import { Major, Text, counted, memberBehind, money } from './arguments.ts'
import { booksCurrency } from '../../db/books-currency.ts'

const member = v.string()
const version = counted(1, 1_000_000)

const list = reading('contract list', {
  needs: ['support'],
  reads: 'personal',
  says: 'Submissions that wait for a review, oldest first; with --ended yes the contracts that were ended, and by whom, newest first',
  args: { ended: v.optional(v.picklist(['yes'], 'must be yes')) },
  run: async ({ db }, { ended }) => {
    if (ended !== undefined) return await endedContracts(db)
    const rows = await db
      .selectFrom('contract')
      .innerJoin('member', 'member.id', 'memberId')
      .select([
        'member.phone',
        'version',
        'contract.name',
        'education',
        'submittedAt',
        'idNumberTail',
        'cardNumberTail',
      ])
      .where('state', '=', 'submitted')
      .orderBy('submittedAt')
      .execute()
    if (rows.length === 0) return ['None.']
    return rows.map(
      (it) =>
        `${it.phone}  version ${it.version}  ${it.submittedAt}  ${it.name}, ${it.education}, ID •••• ${it.idNumberTail}, card •••• ${it.cardNumberTail}`,
    )
  },
})

/** Those that a member or the operator ended, not those whose term is over. */
async function endedContracts(db: Db): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('contract')
    .innerJoin('member', 'member.id', 'memberId')
    .select(['member.phone', 'version', 'contract.name', 'endedOn', 'endedBy', 'endedAt'])
    .where('endedBy', 'is not', null)
    .orderBy('endedAt', 'desc')
    .orderBy('version', 'desc')
    .limit(listedMost + 1)
    .execute()
  return listed(rows, {
    lineOf: (it) =>
      `${it.phone}  version ${it.version}  last day ${it.endedOn}  ended by the ${it.endedBy} ${it.endedAt}  ${it.name}`,
  })
}

const show = action('contract show', {
  needs: ['support'],
  reads: 'personal',
  says: 'Shows a submission with its numbers; that it was shown is kept, the numbers are not',
  positional: ['member', 'version'],
  args: { member, version },
  run: async ({ db, config }, given) => {
    const of = { memberId: await memberBehind(db, given.member), version: given.version }
    const [clear, row] = [
      await revealContract(db, keyringOf(config), of),
      await db
        .selectFrom('contract')
        .selectAll()
        .where('memberId', '=', of.memberId)
        .where('version', '=', of.version)
        .executeTakeFirst(),
    ]
    if (!clear || !row) throw new DomainError('not_found')
    return {
      shown: [
        `${row.name}, ${row.phone}, ${row.education}, ${row.state}`,
        `ID ${clear.idNumber}`,
        `${row.bankName}, ${row.accountName}, ${clear.cardNumber}`,
        `signed with ${row.signature.length} strokes on ${row.submittedAt}`,
        ...(row.endedOn === null
          ? []
          : [`last day ${row.endedOn}${row.endedBy ? `, ended by the ${row.endedBy}` : ''}`]),
      ],
      kept: ['shown'],
    }
  },
})

const approve = action('contract approve', {
  needs: ['support'],
  says: 'The submission holds from now on',
  positional: ['member', 'version'],
  args: { member, version, remark: v.optional(Text) },
  run: async ({ db, clock }, { member: who, version: of, remark = null }) => {
    const memberId = await memberBehind(db, who)
    if (await isApproved(db, memberId, of)) return [`Version ${of} was approved before. Nothing was changed.`]
    await reviewContract(db, { memberId, version: of, approve: true, remark }, clock)
    return ['Approved. The member has been told.']
  },
})

async function isApproved(db: Db, memberId: string, version: number): Promise<boolean> {
  const approved = await db
    .selectFrom('contract')
    .select('version')
    .where('memberId', '=', memberId)
    .where('version', '=', version)
    .where('state', '=', 'approved')
    .executeTakeFirst()
  return approved !== undefined
}

const giveBack = action('contract return', {
  needs: ['support'],
  says: 'The member is told what is wrong and can sign again',
  positional: ['member', 'version'],
  args: { member, version, remark: Text },
  run: async ({ db, clock }, { member: who, version: of, remark }) => {
    await reviewContract(db, { memberId: await memberBehind(db, who), version: of, approve: false, remark }, clock)
    return ['Returned. The member has been told.']
  },
})

const end = action('contract end', {
  needs: ['support'],
  says: 'Ends a contract after this week; weeks that are over stay owed',
  positional: ['member'],
  args: { member },
  run: async ({ db, clock }, { member: who }) => {
    const day = await endContract(db, await memberBehind(db, who), { by: 'operator' }, clock)
    return [`Its last day is ${day}. The member has been told.`]
  },
})

const bill = action('contract bill', {
  needs: ['treasury'],
  says: "Bills a bonus or a correction in the member's favour, once by --ref; --work says what for",
  positional: ['member', 'kind', 'amount'],
  args: {
    member,
    kind: v.picklist(['bonus', 'correction'], 'must be bonus or correction'),
    amount: Major,
    ref: Text,
    work: Text,
  },
  run: async ({ db, clock }, { member: who, kind, amount, ref, work }) => {
    const id = await billExtra(db, { memberId: await memberBehind(db, who), kind, ref, work, amount }, clock)
    return [`${id}: ${money(amount, booksCurrency)} for ${work}. It can be received once the salary account covers it.`]
  },
})

const voiding = action('contract void', {
  needs: ['treasury'],
  says: 'Takes back a bonus or a correction that is not funded yet, and would hold up later pay; the member no longer sees it, and its --ref stays used',
  positional: ['bill'],
  args: { bill: Id },
  run: async ({ db, clock }, { bill: id }) => {
    const { amount, currency, work } = await voidExtra(db, id, clock)
    return [`${money(amount, currency)} for ${work} is void. The member no longer sees it.`]
  },
})

export const contractCommands: readonly Command[] = [list, show, approve, giveBack, end, bill, voiding]
