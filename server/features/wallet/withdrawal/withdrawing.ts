import { randomUUID } from 'node:crypto'
import type { Withdrawal } from '#protocol/wallet.ts'
import type { Clock } from '../../../clock.ts'
import { atOnce } from '../../../db/at-once.ts'
import { instant } from '../../../clock.ts'
import { lockMember } from '../../../db/lock-member.ts'
import { cardToWithdrawTo } from '../../../db/bank-cards.ts'
import type { Db } from '../../../db/open.ts'
import type { Operator } from '../../../db/operator-actions.ts'
import { reviewUntil } from '../../../db/security-events.ts'
import { DomainError } from '../../../http/domain-error.ts'
import { house, openAccounts } from '../../../ledger/accounts.ts'
import type { Transfer } from '../../../ledger/post.ts'
import { paidDebtOf } from '../../../ledger/debts.ts'
import { BelowMinimumBalance, post } from '../../../ledger/post.ts'
import type { Notice } from '../../../notices/notify.ts'
import { notify } from '../../../notices/notify.ts'
import { rejectDisabledCard } from './disabled-card.ts'
import { rejectOwnStep } from './four-eyes.ts'
import { countedLately, leftToday, linesOf, termsOf } from './withdrawal-terms.ts'

type State = Withdrawal['state']

/** A request to withdraw, with what the member was told would arrive. Minor units. */
export interface WithdrawalRequest {
  memberId: string
  amount: number
  cardId: string
  expectedArrival: number
}

/**
 * Moves money from the income wallet to the account `withdrawing`, where it stays until it has arrived or is returned.
 * Gives the withdrawal. Throws card_unusable, amount_out_of_range, daily_limit_reached, price_changed when other
 * than `expectedArrival` would arrive, or balance_insufficient.
 */
