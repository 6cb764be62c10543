import { sql } from 'kysely'
import type { Answer } from '#protocol/call.ts'
import type { sessionLine } from '#protocol/statistics.ts'
import { millisOf, offsetOf } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { heldMachines, type Wanted } from './held.ts'
import { boundsOf, everyDay, type Days } from './rules.ts'

type Use = Answer<typeof sessionLine>['use']

const hourSeconds = 3600

/**
 * How much of each hour of the week the member's machines were in use, on the member's clock: seconds from start to end
 * of their trips and sessions, of the seconds of the machines that the member had on those days. Hours that are not
 * over yet count as far as they went. At most all of it, where a pile charges two at once.
 */
export async function useOf(db: Db, wanted: Wanted, days: Days, { zone, now }: { zone: string; now: number }) {
  const used = await secondsInUse(db, wanted, days, zone)
  const there = await secondsThere(db, wanted, days, { zone, now })
  return there.map((hours, weekday) =>
    hours.map((seconds, hour) =>
      seconds === 0 ? null : Math.min(10_000, Math.floor(((used[weekday]?.[hour] ?? 0) * 10_000) / seconds)),
    ),
  ) satisfies Use
}

function week(): number[][] {
  return Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
}

async function secondsInUse(db: Db, wanted: Wanted, days: Days, zone: string): Promise<number[][]> {
  const bounds = boundsOf(days, zone)
  const [first, last] = [sql`${bounds[0]}::timestamptz`, sql`${bounds.at(-1)}::timestamptz`]
  // Nothing runs longer than the day that is looked at after the last one. Hours are counted since 1970 on the member's
  // clock, whose first day was a Thursday; most runs lie within one, and need no series.
  const { rows } = await sql<{ weekday: number; hour: number; seconds: number }>`
    with mine as (${heldMachines(wanted)}), run as materialized (
      select date_part('epoch', greatest(started_at, ${first}) at time zone ${zone}) as begun,
        date_part('epoch', least(ended_at, ${last}) at time zone ${zone}) as done
      from mine join revenue on revenue.machine_id = mine.machine_id
      where ended_at > ${first} and ended_at < ${last} + interval '1 day' and started_at < ${last}
        and mine.held @> ended_at
    ), part as (
      select floor(begun / 3600)::bigint as hour, least(done, floor(begun / 3600) * 3600 + 3600) - begun as seconds
      from run
      union all
      select hour, least(done, hour * 3600 + 3600) - hour * 3600
      from run cross join lateral
        generate_series(floor(begun / 3600)::bigint + 1, floor(done / 3600)::bigint) as hour
      where floor(done / 3600) > floor(begun / 3600)
    )
    select (hour / 24 + 4) % 7 as weekday, hour % 24 as hour, floor(sum(greatest(0, seconds)))::bigint as seconds
    from (select hour % 168 as hour, seconds from part) of_week group by of_week.hour`.execute(db)
  const used = week()
  for (const { weekday, hour, seconds } of rows) if (used[weekday]) used[weekday][hour] = seconds
  return used
}

/** A machine counts for the whole of each day on which the member had it, as far as the day has gone. */
async function secondsThere(
  db: Db,
  wanted: Wanted,
  days: Days,
  { zone, now }: { zone: string; now: number },
): Promise<number[][]> {
  const bounds = boundsOf(days, zone)
  const { rows } = await sql<{ place: number; machines: number }>`
    with mine as (${heldMachines(wanted)}), bound as (
      select place, at, lead(at) over (order by place) as next
      from unnest(${bounds}::timestamptz[]) with ordinality as it (at, place)
    )
    select place::int, count(*)::int as machines from bound join mine on mine.held && tstzrange(at, next)
    where next is not null group by place`.execute(db)
  const machinesOn = new Map(rows.map((it) => [it.place, it.machines]))
  const there = week()
  everyDay(days).forEach((day, at) => {
    const machines = machinesOn.get(at + 1) ?? 0
    const [start, end] = [millisOf(bounds[at] as string), millisOf(bounds[at + 1] as string)]
    if (machines === 0 || start >= now) return
    const hours = there[new Date(`${day}T00:00:00Z`).getUTCDay()] as number[]
    const wall = (ms: number) => (ms + offsetOf(zone, ms) - millisOf(`${day}T00:00:00.000Z`)) / 1000
    const gone = now < end ? wall(now) : 24 * hourSeconds
    hours.forEach((_, hour) => {
      hours[hour] =
        (hours[hour] ?? 0) + machines * Math.min(hourSeconds, Math.max(0, Math.floor(gone - hour * hourSeconds)))
    })
  })
  return there
}
