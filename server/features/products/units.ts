import { sql, type RawBuilder } from 'kysely'
import * as v from 'valibot'
import { Id } from '#protocol/primitives.ts'
import type { UnitCard } from '#protocol/products.ts'
import type { Clock } from '../../clock.ts'
import { addDays, dayIn, instant, startOfDay } from '../../clock.ts'
import { earnedOf, earnsUntil, withShared } from '../../db/entitlement.ts'
import { atOnce } from '../../db/at-once.ts'
import { zoneOf } from '../../db/member-zone.ts'
import type { Db } from '../../db/open.ts'
import { pictureOf } from '../../picture-address.ts'
import { InstantKey, pageOf, readCursor } from '../../http/cursor.ts'
import { drawStatusOf, nextSettlementAt } from './unit-rules.ts'

/** Whether it earns, the newest start among such units of its machine, the machine, its own start, its id. */
const Cursor = v.tuple([v.picklist([0, 1]), InstantKey, Id, InstantKey, Id])
const shownDays = 30

interface Wanted {
  memberId: string
  unitId?: string
  kind?: 'vehicle' | 'pile' | undefined
  status?: 'active' | 'expired' | 'cancelled' | undefined
  onePerMachine?: boolean | undefined
  after?: string | undefined
  limit: number
}

/** A page of a member's units: those that earn first, units of one machine side by side, then newest first. */
export async function unitsPage(db: Db, wanted: Wanted, clock: Clock): Promise<{ items: UnitCard[]; next?: string }> {
  const [zone, rows] = await atOnce([zoneOf(db, wanted.memberId), unitRows(db, { ...wanted, limit: wanted.limit + 1 })])
  const unitIds = rows.slice(0, wanted.limit).map((it) => it.card.id)
  const earned = await earnedByDay(db, { memberId: wanted.memberId, unitIds, zone }, clock)
  return pageOf(
    rows,
    wanted.limit,
    ({ card, isActive, newest }) => [isActive, newest, card.machineId, card.activeFrom, card.id],
    ({ card: row }) => cardOf(row, earned.get(row.id) ?? [], clock),
  )
}

function cardOf(row: UnitRow, byDay: DayOfEarnings[], clock: Clock): UnitCard {
  return {
    ...row,
    picture: pictureOf(row.picture),
    drawStatus: drawStatusOf(row),
    nextSettlementAt: nextSettlementAt(row, clock.now()),
    earnedByDay: byDay,
    sparkline: byDay.map((it) => it.amount),
  }
}

type UnitRow = Omit<UnitCard, 'drawStatus' | 'nextSettlementAt' | 'earnedByDay' | 'sparkline' | 'settlementType'> & {
  settlementType: 0 | 1 | 2
}
type DayOfEarnings = NonNullable<UnitCard['earnedByDay']>[number]

/** Rows with their place in the order. */
interface PlacedRow {
  card: UnitRow
  isActive: 0 | 1
  newest: string
}

async function unitRows(
  db: Db,
  { memberId, unitId, kind, status, onePerMachine, after, limit }: Wanted,
): Promise<PlacedRow[]> {
  const cursor = after === undefined ? undefined : readCursor(after, Cursor)
  const { rows } = await sql<UnitRow & Omit<PlacedRow, 'card'>>`
    with u as materialized (
      select placed.*, expires_at as until from (
        select ${onePerMachine ? sql`distinct on (machine_id)` : sql``} unit.*, (unit.status = 'active')::int as is_active,
          max(active_from) over (partition by machine_id, unit.status = 'active') as newest
        from unit join machine on machine.id = machine_id
        where member_id = ${memberId}
          ${unitId === undefined ? sql`` : sql`and unit.id = ${unitId}`}
          ${kind === undefined ? sql`` : sql`and machine.kind = ${kind}`}
          ${status === undefined ? sql`` : sql`and unit.status = ${status}`}
        ${onePerMachine ? sql`order by machine_id, is_active desc, active_from, id` : sql``}
      ) placed
      ${cursor ? sql`where (is_active, newest, machine_id, active_from, id) < (${cursor[0]}::int, ${cursor[1]}::timestamptz, ${cursor[2]}::uuid, ${cursor[3]}::timestamptz, ${cursor[4]}::uuid)` : sql``}
      ${order(sql`placed`)} limit ${limit}
    ), earning as materialized (select id, total from ${withShared('u')} it where status = 'active' or is_owed)
    select u.is_active, u.newest, u.id, u.product_id, u.machine_id, m.kind, p.name, p.art, p.picture, m.currency, pu.unit_price as price, u.status,
      u.settlement_type, u.active_from, u.expires_at, unclaimed.amount as pending,
      greatest(u.paid - unclaimed.amount, 0) as claimed,
      case when earning.id is not null then greatest(${earnedOf(sql`earning.total`)} - u.paid, 0) else 0 end as accruing,
      m.service_state, case when pu.closing_refund is not null then m.closed_at end as closed_at
    from u left join earning on earning.id = u.id
    join machine m on m.id = u.machine_id
    join product p on p.id = u.product_id
    join purchase pu on pu.member_id = ${memberId} and pu.id = u.purchase_id
    cross join lateral (
      select coalesce(sum(amount), 0)::bigint as amount from settlement_line
      where member_id = ${memberId} and unit_id = u.id and claimed_at is null
    ) unclaimed
    ${order(sql`u`)}`.execute(db)
  return rows.map(({ isActive, newest, ...card }) => ({ card, isActive, newest }))
}

