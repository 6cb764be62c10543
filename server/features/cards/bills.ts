import { randomUUID } from 'node:crypto'
import type { CardBill } from '#protocol/cards.ts'
import { addDays, dayIn, instant } from '../../clock.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { zoneOfOperator } from '../../db/settings.ts'
import { DomainError } from '../../http/domain-error.ts'
import { house } from '../../ledger/accounts.ts'
import { BelowMinimumBalance, post } from '../../ledger/post.ts'
import { addPenalties, penaltyRule } from './annual-fees.ts'
import { dueDays, leftOf, statusOfBill } from './rules.ts'
import { tellBilled } from './telling.ts'
import { booksCurrency } from '../../db/books-currency.ts'

/**
 * Bills by card: the open ones first, then those repaid in the last year; the one that is due first comes first. A
 * waived one is no bill any more.
 */
export async function billsOf(db: Db, memberId: string, clock: Clock): Promise<Map<string, CardBill[]>> {
  const terms = await termsOn(db, clock)
  const rows = await db
    .selectFrom('cardBill')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('waivedAt', 'is', null)
    .where(({ or, eb }) =>
      or([eb('completedAt', 'is', null), eb('completedAt', '>', instant(clock.now() - 365 * 86_400_000))]),
    )
    .orderBy((eb) => eb('completedAt', 'is not', null))
    .orderBy('dueOn')
    .orderBy('id')
    .execute()
  const bills = new Map<string, CardBill[]>()
  for (const row of rows) bills.set(row.cardId, [...(bills.get(row.cardId) ?? []), answerOf(row, terms)])
  return bills
}

/** A member's repayment, whole or in part, in minor units. `expectedLeft` is what they saw as left. */
export interface Repayment {
  memberId: string
  billId: string
  wallet: 'recharge' | 'income'
  amount: number
  expectedLeft: number
}

/** A member's bill with the last digits of its card. It stays locked, as repaying and waiving exclude each other. */
export async function lockBill(db: Db, memberId: string, billId: string) {
  const bill = await db
    .selectFrom('cardBill')
    .innerJoin('bankCard', (it) =>
      it.onRef('bankCard.memberId', '=', 'cardBill.memberId').onRef('bankCard.id', '=', 'cardBill.cardId'),
    )
    .selectAll('cardBill')
    .select('lastFour')
    .where('cardBill.memberId', '=', memberId)
    .where('cardBill.id', '=', billId)
    .forUpdate('cardBill')
    .executeTakeFirst()
  if (!bill) throw new DomainError('not_found')
  return bill
}

/**
 * Repays a bill from a wallet and answers it. Throws a DomainError where it is closed, more or less is left than was
 * shown, or the wallet has too little.
 */
export async function repay(
  db: Db,
  { memberId, billId, wallet, amount, expectedLeft }: Repayment,
  clock: Clock,
): Promise<CardBill> {
  const bill = await lockBill(db, memberId, billId)
  const left = leftOf(bill)
  if (bill.completedAt !== null) throw new DomainError('card_bill_closed')
  if (left !== expectedLeft) throw new DomainError('price_changed')
  if (amount > left) throw new DomainError('bad_request', { field: 'amount', problem: 'must not be more than is left' })
  const id = randomUUID()
  await db
    .insertInto('cardRepayment')
    .values({ id, billId, memberId, wallet, amount, at: instant(clock) })
    .execute()
  const changed = { repaid: bill.repaid + amount, completedAt: amount === left ? instant(clock) : null }
  await db.updateTable('cardBill').set(changed).where('memberId', '=', memberId).where('id', '=', billId).execute()
  try {
    await post(
      db,
      [
        {
          debit: { ownerId: memberId, code: wallet },
          credit: house('operator'),
          amount,
          asset: bill.currency,
          kind: 'card_repayment',
          ref: id,
          memo: { subject: `•••• ${bill.lastFour ?? ''}` },
        },
      ],
      clock,
    )
  } catch (cause) {
    throw cause instanceof BelowMinimumBalance ? new DomainError('balance_insufficient') : cause
  }
  return answerOf({ ...bill, ...changed }, await termsOn(db, clock))
}

