import { sql, type RawBuilder } from 'kysely'
import * as v from 'valibot'
import type { UnitShare } from '#protocol/products.ts'
import { instant, type Clock } from '../../clock.ts'
import { earnedOf, sharedBefore } from '../../db/entitlement.ts'
import { paidOutOf } from '../../db/paid-out-of.ts'
import type { Db } from '../../db/open.ts'
import { InstantKey, pageOf, readCursor } from '../../http/cursor.ts'
import { DomainError } from '../../http/domain-error.ts'
import { periodAt } from '../../ledger/periods.ts'
import { runOfLine } from '../../ledger/settle.ts'
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
    with share as materialized (
      select * from (
        select one.*, lag(until) over line as paid_until, lag(done_at) over line as paid_at
        from (${settled(unit)} union all ${unsettled(unit, clock)}) one window line as (order by at, period)
      ) one
      ${cursor ? sql`where (at, period) < (${cursor[0]}::timestamptz, ${cursor[1]})` : sql``}
      order by at desc, period desc limit ${limit + 1}
    )
    select share.*, coalesce(booked.amount, 0)::bigint as machine_revenue
    from share
    left join lateral (
      select sum(amount) as amount from revenue
      where machine_id = ${unit.machineId} and ${paidOutOf(sql`${unit.activeFrom}::timestamptz`)}
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
    .innerJoin('purchase', (it) =>
      it.onRef('purchase.memberId', '=', 'unit.memberId').onRef('purchase.id', '=', 'unit.purchaseId'),
    )
    .select([
      'unit.id',
      'unit.memberId',
      'pendingAccountId',
      'machine.id as machineId',
      'machine.currency',
      'unit.status',
      'settlementType',
    ])
    .select(['activeFrom', 'expiresAt', 'settledThrough', 'cancelledAt', 'isOwed'])
    .where('unit.id', '=', unitId)
    .where('unit.memberId', '=', memberId)
    .executeTakeFirst()
  if (!unit) throw new DomainError('not_found')
  return unit
}

/** What was settled, and until when of the unit's time. */
function settled({ id, memberId, pendingAccountId, expiresAt }: Unit): RawBuilder<unknown> {
  return sql`
    select settlement_line.period, settlement_line.amount, claimed_at, settlement_run.ends_at as settled_at,
      settlement_run.ends_at as at, least(settlement_run.ends_at, ${expiresAt}::timestamptz) as until,
      settlement_run.done_at
    from settlement_line join settlement_run on ${runOfLine(sql`${pendingAccountId}::bigint`)}
    where settlement_line.member_id = ${memberId} and settlement_line.unit_id = ${id}`
}

/** One row or none: what was earned for the unit since it was last settled. */
function unsettled(unit: Unit, clock: Clock): RawBuilder<unknown> {
  const { expiresAt, cancelledAt } = unit
  const until = cancelledAt ?? expiresAt
  const { key, end } = unit.isOwed ? periodAt('expiry', clock.now()) : periodOf(unit, cancelledAt ?? instant(clock))
  const earned = earnedOf(sharedBefore({ machineId: sql`${unit.machineId}::uuid`, before: sql`${until}::timestamptz` }))
  return sql`
    select ${key}, greatest(${earned} - unit.paid, 0), null::timestamptz, null::timestamptz,
      ${cancelledAt ?? end}::timestamptz, ${until}::timestamptz, null::timestamptz
    from unit join machine on machine.id = unit.machine_id
    where unit.member_id = ${unit.memberId} and unit.id = ${unit.id} and (unit.status = 'active'
      or (unit.status = 'cancelled' or unit.is_owed) and ${earned} > unit.paid)`
}
