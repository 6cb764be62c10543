import { sql } from 'kysely'
import * as v from 'valibot'
import { dayIn, instant } from '../../clock.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { randomIdFor } from '../../db/random-id.ts'
import { settingOf, zoneOfOperator } from '../../db/settings.ts'
import { DomainError } from '../../http/domain-error.ts'
import type { JobDeps } from '../../jobs/job.ts'
import { forgetNumbers } from './numbers.ts'
import { dueDays } from './rules.ts'
import { tellBilled, tellRise, type Billed } from './telling.ts'

const BasisPoints = v.pipe(
  v.number(),
  v.integer('must be whole basis points'),
  v.minValue(0, 'must not be negative'),
  v.maxValue(10_000, 'must be at most 10000, which is all of the bill'),
)

/**
 * What an overdue bill costs: basis points a day of what is left of its amount, and at most of all of it. Nothing
 * unless the operator says so.
 */
export const PenaltySetting = v.object({ bpPerDay: BasisPoints, mostBp: BasisPoints })

/** The rule in force, null where an overdue bill costs nothing. */
export async function penaltyRule(db: Db): Promise<v.InferOutput<typeof PenaltySetting> | null> {
  const rule = await settingOf(db, 'card_penalty', PenaltySetting)
  return rule && rule.bpPerDay > 0 && rule.mostBp > 0 ? rule : null
}

/** Cards that are billed in one transaction. */
const atOnce = 2000

/** Bills this year's fees, lets penalties grow, and forgets numbers of removed cards. Every part can be repeated. */
export async function billCards({ database, clock }: Pick<JobDeps, 'database' | 'clock'>): Promise<void> {
  let billed = atOnce
  while (billed === atOnce) billed = await database.inTransaction((db) => raiseAnnualFees(db, clock))
  await database.inTransaction((db) => addPenalties(db, clock))
  await forgetNumbers(database.kysely, clock)
}

/**
 * Bills the fee of the current year since binding, once a card and year: of one card, or of cards whose next year has
 * begun, as many as are billed at once. Cards of a type without a fee wait until it has one, and a card whose last fee
 * wasn't paid until it is: a card that nobody uses would owe more each year. Gives how many cards it has looked at.
 */
export async function raiseAnnualFees(
  db: Db,
  clock: Clock,
  card: { memberId: string; id: string; wasShown: boolean } | null = null,
): Promise<number> {
  const today = dayIn(await zoneOfOperator(db), clock.now())
  const now = sql`${instant(clock)}::timestamptz`
  const isDue = sql`card.removed_at is null and card.disabled_at is null and card.next_fee_at <= ${now}`
  // Who was bound on 29 February begins a year on 1 March, a day after what PostgreSQL adds: they are looked at again.
  const { rows } = await sql<{ lookedAt: number; billed: Billed[] | null }>`
    with due as (
      select card.member_id, card.id, type.currency, type.annual_fee, year,
        greatest(card.bound_at + make_interval(years => year), ${now} + interval '1 minute') as next_fee_at
      from card_type type join bank_card card on card.type_code = type.code
      cross join lateral (select extract(year from age(${now}, card.bound_at))::int + 1 as year) begun
      where type.annual_fee > 0 and ${isDue}
        and not exists (select 1 from card_bill unpaid where unpaid.member_id = card.member_id and unpaid.card_id = card.id
          and unpaid.kind = 'annual fee' and unpaid.completed_at is null)
        ${card ? sql`and (card.member_id, card.id) = (${card.memberId}::uuid, ${card.id}::uuid)` : sql``}
      limit ${atOnce}
    ), looked_at as (
      update bank_card card
      set next_fee_at = due.next_fee_at
      from due where card.member_id = due.member_id and card.id = due.id
        -- A card that is removed meanwhile is waited for and left out: nobody could find its bill to pay it.
        and ${isDue}
      returning card.member_id, card.id, card.last_four, due.currency, due.annual_fee, due.year
    ), billed as (
      insert into card_bill (id, card_id, member_id, kind, ref, currency, amount, due_on, made_at)
      select ${randomIdFor(sql`id`)}, id, member_id, 'annual fee', year::text, currency, annual_fee,
        ${today}::date + ${dueDays}::int, ${now}
      from looked_at on conflict do nothing
      returning id, member_id, card_id, amount, currency, due_on
    )
    select (select count(*) from looked_at) as "lookedAt", (
      select jsonb_agg(jsonb_build_object('id', billed.id, 'memberId', billed.member_id, 'amount', billed.amount,
        'currency', billed.currency, 'dueOn', billed.due_on, 'lastFour', card.last_four, 'kind', 'annual fee',
        'ref', card.year::text))
      from billed join looked_at card on card.member_id = billed.member_id and card.id = billed.card_id) as billed`.execute(
    db,
  )
  const [{ lookedAt, billed }] = rows as [(typeof rows)[number]]
  // Who binds a card by an app of today was shown its fee on that screen.
  if (!card?.wasShown) await tellBilled(db, billed ?? [], clock)
  return lookedAt
}

