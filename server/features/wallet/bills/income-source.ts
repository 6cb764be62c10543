import { sql } from 'kysely'
import type { Answer } from '#protocol/call.ts'
import type { billDetail } from '#protocol/books.ts'
import { sharedBefore } from '../../../db/entitlement.ts'
import type { Db } from '../../../db/open.ts'
import { runOfLine } from '../../../ledger/settle.ts'

type Source = NonNullable<Answer<typeof billDetail>['income']>
const shownRuns = 100

/**
 * What a settlement of a unit was paid out of: its machine's runs since the unit was last settled (or bought), and the
 * two entitlements whose difference was paid. Null where there is no such line.
 */
export async function incomeSource(db: Db, of: { period: string; unitId: string }): Promise<Source | null> {
  const {
    rows: [source],
  } = await sql<Omit<Source, 'runs'> & { machineId: string }>`
    select unit.id as unit_id, machine.id as machine_id, product.id as product_id, product.name, machine.kind,
      machine.device_number,
      paid.since, paid.until, taken.sessions, taken.revenue, taken.share, machine.member_share_bp, machine.units_total,
      shared.total as shared_total, unit.first_index + paid.before as paid_before
    from unit join machine on machine.id = unit.machine_id join product on product.id = machine.product_id
    cross join lateral (
      select greatest(unit.active_from, max(earlier.ends_at)) as since, least(unit.expires_at, run.ends_at) as until,
        coalesce(sum(earlier.amount), 0)::bigint as before
      from (
        select ends_at, type from settlement_line join settlement_run on ${runOfLine}
        where settlement_line.period = ${of.period} and unit_id = unit.id
      ) run
      left join lateral (
        select settlement_run.ends_at, settlement_line.amount from settlement_line join settlement_run on ${runOfLine}
        where settlement_line.unit_id = unit.id and settlement_line.period <> ${of.period}
          and (settlement_run.ends_at < run.ends_at or run.type = 'expiry' and settlement_run.ends_at = run.ends_at)
      ) earlier on true
      group by run.ends_at, run.type
    ) paid
    cross join lateral (
      select count(*)::int as sessions, coalesce(sum(amount), 0)::bigint as revenue,
        coalesce(sum(share), 0)::bigint as share
      from revenue
      where machine_id = machine.id and booked_at >= paid.since and booked_at < paid.until
    ) taken
    cross join lateral (${sharedBefore({ machineId: 'machine.id', before: sql`paid.until` })}) shared
    where unit.id = ${of.unitId}::uuid`.execute(db)
  if (!source) return null
  const { rows: runs } = await sql<Source['runs'][number]>`
    select id, kind, started_at, ended_at, amount, share, booked_at from revenue
    where machine_id = ${source.machineId} and booked_at >= ${source.since}::timestamptz
    and booked_at < ${source.until}::timestamptz
    order by booked_at desc, share_total_after desc limit ${sql.lit(shownRuns)}`.execute(db)
  return { ...source, runs }
}
