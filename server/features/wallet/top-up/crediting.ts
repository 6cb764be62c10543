import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock } from '../../../clock.ts'
import { instant, millisOf } from '../../../clock.ts'
import type { Db } from '../../../db/open.ts'
import { DomainError } from '../../../http/domain-error.ts'
import { house } from '../../../ledger/accounts.ts'
import { paidDebtOf } from '../../../ledger/debts.ts'
import { post } from '../../../ledger/post.ts'
import { notify } from '../../../notices/notify.ts'
import { booksCurrency } from '../../../db/books-currency.ts'
import { firstSeen, knownPayment, type Reported } from './incoming-payments.ts'

/** Money that a payment rail has received for a member. Amount in minor units. */
export interface TopUp {
  source: string
  externalId: string
  memberId: string
  amount: number
  currency: string
  receivedAt: string
  /** What the movement is called; the source unless given. */
  subject?: string
}

/** A hundred million major units: what is above is a mistake of the rail, not a deposit. */
const amountMost = 10_000_000_000

/**
 * Credits a received payment to the member's recharge wallet, once for ever by (source, externalId), and tells the
 * member. Throws a DomainError for an unknown member, a currency they have no wallet in, or another body under a known
 * id.
 */
export async function creditTopUp(db: Db, topUp: TopUp, clock: Clock): Promise<Reported> {
  await rejectOther(db, topUp, clock)
  const { amount, currency, receivedAt } = topUp
  const id = randomUUID()
  const { rows: made } = await sql`
    with seen as (${firstSeen(topUp)}), made as (
    insert into top_up (id, member_id, source, external_id, amount, currency, received_at, credited_at)
    select ${id}::uuid, member_id, source, external_id, ${amount}::bigint, ${currency}, ${receivedAt}::timestamptz,
      ${instant(clock)}::timestamptz
    from seen returning id)
    select id from made`.execute(db)
  if (made.length === 0) return await knownPayment(db, topUp)
  return await creditTo(db, { ...topUp, id }, clock)
}

/** Credits a payment that was held. Throws a DomainError as `creditTopUp` does. */
export async function creditHeld(db: Db, topUp: TopUp, clock: Clock): Promise<void> {
  await rejectOther(db, topUp, clock)
  const id = randomUUID()
  await db
    .insertInto('topUp')
    .values({ id, ...pick(topUp), creditedAt: instant(clock) })
    .execute()
  await creditTo(db, { ...topUp, id }, clock)
}

async function creditTo(
  db: Db,
  { id, memberId, amount, currency, source, subject }: TopUp & { id: string },
  clock: Clock,
): Promise<Reported> {
  await post(
    db,
    [
      {
        debit: house('world'),
        credit: { ownerId: memberId, code: 'recharge' },
        amount,
        asset: currency,
        kind: 'topup',
        ref: id,
        memo: { subject: subject ?? source },
      },
    ],
    clock,
  )
  const paidDebt = await paidDebtOf(db, { memberId, kind: 'topup', ref: id }, clock)
  const params = { amount, currency, ...(paidDebt > 0 && { paidDebt }) }
  await notify(db, [{ memberId, kind: 'topup_received', ref: id, params, route: '/pages/my/historyList' }], clock)
  return { id, counted: true, underReview: false, isUnowned: false }
}

/** Credits a new member 500.00 in demonstration money, the way a payment rail's transfer is credited. */
export async function welcomeInDemo(db: Db, memberId: string, clock: Clock): Promise<void> {
  await creditTopUp(
    db,
    {
      source: 'demo-rail',
      externalId: memberId,
      memberId,
      amount: 50_000,
      currency: booksCurrency,
      receivedAt: instant(clock),
      subject: 'demo-start',
    },
    clock,
  )
}

/** Throws a DomainError where a payment can't be meant, or its member has no such wallet or no account any more. */
async function rejectOther(db: Db, topUp: TopUp, clock: Clock): Promise<void> {
  if (await isOfDeleted(db, topUp, clock)) throw new DomainError('not_found')
}

/**
 * Whether the member whom a payment names has deleted their account: the wallet is still there then, and nobody who
 * could use it. Throws a DomainError where the payment can't be meant, or the member has no such wallet.
 */
export async function isOfDeleted(
  db: Db,
  { memberId, amount, currency, receivedAt }: TopUp,
  clock: Clock,
): Promise<boolean> {
  if (amount < 1 || amount > amountMost)
    throw new DomainError('bad_request', { field: 'amount', problem: `must be from 1 to ${amountMost} minor units` })
  if (millisOf(receivedAt) > clock.now())
    throw new DomainError('bad_request', { field: 'receivedAt', problem: 'must not be in the future' })
  // Locked until the end: a deletion under way finishes first, and a later one sees this money.
  const member = await db
    .selectFrom('member')
    .select('deletedAt')
    .where('id', '=', memberId)
    .forKeyShare()
    .executeTakeFirst()
  if (!member) throw new DomainError('not_found')
  const wallet = await db
    .selectFrom('account')
    .select('id')
    .where('ownerId', '=', memberId)
    .where('code', '=', 'recharge')
    .where('asset', '=', currency)
    .executeTakeFirst()
  if (!wallet)
    throw new DomainError('bad_request', { field: 'currency', problem: "must be the currency of the member's wallet" })
  return member.deletedAt !== null
}

function pick({ source, externalId, memberId, amount, currency, receivedAt }: TopUp): TopUp {
  return { source, externalId, memberId, amount, currency, receivedAt }
}
