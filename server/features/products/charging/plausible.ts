import { sql } from 'kysely'
import { instant } from '../../../clock.ts'
import type { Db } from '../../../db/open.ts'

/** A session as its station tells it. Times in milliseconds, `amount` in minor units. */
export interface ToldSession {
  station: string
  machineId: string
  connector: number | null
  startedAt: number
  endedAt: number
  energyWh: number
  amount: number
}

/** No connector feeds a car with more, and no station all of its cars: such a session is a broken meter. */
const mostWatts = 1_500_000
const mostStationWatts = 5_000_000
/** What a meter may be off by, whatever the time. */
const slackWh = 1000
const amountMost = 100_000_000
/** No station charges more cars at once, nor lets more of them go in an hour. */
const mostAtOnce = 100
const mostAnHour = 120
const hourMs = 3_600_000
/** Sessions of one connector may overlap by this: their times may come from two clocks. */
const overlapMs = 60_000

/**
 * Whether a session can be true, beside those of its station that are booked (docs/ocpp.md, "What can't be"). The
 * caller has locked the machine, so that no other is booked meanwhile.
 */
export async function isPlausible(db: Db, told: ToldSession): Promise<boolean> {
  const { startedAt, endedAt, energyWh, amount } = told
  const hours = (endedAt - startedAt) / hourMs
  if (energyWh > mostWatts * hours + slackWh || amount > amountMost) return false
  const others = await besides(db, told)
  return (
    !others.overlap &&
    others.ended < mostAnHour &&
    others.energyWh + energyWh <= mostStationWatts * hours + slackWh * (others.ended + 1) &&
    others.hours <= (mostAtOnce - 1) * hours
  )
}

/**
 * What is booked of the same station: whether its connector was in use, how many sessions ended within half an hour of
 * the end, and the energy and the hours of charging that fall into the session's time.
 */
async function besides(
  db: Db,
  { station, machineId, connector, startedAt, endedAt }: ToldSession,
): Promise<{ overlap: boolean; ended: number; energyWh: number; hours: number }> {
  const [from, to] = [instant(startedAt), instant(endedAt)]
  const half = `${hourMs / 2} milliseconds`
  const { rows } = await sql<{ overlap: boolean; ended: number; energyWh: number; hours: number }>`
    with runs as materialized (
      select id, started_at, ended_at, energy_wh from revenue
      where machine_id = ${machineId} and amount > 0 and ended_at >= ${from}::timestamptz - ${half}::interval
        and started_at <= ${to}::timestamptz + ${half}::interval
    )
    select coalesce(bool_or(connector is not distinct from ${connector}::int and shared > ${overlapMs / 1000}), false)
        as overlap,
      count(*) filter (where ended_at between ${to}::timestamptz - ${half}::interval
        and ${to}::timestamptz + ${half}::interval)::int as ended,
      coalesce(sum(energy_wh * shared / seconds), 0)::float8 as energy_wh,
      coalesce(sum(shared) / 3600, 0)::float8 as hours
    from (
      select connector, ended_at, energy_wh, greatest(extract(epoch from ended_at - started_at), 1) as seconds,
        greatest(extract(epoch from least(ended_at, ${to}::timestamptz)
          - greatest(started_at, ${from}::timestamptz)), 0) as shared
      from runs join charging_transaction on station = ${station} and revenue_id = runs.id
    ) booked`.execute(db)
  return rows[0] as { overlap: boolean; ended: number; energyWh: number; hours: number }
}