export async function requestWithdrawal(
  db: Db,
  { memberId, amount, cardId, expectedArrival }: WithdrawalRequest,
  clock: Clock,
): Promise<Withdrawal> {
  const [, card, terms, review, lately] = await atOnce([
    // One withdrawal of a member at a time: two at once must not both fit into the day's limit.
    lockMember(db, memberId),
    cardToWithdrawTo(db, memberId, cardId, clock),
    termsOf(db, memberId),
    reviewUntil(db, memberId, clock),
    countedLately(db, memberId, clock),
  ])
  if (!card) throw new DomainError('card_unusable')
  const { currency } = terms
  if (amount < terms.minimum || amount > terms.maximum)
    throw new DomainError('amount_out_of_range', { least: terms.minimum, most: terms.maximum, currency })
  const left = leftToday(lately, terms, clock)
  if (amount > left) throw new DomainError('daily_limit_reached', { left, currency })
  const lines = linesOf(amount, terms)
  if (lines.arrives !== expectedArrival || lines.arrives === 0) throw new DomainError('price_changed')

  const id = randomUUID()
  const transfer = {
    debit: { ownerId: memberId, code: 'income' },
    credit: { ownerId: memberId, code: 'withdrawing' },
    amount,
    asset: currency,
    kind: 'withdrawal',
    ref: id,
    memo: { subject: card.numberMasked },
  }
  const [withdrawal] = await atOnce([
    db
      .insertInto('withdrawal')
      .values({
        id,
        memberId,
        cardId,
        cardMasked: card.numberMasked,
        ...lines,
        state: 'requested',
        reason: null,
        requestedAt: instant(clock),
        cancelledAt: null,
        reviewUntil: review,
        // Where the operator promises no time, none is told.
        expectedBy: terms.hoursToArrive > 0 ? instant(clock.now() + terms.hoursToArrive * 3_600_000) : null,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
    openAccounts(db, memberId, [{ code: 'withdrawing', asset: currency }]),
    postOr(() => new DomainError('balance_insufficient'), db, [transfer], clock),
    stepTo(db, { id, memberId, state: 'requested', params: { ...lines, card: card.numberMasked } }, clock),
  ])
  return { ...withdrawal, steps: [{ state: 'requested', at: withdrawal.requestedAt }] }
}

/** A step of a withdrawal, and who does it. */
export interface Move {
  id: string
  to: Exclude<State, 'requested'>
  reason?: string | null
  by?: Operator | null
  /** Returned though it was booked as arrived: by mistake, or because the bank sent it back afterwards. */
  afterArrival?: boolean
}

/** The states that a state can follow. */
const before: Record<Exclude<State, 'requested'>, readonly State[]> = {
  approved: ['requested'],
  sent: ['approved'],
  arrived: ['sent'],
  returned: ['requested', 'approved', 'sent'],
}

/**
 * Moves a withdrawal to its next state; repeating it changes nothing. Money moves when it has arrived (to the bank, the
 * fee to the operator) and when it is returned (all of it, to the income wallet). The member is told `reason`. Throws a
 * DomainError for an unknown one, for a state that can't follow, for an approval or a sending while the card is
 * disabled, where `by` sends a large one that they approved themselves or gives back one whose arrival they booked, and
 * for a return after arrival to a member who has deleted the account. Without `by` it is the server itself.
 */
export async function moveWithdrawal(
  db: Db,
  { id, to, reason = null, by = null, afterArrival = false }: Move,
  clock: Clock,
): Promise<{ changed: boolean }> {
  // It stays whose it is, so that it is looked up before it is locked.
  const owner = await db.selectFrom('withdrawal').select('memberId').where('id', '=', id).executeTakeFirst()
  const found = owner && (await lockWithdrawal(db, { memberId: owner.memberId, id }))
  if (!found) throw new DomainError('not_found')
  if (found.state === to) return { changed: false }
  if (!(afterArrival ? ['arrived'] : before[to]).includes(found.state))
    throw new DomainError('bad_request', { field: 'withdrawal', problem: problemOf(found.state, to) })
  if (to === 'returned' && !reason?.trim())
    throw new DomainError('bad_request', { field: 'reason', problem: 'must be given: the member is told it' })
  if (to === 'approved' || to === 'sent') await rejectDisabledCard(db, found)
  if (to === 'sent' && by) await rejectOwnStep(db, found, 'approved', by)
  if (afterArrival && by) await rejectOwnStep(db, found, 'arrived', by)
  if (afterArrival) await rejectDeletedMember(db, found)
  await db
    .updateTable('withdrawal')
    .set({ state: to, reason: to === 'returned' ? reason : null })
    .where('memberId', '=', found.memberId)
    .where('id', '=', id)
    .execute()
  await post(db, transfersOf(found, to), clock)
  const { memberId, amount, fee, arrives, currency, cardMasked: card } = found
  const paidDebt = to === 'returned' ? await paidDebtOf(db, { memberId, kind: 'withdrawal_return', ref: id }, clock) : 0
  await stepTo(
    db,
    { id, memberId, state: to, by, params: { amount, fee, arrives, currency, card, reason: reason ?? '', paidDebt } },
    clock,
  )
  return { changed: true }
}

function problemOf(state: State, to: State): string {
  const cannot = `is ${state} and can't be ${to}`
  if (to !== 'returned') return cannot
  return state === 'arrived'
    ? `${cannot}: "withdrawal return-arrived" gives back what was booked as arrived`
    : `${cannot} after its arrival: "withdrawal return" gives it back`
}

/**
 * What is still on its way keeps an account from being deleted, but what has arrived doesn't. Locks the member until
 * the commit.
 */
async function rejectDeletedMember(db: Db, { memberId }: { memberId: string }): Promise<void> {
  if ((await lockMember(db, memberId)).deletedAt !== null)
    throw new DomainError('bad_request', {
      field: 'withdrawal',
      problem: 'is of a deleted account, which has no wallet: pay it out again by hand',
    })
}

/**
 * Returns a withdrawal of the member's that isn't approved yet, all of it to the income wallet; again changes nothing.
 * Throws not_found for an unknown or foreign one, and withdrawal_approved once the operator has approved or ended it.
 */
export async function cancelWithdrawal(
  db: Db,
  { memberId, id }: { memberId: string; id: string },
  clock: Clock,
): Promise<void> {
  // As `moveWithdrawal` does: of an approval and a cancelling at once, one comes second and is told so.
  const found = await lockWithdrawal(db, { memberId, id })
  if (!found) throw new DomainError('not_found')
  if (found.cancelledAt !== null) return
  if (found.state !== 'requested') throw new DomainError('withdrawal_approved')
  const at = instant(clock)
  await db
    .updateTable('withdrawal')
    .set({ state: 'returned', cancelledAt: at })
    .where('memberId', '=', memberId)
    .where('id', '=', id)
    .execute()
  await post(db, transfersOf(found, 'returned'), clock)
  // No message: the member did it, and looks at the result.
  await db.insertInto('withdrawalStep').values({ withdrawalId: id, memberId, state: 'returned', at }).execute()
}

async function lockWithdrawal(db: Db, { memberId, id }: { memberId: string; id: string }) {
  return await db
    .selectFrom('withdrawal')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

interface Kept {
  id: string
  state: State
  memberId: string
  currency: string
  amount: number
  fee: number
  tax: number
  arrives: number
  cardMasked: string
}

function transfersOf(
  { id: ref, memberId: ownerId, state, currency: asset, amount, fee, tax, arrives, cardMasked }: Kept,
  to: State,
): Transfer[] {
  const debit = { ownerId, code: 'withdrawing' }
  const memo = { subject: cardMasked }
  const parts = [
    { other: house('world'), amount: arrives, kind: 'withdrawal_paid' },
    { other: house('operator'), amount: fee, kind: 'withdrawal_fee' },
    { other: house('tax'), amount: tax, kind: 'withdrawal_tax' },
  ].filter((it) => it.amount > 0)
  if (to === 'arrived') return parts.map(({ other, ...part }) => ({ ...part, debit, credit: other, asset, ref, memo }))
  if (to !== 'returned') return []
  const back = state === 'arrived' ? parts : []
  return [
    ...back.map(({ other, kind, ...part }) => {
      return { ...part, debit: other, credit: debit, asset, kind: `${kind}_return`, ref, memo }
    }),
    { debit, credit: { ownerId, code: 'income' }, amount, asset, kind: 'withdrawal_return', ref, memo },
  ]
}

interface Step {
  id: string
  memberId: string
  state: State
  by?: Operator | null
  params: {
    amount: number
    fee: number
    arrives: number
    currency: string
    card: string
    reason?: string
    paidDebt?: number
  }
}

/** Notes when, and tells the member. */
async function stepTo(db: Db, { id, memberId, state, by, params }: Step, clock: Clock): Promise<void> {
  const { amount, arrives, currency, card, reason = '', paidDebt = 0 } = params
  const to = { memberId, ref: id, route: `/subPages/withdraw/index?id=${id}` }
  const notices: Record<State, Notice> = {
    requested: { ...to, kind: 'withdrawal_requested', params: { amount, currency, card } },
    approved: { ...to, kind: 'withdrawal_approved', params: { amount, currency, card } },
    sent: { ...to, kind: 'withdrawal_sent', params: { amount: arrives, currency, card } },
    arrived: { ...to, kind: 'withdrawal_arrived', params: { amount: arrives, currency, card } },
    returned: {
      ...to,
      kind: 'withdrawal_returned',
      params: { amount, currency, reason, ...(paidDebt > 0 && { paidDebt }) },
    },
  }
  const at = instant(clock)
  await atOnce([
    db
      .insertInto('withdrawalStep')
      .values({ withdrawalId: id, memberId, state, at, byName: by?.name ?? null, byAccount: by?.account ?? null })
      .execute(),
    notify(db, [notices[state]], clock),
  ])
}

async function postOr(refusal: () => DomainError, db: Db, transfers: Transfer[], clock: Clock): Promise<void> {
  try {
    await post(db, transfers, clock)
  } catch (cause) {
    throw cause instanceof BelowMinimumBalance ? refusal() : cause
  }
}