/**
 * What a type of card costs a year, in minor units; 0 is nothing. Cards that were bound while it cost nothing cost it
 * from their next year on: their members were told of no fee. Where it rises, the holders of such cards are told from
 * when on. Throws a DomainError for an unknown type.
 */
export async function setAnnualFee(
  db: Db,
  { code, annualFee }: { code: string; annualFee: number },
  clock: Clock,
): Promise<{ name: string; currency: string }> {
  const before = await db
    .selectFrom('cardType')
    .select('annualFee')
    .where('code', '=', code)
    .forUpdate()
    .executeTakeFirst()
  const changed = await db
    .updateTable('cardType')
    .set({ annualFee })
    .where('code', '=', code)
    .returning(['name', 'currency'])
    .executeTakeFirst()
  if (changed && before) {
    if (before.annualFee === 0) await waitForNextYear(db, code, clock)
    if (annualFee > before.annualFee) await tellRise(db, { code, annualFee, currency: changed.currency }, clock)
    return changed
  }
  const codes = (await db.selectFrom('cardType').select('code').orderBy('position').orderBy('code').execute()).map(
    (it) => it.code,
  )
  throw new DomainError('bad_request', { field: 'type', problem: `must be one of ${codes.join(', ')}` })
}

/** Lets the next fee of a type's cards come with the year that follows. */
async function waitForNextYear(db: Db, code: string, clock: Clock): Promise<void> {
  const now = sql`${instant(clock)}::timestamptz`
  // Who was bound on 29 February begins a year on 1 March.
  await sql`
    with next as (
      select member_id, id, year + make_interval(days => (extract(day from bound_at) - extract(day from year))::int) as at
      from bank_card
      cross join lateral (
        select bound_at + make_interval(years => extract(year from age(${now}, bound_at))::int + 1) as year
      ) begun
      where type_code = ${code} and removed_at is null and next_fee_at <= ${now}
    )
    update bank_card card set next_fee_at = next.at from next
    where card.member_id = next.member_id and card.id = next.id`.execute(db)
}

/**
 * Lets the penalties of overdue bills grow until today, or that of one bill, on what is left of their amounts. Every
 * part of a minor unit counts, so that a penalty doesn't depend on how often this runs.
 */
export async function addPenalties(db: Db, clock: Clock, billId: string | null = null): Promise<void> {
  // Days without a rule pass as well: one that is set later costs nothing for them.
  const rule = (await penaltyRule(db)) ?? { bpPerDay: 0, mostBp: 0 }
  const today = dayIn(await zoneOfOperator(db), clock.now())
  const grown = sql`(penalty_fraction + greatest(amount - repaid, 0) * ${rule.bpPerDay}::bigint
    * (${today}::date - greatest(due_on, coalesce(penalty_through, due_on))))`
  await sql`
    update card_bill set penalty_through = ${today}::date, penalty_fraction = ${grown} % 10000,
      penalty = greatest(penalty, least(amount * ${rule.mostBp}::bigint / 10000, penalty + ${grown} / 10000))
    where completed_at is null and penalty_paused_at is null and due_on < ${today}::date
      and (penalty_through is null or penalty_through < ${today}::date)
      and (${billId}::uuid is null or id = ${billId}::uuid)`.execute(db)
}
