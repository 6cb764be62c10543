import { sql, type RawBuilder } from 'kysely'
import { withShared } from '../../../db/entitlement.ts'
import type { Db } from '../../../db/open.ts'
import type { Schema } from '../../../db/schema.ts'

type Row = Pick<Schema['revenue'], 'machineId' | 'countedAt' | 'share'>
interface Machine {
  id: string
  /** When the newest revenue counts that was there before. */
  lastCountedAt: string | null
}

/**
 * Gives revenue that has just been booked to those who held units when it was earned (docs/ledger.md, "Settlement"):
 * puts the running totals in order, takes it out of what units earned that were bought after it, and marks expired
 * units whose time it is of, which the next expiry settlement pays. The machines are locked.
 */
export async function spreadLate(db: Db, rows: readonly Row[], machines: ReadonlyMap<string, Machine>): Promise<void> {
  const last = new Map([...machines.values()].map((it) => [it.id, it.lastCountedAt ?? '']))
  if (rows.some((it) => it.countedAt < (last.get(it.machineId) ?? ''))) await orderTotals(db, rows)
  const holders = await holdersSince(db, rows)
  if (holders.bought) await takeOut(db, rows)
  if (holders.expired) await markOwed(db, rows)
}

/**
 * The same for revenue that was taken back, and whose row counts for nothing now: units after it begin lower. `revenue`
 * is the row as it was. One that counts at the very instant of a purchase was before it where the unit began above it.
 */
export async function spreadTakenBack(
  db: Db,
  { machineId, countedAt, share, shareTotalAfter }: Row & Pick<Schema['revenue'], 'shareTotalAfter'>,
): Promise<void> {
  await sql`
    update unit set share_before = share_before - ${share}
    where machine_id = ${machineId} and (active_from > ${countedAt}::timestamptz
      or active_from = ${countedAt}::timestamptz and share_before >= ${shareTotalAfter})`.execute(db)
  await orderTotals(db, [{ machineId, countedAt, share }])
}

/**
 * The running totals from the first late row on; before it nothing changes. Rows of one instant stay in the order in
 * which they were booked, by which it is known which of them were before a purchase at that instant.
 */
async function orderTotals(db: Db, rows: readonly Row[]): Promise<void> {
  await sql`
    with first as materialized (
      select machine_id, min(counted_at) as until from ${booked(rows)} group by machine_id
    ), earlier as materialized (select * from ${withShared('first')} it)
    update revenue set share_total_after = it.total
    from (
      select after.machine_id, after.id, coalesce(earlier.total, 0)
        + sum(after.share) over (
          partition by after.machine_id order by after.counted_at, after.share_total_after, after.id) as total
      from earlier join revenue after on after.machine_id = earlier.machine_id and after.counted_at >= earlier.until
    ) it
    where revenue.machine_id = it.machine_id and revenue.id = it.id and share_total_after <> it.total`.execute(db)
}

/** Whether units of the machines were bought, or expired, after revenue was earned. Most revenue is in time. */
async function holdersSince(db: Db, rows: readonly Row[]): Promise<{ bought: boolean; expired: boolean }> {
  const units = sql`unit join ${booked(rows)} on late.machine_id = unit.machine_id`
  // The machines, and the first instant, are also said apart from the rows: by them an index finds the few units.
  const machines = [...new Set(rows.map((it) => it.machineId))]
  const since = rows.map((it) => it.countedAt).toSorted()[0]!
  const {
    rows: [holders],
  } = await sql<{ bought: boolean; expired: boolean }>`
    select (
      select count(*) > 0 from ${units}
      where unit.machine_id = any(${machines}::uuid[]) and unit.active_from > ${since}::timestamptz
        and unit.active_from > late.counted_at
    ) as bought, (
      select count(*) > 0 from ${units}
      where unit.machine_id = any(${machines}::uuid[]) and unit.status = 'expired'
        and unit.expires_at > ${since}::timestamptz and unit.expires_at > late.counted_at
    ) as expired`.execute(db)
  return holders ?? { bought: false, expired: false }
}

async function takeOut(db: Db, rows: readonly Row[]): Promise<void> {
  await sql`
    update unit set share_before = share_before + late.share
    from (
      select unit.member_id, unit.id, sum(late.share)::bigint as share from ${booked(rows)} join unit
        on unit.machine_id = late.machine_id and unit.active_from > late.counted_at
      group by unit.member_id, unit.id
    ) late
    where unit.member_id = late.member_id and unit.id = late.id`.execute(db)
}

/** Units of deleted accounts are left out: nobody could receive it. */
async function markOwed(db: Db, rows: readonly Row[]): Promise<void> {
  await sql`
    update unit set is_owed = true
    where status = 'expired' and not is_owed and (member_id, id) in (
      select unit.member_id, unit.id from ${booked(rows)} join unit on unit.machine_id = late.machine_id
        and unit.status = 'expired' and unit.active_from <= late.counted_at and unit.expires_at > late.counted_at
      join member on member.id = unit.member_id and member.deleted_at is null
    )`.execute(db)
}

/** SQL of the booked rows, named `late`. */
function booked(rows: readonly Row[]): RawBuilder<unknown> {
  const values = rows.map(({ machineId, countedAt, share }) => ({
    machine_id: machineId,
    counted_at: countedAt,
    share,
  }))
  return sql`jsonb_to_recordset(${JSON.stringify(values)}::text::jsonb)
    as late(machine_id uuid, counted_at timestamptz, share bigint)`
}
