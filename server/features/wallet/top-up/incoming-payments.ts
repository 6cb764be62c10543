import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../db/open.ts'
import { DomainError } from '../../../http/domain-error.ts'

/** What a payment from outside is known by. */
interface Key {
  source: string
  externalId: string
}

interface Payment extends Key {
  memberId: string
  amount: number
  currency: string
}

/**
 * What became of a report. `underReview` is true while an operator has to look at it: `isUnowned` names a deleted
 * account.
 */
export interface Reported {
  id: string
  counted: boolean
  underReview: boolean
  isUnowned: boolean
}

/**
 * SQL that makes a payment known, and gives its row unless it was before. Who adds a top-up or a held payment begins
 * the statement with it: of two transactions one waits here for the other, whatever either does with the payment.
 */
export function firstSeen({ source, externalId, memberId }: Payment): RawBuilder<unknown> {
  return sql`
    insert into incoming_payment (source, external_id, member_id) values (${source}, ${externalId}, ${memberId})
    on conflict do nothing returning source, external_id, member_id`
}

/** Whose a known payment is: the tables of top-ups are asked by their member. */
export async function payerOf(db: Db, { source, externalId }: Key): Promise<string | undefined> {
  const known = await db
    .selectFrom('incomingPayment')
    .select('memberId')
    .where('source', '=', source)
    .where('externalId', '=', externalId)
    .executeTakeFirst()
  return known?.memberId
}

/** What became of a payment before. Throws a DomainError where that had another body. */
export async function reportedBefore(db: Db, payment: Payment): Promise<Reported | undefined> {
  const { source, externalId, memberId, amount, currency } = payment
  const payer = sql`(select member_id from incoming_payment where source = ${source} and external_id = ${externalId})`
  const { rows } = await sql<Omit<Payment, keyof Key> & { id: string; state: string }>`
    select id, member_id, amount, currency, 'credited' as state from top_up
    where member_id = ${payer} and source = ${source} and external_id = ${externalId}
    union all select id, member_id, amount, currency, state from held_top_up
    where member_id = ${payer} and source = ${source} and external_id = ${externalId}`.execute(db)
  // What was approved is in both.
  const before = rows.find((it) => it.state === 'approved') ?? rows[0]
  if (!before) return undefined
  if (before.memberId !== memberId || before.amount !== amount || before.currency !== currency)
    throw new DomainError('key_reused')
  const isUnowned = before.state === 'unowned'
  return { id: before.id, counted: false, underReview: before.state === 'waiting' || isUnowned, isUnowned }
}

/** What became of a payment that is known: both are written by one statement. */
export async function knownPayment(db: Db, payment: Payment): Promise<Reported> {
  const before = await reportedBefore(db, payment)
  if (!before)
    throw new Error(`the payment ${payment.source} ${payment.externalId} is known, and was neither credited nor held`)
  return before
}
