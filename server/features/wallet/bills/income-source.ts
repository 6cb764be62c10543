import { sql, type RawBuilder } from 'kysely'
import type { Answer } from '#protocol/call.ts'
import type { billDetail } from '#protocol/books.ts'
import { atOnce } from '../../../db/at-once.ts'
import type { Db } from '../../../db/open.ts'
import { paidOutOf } from '../../../db/paid-out-of.ts'
import { runOfLine } from '../../../ledger/settle.ts'

type Source = NonNullable<Answer<typeof billDetail>['income']>
const shownRuns = 100

/**
 * What a settlement of a unit was paid out of: its machine's runs since the unit was last settled (or bought) and those
 * that came late, what the machine had earned for units in this one's time, and what was paid of it before. Null where
 * there is no such line. Each part names the member: by that alone a distributed PostgreSQL sees whose rows they are.
 */
export async function incomeSource(
  db: Db,
  of: { memberId: string; period: string; unitId: string },
): Promise<Source | null> {
  const {
    rows: [source],
  } = await sql<Omit<Source, 'runs' | keyof Taken> & Span>`
    select unit.id as unit_id, machine.id as machine_id, product.id as product_id, product.name, machine.kind,
      machine.device_number,
      paid.since, paid.until, machine.member_share_bp, machine.units_total, paid.before as paid_before, unit.active_from, paid.done_at, paid.paid_until,
      paid.paid_at
    from unit join machine on machine.id = unit.machine_id join product on product.id = machine.product_id
    cross join lateral (
      select coalesce(max(earlier.until), unit.active_from) as since, least(unit.expires_at, run.ends_at) as until,
        run.done_at, max(earlier.until) as paid_until, max(earlier.done_at) as paid_at,
        (coalesce(sum(earlier.amount), 0) - ${takenBack(of.memberId)})::bigint as before
      from (
        select ends_at, type, done_at from settlement_line join settlement_run on ${runOfLine(sql`unit.pending_account_id`)}
        where settlement_line.member_id = ${of.memberId}::uuid and settlement_line.unit_id = unit.id
          and settlement_line.period = ${of.period}
      ) run
      left join lateral (
        select least(unit.expires_at, settlement_run.ends_at) as until, settlement_run.done_at, settlement_line.amount
        from settlement_line join settlement_run on ${runOfLine(sql`unit.pending_account_id`)}
        where settlement_line.member_id = ${of.memberId}::uuid and settlement_line.unit_id = unit.id
          and settlement_line.period <> ${of.period}
          and (settlement_run.ends_at < run.ends_at or run.type = 'expiry' and settlement_run.ends_at = run.ends_at)
      ) earlier on true
      group by run.ends_at, run.done_at
    ) paid
    where unit.member_id = ${of.memberId}::uuid and unit.id = ${of.unitId}::uuid`.execute(db)
  if (!source) return null
  const { activeFrom, doneAt, paidUntil, paidAt, ...shown } = source
  const settled = sql`(
    select ${activeFrom}::timestamptz as active_from, ${shown.until}::timestamptz as until,
      ${doneAt}::timestamptz as done_at, ${paidUntil}::timestamptz as paid_until, ${paidAt}::timestamptz as paid_at
  ) settled`
  const revenue = revenueThen(shown.machineId, doneAt)
  const isPaidOf = paidOutOf(sql`settled.active_from`)
  const [
    {
      rows: [taken],
    },
    { rows: runs },
  ] = await atOnce([
    sql<Taken>`
      select (count(*) filter (where ${isPaidOf}))::int as sessions,
        coalesce(sum(amount) filter (where ${isPaidOf}), 0)::bigint as revenue,
        coalesce(sum(share) filter (where ${isPaidOf}), 0)::bigint as share,
        coalesce(sum(share) filter (where counted_at >= active_from and counted_at < until and booked_at <= done_at), 0)::bigint
          as shared_total
      from ${revenue} cross join ${settled}
      where counted_at >= active_from and counted_at < until`.execute(db),
    sql<Source['runs'][number]>`
      select id, kind, started_at, ended_at, amount, share, booked_at from ${revenue} cross join ${settled}
      where ${isPaidOf} order by counted_at desc, share_total_after desc limit ${sql.lit(shownRuns)}`.execute(db),
  ])
  if (!taken) throw new Error('an aggregate without a row')
  return { ...shown, ...taken, runs }
}

/** What the machine took in that a settlement was paid out of, and what its units had earned in the unit's time. */
type Taken = Pick<Source, 'sessions' | 'revenue' | 'share' | 'sharedTotal'>

/** What had been taken back of the unit's income before the settlement `run`. */
function takenBack(memberId: string): RawBuilder<number> {
  return sql`coalesce((
    select sum(income_reversal.amount) from income_reversal join reversal on reversal.id = reversal_id
    where income_reversal.member_id = ${memberId}::uuid and income_reversal.unit_id = unit.id
      and reversal.at < run.done_at), 0)`
}

/** SQL of a machine's `revenue` as it counted at a settlement: what was taken back later was still there. */
function revenueThen(machineId: string, doneAt: string): RawBuilder<unknown> {
  return sql`(
    select revenue.id, kind, started_at, ended_at, counted_at, booked_at, share_total_after,
      revenue.amount + coalesce(later.amount, 0) as amount, revenue.share + coalesce(later.share, 0) as share
    from revenue left join reversal later on later.revenue_id = revenue.id and later.at >= ${doneAt}::timestamptz
    where revenue.machine_id = ${machineId}::uuid and (revenue.amount > 0 or later.id is not null)
  ) revenue`
}

/** The unit's time up to a settlement and up to the one before, as `paidOutOf` reads them. */
interface Span {
  activeFrom: string
  doneAt: string
  paidUntil: string | null
  paidAt: string | null
}
