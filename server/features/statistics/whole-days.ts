import { sql } from 'kysely'
import { addDays } from '../../clock.ts'
import { useColumns } from '../../db/machine-days.ts'
import type { Db } from '../../db/open.ts'
import { firstHourOf, type WallHour } from '../../wall-hours.ts'
import type { Days, Done, Work } from './rules.ts'
import type { WholeDays } from './split.ts'

type Row = Work & { day: string; use: number[] }

/** What machines did on whole days of the member's. */
export async function wholeDays(
  db: Db,
  memberId: string,
  whole: readonly WholeDays[],
  { from, to }: Days,
): Promise<Done> {
  if (whole.length === 0) return { work: [], use: [] }
  const column = (of: (it: WholeDays) => unknown) => sql`${whole.map(of)}`
  const { rows } = await sql<Row>`
    select day, day - ${from}::date as place, sum(sessions)::bigint as sessions, sum(revenue)::bigint as revenue,
      sum(share / units_total)::bigint as per_unit, sum(energy_wh)::bigint as energy_wh,
      sum(distance_m)::bigint as distance_m,
      json_build_array(${sql.join(useColumns.map((it) => sql`sum(${it})`))}) as use
    from unnest(${column((it) => it.machineId)}::uuid[], ${column((it) => it.unitsTotal)}::int[],
      ${column((it) => addDays(from, it.first))}::date[], ${column((it) => addDays(from, it.end))}::date[]
    ) as held (machine_id, units_total, first, after)
    join machine_day on machine_day.machine_id = held.machine_id and day >= held.first and day < held.after
    -- Said again for the planner, which can't see into the arrays.
    where day >= ${from}::date and day <= ${to}::date
      and machine_day.zone = (select time_zone from member where id = ${memberId}::uuid)
    group by day`.execute(db)
  return {
    work: rows.map(({ place, sessions, revenue, perUnit, energyWh, distanceM }) => ({
      place,
      sessions,
      revenue,
      perUnit,
      energyWh,
      distanceM,
    })),
    use: rows.flatMap(({ day, use }) => use.map((seconds, hour): WallHour => [firstHourOf(day) + hour, seconds])),
  }
}
