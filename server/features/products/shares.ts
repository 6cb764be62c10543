import { sql, type RawBuilder } from 'kysely'
import * as v from 'valibot'
import type { UnitShare } from '#protocol/products.ts'
import { instant, type Clock } from '../../clock.ts'
import { entitledBefore } from '../../db/entitlement.ts'
import type { Db } from '../../db/open.ts'
import { InstantKey, pageOf, readCursor } from '../../http/cursor.ts'
import { DomainError } from '../../http/domain-error.ts'
import { periodOf, shareStatusOf } from './unit-rules.ts'

/** The end of a period and its key. */
const Cursor = v.tuple([InstantKey, v.string()])

interface Wanted {
  memberId: string
  unitId: string
  after?: string | undefined
  limit: number
}

type Unit = Awaited<ReturnType<typeof unitOf>>
type Row = Omit<UnitShare, 'unitId' | 'status' | 'currency'> & { at: string }

/**
 * A page of a unit's settlements, the newest first. Before them stands the period that still runs, or what the machine
 * of a cancelled unit took in after the last settlement, which nobody is paid.
 */
export async function sharesPage(db: Db, { memberId, unitId, after, limit }: Wanted, clock: Clock) {
  const unit = await unitOf(db, memberId, unitId)
  const cursor = after === undefined ? undefined : readCursor(after, Cursor)
  const { rows } = await sql<Row>`
    select share.*, coalesce(booked.amount, 0)::bigint as machine_revenue
    from (
      select * from (${settled(unit)} union all ${unsettled(unit, clock)}) one
      ${cursor ? sql`where (at, period) < (${cursor[0]}::timestamptz, ${cursor[1]})` : sql``}
      order by at desc, period desc limit ${limit + 1}
    ) share
    left join lateral (
      select sum(amount) as amount from revenue
      where machine_id = ${unit.machineId} and booked_at >= share.since and booked_at < share.until
    ) booked on true
    order by at desc, period desc`.execute(db)
  return pageOf(
    rows,
    limit,
    (row) => [row.at, row.period],
    ({ period, machineRevenue, amount, settledAt, claimedAt }): UnitShare => ({
      unitId,
      period,
      status: shareStatusOf(unit, { settledAt, claimedAt }),
      currency: unit.currency,
      machineRevenue,
      amount,
      settledAt,
      claimedAt,
    }),
  )
}

async function unitOf(db: Db, memberId: string, unitId: string) {
  const unit = await db
    .selectFrom('unit')
    .innerJoin('machine', 'machine.id', 'unit.machineId')
    .innerJoin('purchase', 'purchase.id', 'unit.purchaseId')
    .select(['unit.id', 'machine.id as machineId', 'machine.currency', 'unitsTotal', 'unit.status', 'settlementType'])
    .select(['activeFrom', 'expiresAt', 'settledThrough', 'paidIndex', 'cancelledAt'])
    .where('unit.id', '=', unitId)
    .where('unit.memberId', '=', memberId)
    .executeTakeFirst()
  if (!unit) throw new DomainError('not_found')
  return unit
}

/** What was settled, with the time that each period covers; the last one ends with the unit. */
function settled({ id, settlementType, activeFrom, expiresAt }: Unit): RawBuilder<unknown> {
  const length = settlementType === 2 ? sql`'hour'` : sql`'day'`
  // A unit of type 1 is settled once, for all of its term.
  const beforeExpiry =
    settlementType === 1
      ? sql`${activeFrom}::timestamptz`
      : sql`date_trunc(${length}, ${expiresAt}::timestamptz - interval '1 millisecond', 'UTC')`
  return sql`
    select line.period, line.amount, line.claimed_at, run.ends_at as settled_at, run.ends_at as at,
      greatest(${activeFrom}::timestamptz, case run.type when 'expiry' then ${beforeExpiry}
        when 'hourly' then run.ends_at - interval '1 hour' else run.ends_at - interval '24 hours' end) as since,
      least(run.ends_at, ${expiresAt}::timestamptz) as until
    from settlement_line line
    cross join lateral (select type, ends_at from settlement_run where period = line.period limit 1) run
    where line.unit_id = ${id}`
}

/** One row or none: what was booked for the unit since it was last settled. */
function unsettled(unit: Unit, clock: Clock): RawBuilder<unknown> {
  const { machineId, unitsTotal, activeFrom, expiresAt, settledThrough, paidIndex, cancelledAt } = unit
  const until = cancelledAt ?? expiresAt
  const { key, end } = periodOf(unit, cancelledAt ?? instant(clock))
  const entitled = entitledBefore({
    machineId: 'mine.machine_id',
    unitsTotal: 'mine.units_total',
    before: sql`${until}::timestamptz`,
  })
  return sql`
    select ${key}, greatest(coalesce(earned.total, 0) - ${paidIndex}::bigint, 0), null::timestamptz, null::timestamptz,
      ${cancelledAt ?? end}::timestamptz, ${settledThrough ?? activeFrom}::timestamptz, ${until}::timestamptz
    from (select ${machineId}::uuid as machine_id, ${unitsTotal}::int as units_total) mine
    left join lateral (${entitled}) earned on true
    where ${unit.status === 'active' ? sql`true` : sql`${unit.status} = 'cancelled' and earned.total > ${paidIndex}`}`
}
