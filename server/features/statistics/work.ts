import { sql } from 'kysely'
import type { Answer } from '#protocol/call.ts'
import type { sessionLine } from '#protocol/statistics.ts'
import type { Db } from '../../db/open.ts'
import { heldMachines, type Wanted } from './held.ts'
import { boundsOf, everyDay, type Days } from './rules.ts'

type Point = Answer<typeof sessionLine>['points'][number]

/** What the member's machines did on each of their days, by the end of the trip or session; no gaps. */
export async function workOf(db: Db, wanted: Wanted, days: Days, zone: string): Promise<Point[]> {
  const bounds = boundsOf(days, zone)
  const { rows } = await sql<Omit<Point, 'day'> & { place: number }>`
    with mine as (${heldMachines(wanted)}), counted as (
      select mine.units_total, width_bucket(revenue.ended_at, ${bounds}::timestamptz[]) as place, count(*) as sessions,
        sum(amount) as revenue, sum(share) as share, sum(energy_wh) as energy_wh, sum(distance_m) as distance_m
      from mine join revenue on revenue.machine_id = mine.machine_id
      where revenue.ended_at >= ${bounds[0]}::timestamptz and revenue.ended_at < ${bounds.at(-1)}::timestamptz
        and mine.held @> revenue.ended_at
      group by mine.machine_id, mine.units_total, place
    )
    select place, sum(sessions)::bigint as sessions, sum(revenue)::bigint as revenue,
      sum(div(share, units_total))::bigint as per_unit, coalesce(sum(energy_wh), 0)::bigint as energy_wh,
      coalesce(sum(distance_m), 0)::bigint as distance_m
    from counted group by place`.execute(db)
  const byPlace = new Map(rows.map(({ place, ...point }) => [place, point]))
  return everyDay(days).map((day, at) => ({ day, ...(byPlace.get(at + 1) ?? nothing) }))
}

const nothing = { sessions: 0, revenue: 0, perUnit: 0, energyWh: 0, distanceM: 0 }