function order(of: RawBuilder<unknown>): RawBuilder<unknown> {
  const by = ['is_active', 'newest', 'machine_id', 'active_from', 'id'].map((it) => sql`${of}.${sql.ref(it)} desc`)
  return sql`order by ${sql.join(by)}`
}

/** Minor units that each unit earned on each of the member's last 30 days, oldest first. */
async function earnedByDay(
  db: Db,
  { memberId, unitIds, zone }: Omit<DaysWanted, 'days'>,
  clock: Clock,
): Promise<Map<string, DayOfEarnings[]>> {
  if (unitIds.length === 0) return new Map()
  return await earnedOn(db, { memberId, unitIds, zone, days: lastDays(dayIn(zone, clock.now())) }, clock)
}

interface DaysWanted {
  memberId: string
  unitIds: readonly string[]
  zone: string
  /** Days of `zone` without a gap, oldest first, the last one today or earlier. */
  days: readonly string[]
}

/**
 * Minor units that each unit earned on each of the days. A day is the difference of two totals, so trips are never
 * summed. A cancelled unit earned until it was last settled, and no more than it was paid.
 */
export async function earnedOn(
  db: Db,
  { memberId, unitIds, zone, days }: DaysWanted,
  clock: Clock,
): Promise<Map<string, DayOfEarnings[]>> {
  const bounds = [...days, addDays(days.at(-1) as string, 1)].map((day) =>
    instant(Math.min(startOfDay(zone, day), clock.now() + 1)),
  )
  const { rows } = await sql<{ id: string; totals: number[] }>`
    with one as materialized (
      select u.id, u.machine_id, u.share_before, m.units_total, bound.place, least(bound.at, ${earnsUntil('u')}) as until,
        case when u.status = 'cancelled' then u.paid end as most
      from unit u join machine m on m.id = u.machine_id
      cross join unnest(${bounds}::timestamptz[]) with ordinality as bound(at, place)
      where u.member_id = ${memberId}::uuid and u.id = any(${[...unitIds]}::uuid[])
    ), earning as materialized (select * from ${withShared('one')} it)
    select id, json_agg(least(${earnedOf(sql`total`)}, most) order by place) as totals from earning group by id`.execute(
    db,
  )
  const amountOn = (totals: number[], at: number) => (totals[at + 1] ?? 0) - (totals[at] ?? 0)
  return new Map(rows.map(({ id, totals }) => [id, days.map((day, at) => ({ day, amount: amountOn(totals, at) }))]))
}

/** The 30 days up to `today`, oldest first. */
function lastDays(today: string): string[] {
  return Array.from({ length: shownDays }, (_, at) => addDays(today, at + 1 - shownDays))
}

/** Sums over all of a member's units, in minor units, and how many they and their machines are. */
export async function unitsTotal(db: Db, memberId: string, clock: Clock) {
  const zone = await zoneOf(db, memberId)
  const dayStart = instant(startOfDay(zone, dayIn(zone, clock.now())))
  const {
    rows: [total],
  } = await sql<{
    units: number
    activeUnits: number
    activeMachines: number
    runningMachines: number
    invested: number
    settled: number
    earnedSinceSettlement: number
    earnedToday: number
  }>`
    with one as materialized (
      select u.status, u.is_owed, u.paid, u.machine_id, m.service_state, u.share_before, m.units_total, u.expires_at,
        least(${dayStart}::timestamptz, u.expires_at) as day_start
      from unit u join machine m on m.id = u.machine_id where u.member_id = ${memberId}
    ), mine as materialized (
      select it.*, ${earnedOf(sql`now_shared`)} as now_total, ${earnedOf(sql`day_shared`)} as day_total
      from ${withShared('one', { now_shared: 'expires_at', day_shared: 'day_start' })} it
    )
    select count(*)::int as units, (count(*) filter (where status = 'active'))::int as active_units,
      (count(distinct machine_id) filter (where status = 'active'))::int as active_machines,
      (count(distinct machine_id) filter (where status = 'active' and service_state = 'in service'))::int
        as running_machines,
      coalesce((select sum(actual_payment) from purchase
        where member_id = ${memberId} and cancelled_at is null), 0)::bigint as invested,
      coalesce(sum(paid), 0)::bigint as settled,
      coalesce(sum(greatest(now_total - paid, 0)) filter (where status = 'active' or is_owed), 0)::bigint
        as earned_since_settlement,
      coalesce(sum(now_total - day_total)
        filter (where status <> 'cancelled'), 0)::bigint as earned_today
    from mine`.execute(db)
  if (!total) throw new Error('an aggregate without a row')
  return total
}
