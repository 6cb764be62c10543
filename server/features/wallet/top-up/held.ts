import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as v from 'valibot'
import type { Clock } from '../../../clock.ts'
import { instant } from '../../../clock.ts'
import type { Db } from '../../../db/open.ts'
import { isSameOperator, type Operator } from '../../../db/operator-actions.ts'
import { settable, settingOf } from '../../../db/settings.ts'
import { DomainError } from '../../../http/domain-error.ts'
import { notify } from '../../../notices/notify.ts'
import { isOfDeleted, creditHeld, creditTopUp, type TopUp } from './crediting.ts'
import { firstSeen, knownPayment, payerOf, reportedBefore, type Reported } from './incoming-payments.ts'
import { keepUnowned } from './unowned.ts'

/** The setting `top_up_review`: what a feed reports above so many minor units waits for an operator. */
export const TopUpReview = v.object({ above: settable(0, 10_000_000_000) })
export const standard: v.InferOutput<typeof TopUpReview> = { above: 100_000 }
const route = '/pages/my/historyList?wallet=recharge'

/**
 * Credits a payment that a feed reports, holds it for a review where it is large, or keeps it for whoever sent it where
 * its account was deleted. Once ever by (source, externalId), whatever the
 * setting says later. Throws as `creditTopUp` does.
 */
export async function takeReport(db: Db, topUp: TopUp, clock: Clock): Promise<Reported> {
  // Also of an account that was deleted since: a feed that repeats itself must hear that it is known.
  const known = await reportedBefore(db, topUp)
  if (known) return known
  const isDeleted = await isOfDeleted(db, topUp, clock)
  const { above } = (await settingOf(db, 'top_up_review', TopUpReview)) ?? standard
  if (!isDeleted && topUp.amount <= above) return await creditTopUp(db, topUp, clock)
  const { memberId, amount, currency, receivedAt } = topUp
  const id = randomUUID()
  const state = isDeleted ? 'unowned' : 'waiting'
  const { rows: held } = await sql`
    with seen as (${firstSeen(topUp)}), held as (
    insert into held_top_up (id, member_id, source, external_id, amount, currency, received_at, held_at, state)
    select ${id}::uuid, member_id, source, external_id, ${amount}::bigint, ${currency}, ${receivedAt}::timestamptz,
      ${instant(clock)}::timestamptz, ${state}
    from seen returning id)
    select id from held`.execute(db)
  // The same report was being taken at another place.
  if (held.length === 0) return await knownPayment(db, topUp)
  if (isDeleted) await keepUnowned(db, { id, amount, currency }, clock)
  else await notify(db, [{ memberId, kind: 'topup_under_review', ref: id, params: { amount, currency }, route }], clock)
  return { id, counted: true, underReview: true, isUnowned: isDeleted }
}

/** A payment that waits, for `top-up approve` and `decline`. */
export interface Waiting {
  source: string
  externalId: string
  /** Who decides. */
  by: Operator
}

/**
 * Credits a payment that waited. Throws a DomainError where none waits, or where who approves has made a key of its
 * source: that person could have reported it, too.
 */
export async function approveTopUp(db: Db, { by, ...of }: Waiting, clock: Clock): Promise<TopUp> {
  const held = await waitingFor(db, of)
  const makers = await db
    .selectFrom('feedKey')
    .select(['madeBy as name', 'madeByAccount as account'])
    .distinct()
    .where('source', '=', of.source)
    .execute()
  if (makers.some((maker) => isSameOperator(maker, by)))
    throw new DomainError('bad_request', {
      field: by.name,
      problem: `has made a key of ${of.source}: somebody else approves`,
    })
  await creditHeld(db, held, clock)
  await decide(db, { memberId: held.memberId, id: held.id, by, state: 'approved' }, clock)
  return held
}

/** Leaves a payment uncredited for good and tells the member why. Throws a DomainError where none waits. */
export async function declineTopUp(
  db: Db,
  { by, reason, ...of }: Waiting & { reason: string },
  clock: Clock,
): Promise<TopUp> {
  const held = await waitingFor(db, of)
  const { id, memberId, amount, currency } = held
  await decide(db, { memberId, id, by, state: 'declined' }, clock)
  await notify(db, [{ memberId, kind: 'topup_declined', ref: id, params: { amount, currency, reason }, route }], clock)
  return held
}

/** What of a member's payments is under review, in minor units. */
export async function underReview(db: Db, memberId: string): Promise<number> {
  const { sum } = await db
    .selectFrom('heldTopUp')
    .select((it) => it.fn.coalesce(it.cast<number>(it.fn.sum('amount'), 'bigint'), it.lit(0)).as('sum'))
    .where('memberId', '=', memberId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return sum
}

async function waitingFor(db: Db, { source, externalId }: Omit<Waiting, 'by'>): Promise<TopUp & { id: string }> {
  const payer = await payerOf(db, { source, externalId })
  const held = await db
    .selectFrom('heldTopUp')
    .select(['id', 'source', 'externalId', 'memberId', 'amount', 'currency', 'receivedAt'])
    .where('memberId', '=', payer ?? null)
    .where('source', '=', source)
    .where('externalId', '=', externalId)
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst()
  if (!held) throw new DomainError('bad_request', { field: externalId, problem: 'is no payment that waits' })
  return held
}

async function decide(
  db: Db,
  { memberId, id, by, state }: { memberId: string; id: string; by: Operator; state: 'approved' | 'declined' },
  clock: Clock,
): Promise<void> {
  await db
    .updateTable('heldTopUp')
    .set({ state, decidedBy: by.name, decidedByAccount: by.account, decidedAt: instant(clock) })
    .where('memberId', '=', memberId)
    .where('id', '=', id)
    .execute()
}
