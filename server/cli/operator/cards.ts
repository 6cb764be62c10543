import * as v from 'valibot'
import { Id } from '#protocol/primitives.ts'
import { cardsOf } from '../../db/bank-cards.ts'
import { setAnnualFee } from '../../features/cards/annual-fees.ts'
import { billsOf, chargeCard, disableCard, pausePenalty } from '../../features/cards/bills.ts'
import { waiveBill } from '../../features/cards/waiving.ts'
import type { Command } from './command.ts'
import { action, reading } from './command.ts'
import { Major, MajorOrNothing, Text, memberBehind, money } from './arguments.ts'
import { booksCurrency } from '../../db/books-currency.ts'

/** More would be a mistake, and a penalty of it more than the database's integers hold. */
const most = 1_000_000_000
const tooMuch = 'must be at most 10000000.00'

const list = reading('card list', {
  needs: ['support', 'treasury'],
  reads: 'personal',
  says: "A member's cards and what is open on them",
  positional: ['member'],
  args: { member: v.string() },
  run: async ({ db, clock }, { member }) => {
    const memberId = await memberBehind(db, member)
    const bills = await billsOf(db, memberId, clock)
    const rows = (await cardsOf(db, memberId, clock)).flatMap((card) => [
      `${card.id}  ${card.status}  ${card.bankName}  ${card.numberMasked}  ${card.holderName}`,
      ...(bills.get(card.id) ?? [])
        .filter((it) => it.completedAt === null)
        .map(
          (it) =>
            `  bill ${it.id}  ${it.kind === 'charge' ? it.ref : 'annual fee'}  due ${it.dueOn}  ${money(it.amount + it.penalty - it.repaid, it.currency)} left, penalty ${money(it.penalty, it.currency)}`,
        ),
    ])
    return rows.length === 0 ? ['None.'] : rows
  },
})

const card = { positional: ['id'], args: { id: Id } } as const

const disable = action('card disable', {
  needs: ['support'],
  says: 'The card takes no withdrawals until it is enabled; those on their way to it are named, and are not approved, paid or sent until then',
  ...card,
  run: async ({ db, clock }, { id }) => {
    await disableCard(db, { cardId: id, disabled: true }, clock)
    const open = await db
      .selectFrom('withdrawal')
      .select(['id', 'state', 'arrives', 'currency'])
      .where('cardId', '=', id)
      .where('state', 'in', ['requested', 'approved', 'sent'])
      .orderBy('requestedAt')
      .execute()
    return [
      'Disabled.',
      ...open.map(
        (it) => `Withdrawal ${it.id} of ${money(it.arrives, it.currency)} is ${it.state}: ${wayOut(it.state)}.`,
      ),
    ]
  },
})

function wayOut(state: string): string {
  if (state === 'sent')
    return 'the bank has it. Ask it to stop, and then "withdrawal return", or "withdrawal arrive" if it is too late'
  return '"withdrawal return" gives it back; else it waits until the card is enabled'
}

const enable = action('card enable', {
  needs: ['support'],
  says: 'A disabled card can be used again',
  ...card,
  run: async ({ db, clock }, { id }) => {
    await disableCard(db, { cardId: id, disabled: false }, clock)
    return ['Enabled.']
  },
})

const charge = action('card charge', {
  needs: ['treasury'],
  says: 'Bills a card, once by --ref, which says what for and is read by the member; due in thirty days',
  positional: ['id', 'amount'],
  args: { id: Id, amount: v.pipe(Major, v.maxValue(most, tooMuch)), ref: Text },
  run: async ({ db, clock }, { id, amount, ref }) => [
    `${await chargeCard(db, { cardId: id, ref, amount }, clock)}: ${money(amount, booksCurrency)} for ${ref}.`,
  ],
})

const waive = action('card waive', {
  needs: ['treasury'],
  says: 'Takes back a bill of `card list` of which nothing was repaid; the member is told with --reason and no longer sees it, and its --ref stays used',
  positional: ['bill'],
  args: { bill: Id, reason: Text },
  run: async ({ db, clock }, { bill, reason }) => {
    const { left, currency, what, waivedAt, isNew } = await waiveBill(db, { billId: bill, reason }, clock)
    const waived = `${money(left, currency)} for ${what}`
    return [
      isNew
        ? `Waived: ${waived}. The member has been told.`
        : `It was waived before, at ${waivedAt}: ${waived}. The member was not told again.`,
    ]
  },
})

const penalty = action('card penalty', {
  needs: ['treasury'],
  says: "Stops a bill's penalty, or lets it grow again; days in between are never counted",
  positional: ['bill', 'to'],
  args: { bill: Id, to: v.picklist(['pause', 'resume'], 'must be pause or resume') },
  run: async ({ db, clock }, { bill, to }) => {
    await pausePenalty(db, { billId: bill, paused: to === 'pause' }, clock)
    return [to === 'pause' ? 'Paused.' : 'Grows again.']
  },
})

const fee = action('card fee', {
  needs: ['treasury'],
  says: 'Sets what cards of a type cost a year, 0 for nothing; cards that were bound while it was nothing cost it from their next year on. Holders of such a card are told when it rises',
  positional: ['type', 'amount'],
  args: { type: Text, amount: v.pipe(MajorOrNothing, v.maxValue(most, tooMuch)) },
  run: async ({ db, clock }, { type, amount }) => {
    const { name, currency } = await setAnnualFee(db, { code: type, annualFee: amount }, clock)
    return [
      amount === 0
        ? `${name} costs nothing a year from now on. Bills that were made stay.`
        : `${name} costs ${money(amount, currency)} a year from now on.`,
    ]
  },
})

export const cardCommands: readonly Command[] = [list, disable, enable, charge, waive, penalty, fee]