/**
 * The operator bills a card: `ref` says what for, which the member reads, and counts once per card. Amount in minor
 * units. Answers the bill's id, also of the same one made before. Throws a DomainError for an unknown card, another
 * amount under a known `ref`, or the `ref` of a bill that was waived.
 */
export async function chargeCard(
  db: Db,
  { cardId, ref, amount }: { cardId: string; ref: string; amount: number },
  clock: Clock,
): Promise<string> {
  const owner = await db.selectFrom('bankCard').select('memberId').where('id', '=', cardId).executeTakeFirst()
  const card = owner && (await lockCard(db, { memberId: owner.memberId, id: cardId }))
  if (!card) throw new DomainError('not_found')
  const made = await db
    .insertInto('cardBill')
    .values({
      id: randomUUID(),
      cardId,
      memberId: card.memberId,
      kind: 'charge',
      ref,
      currency: booksCurrency,
      amount,
      dueOn: addDays(dayIn(await zoneOfOperator(db), clock.now()), dueDays),
      penaltyThrough: null,
      penaltyPausedAt: null,
      madeAt: instant(clock),
      completedAt: null,
    })
    .onConflict((it) => it.doNothing())
    .returning('id')
    .executeTakeFirst()
  const bill = await db
    .selectFrom('cardBill')
    .select(['id', 'memberId', 'amount', 'currency', 'dueOn', 'kind', 'ref', 'waivedAt'])
    .where('memberId', '=', card.memberId)
    .where('cardId', '=', cardId)
    .where('kind', '=', 'charge')
    .where('ref', '=', ref)
    .executeTakeFirstOrThrow()
  if (bill.waivedAt !== null)
    throw new DomainError('bad_request', { field: 'ref', problem: 'is that of a bill that was waived: give another' })
  if (bill.amount !== amount) throw new DomainError('key_reused')
  if (made) await tellBilled(db, [{ ...bill, lastFour: card.lastFour }], clock)
  return bill.id
}

/** A card that isn't removed: whoever removes it waits, and then finds its bill. */
async function lockCard(db: Db, { memberId, id }: { memberId: string; id: string }) {
  return await db
    .selectFrom('bankCard')
    .select(['id', 'memberId', 'lastFour'])
    .where('memberId', '=', memberId)
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** The operator stops or resumes a bill's penalty; days in between are never counted. */
export async function pausePenalty(
  db: Db,
  { billId, paused }: { billId: string; paused: boolean },
  clock: Clock,
): Promise<void> {
  const today = dayIn(await zoneOfOperator(db), clock.now())
  // Days until now are the bill's, whether or not the job has counted them yet.
  await addPenalties(db, clock, billId)
  const changed = await db
    .updateTable('cardBill')
    .set(paused ? { penaltyPausedAt: instant(clock) } : { penaltyPausedAt: null, penaltyThrough: today })
    .where('id', '=', billId)
    .where('completedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw new DomainError('not_found')
}

/** The operator disables a card, or lets it be used again. */
export async function disableCard(
  db: Db,
  { cardId, disabled }: { cardId: string; disabled: boolean },
  clock: Clock,
): Promise<void> {
  const changed = await db
    .updateTable('bankCard')
    .set({ disabledAt: disabled ? instant(clock) : null })
    .where('id', '=', cardId)
    .where('removedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw new DomainError('not_found')
}

type Row = Parameters<typeof statusOfBill>[0] & Pick<CardBill, 'id' | 'currency' | 'kind' | 'ref'>

interface Terms {
  today: string
  rule: Awaited<ReturnType<typeof penaltyRule>>
}

async function termsOn(db: Db, clock: Clock): Promise<Terms> {
  return { today: dayIn(await zoneOfOperator(db), clock.now()), rule: await penaltyRule(db) }
}

function answerOf(row: Row, { today, rule }: Terms): CardBill {
  const { id, currency, amount, penalty, repaid, dueOn, completedAt, kind, ref } = row
  const status = statusOfBill(row, today)
  return { id, currency, amount, penalty, repaid, dueOn, completedAt, kind, ref, penaltyRule: rule, status }
}
