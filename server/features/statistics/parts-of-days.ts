import { sql } from 'kysely'
import { instant, millisOf } from '../../clock.ts'
import { useOf, type Run } from '../../db/machine-days.ts'
import type { Db } from '../../db/open.ts'
import type { CutIntoHours, WallHour } from '../../wall-hours.ts'
import type { Done, Work } from './rules.ts'
import type { PartOfDay } from './split.ts'

type Row = Omit<Run, 'machineId'> & { at: number }

/** What machines did in parts of a day: when the member came to have units of them, or stopped having any. */
export async function partsOfDays(db: Db, parts: readonly PartOfDay[], cut: CutIntoHours): Promise<Done> {
  if (parts.length === 0) return { work: [], use: [] }
  const { rows } = await sql<Row>`
    select part.at::int - 1 as at, started_at, ended_at, amount, share, energy_wh, distance_m
    from unnest(${parts.map((it) => it.machineId)}::uuid[], ${parts.map((it) => instant(it.from))}::timestamptz[],
      ${parts.map((it) => instant(it.until))}::timestamptz[]) with ordinality as part (machine_id, begun, over, at)
    join revenue on revenue.machine_id = part.machine_id and amount > 0 and ended_at >= part.begun and started_at < part.over
      and ended_at < part.over + interval '7 days'`.execute(db)
  const runs = rows.map(({ at, ...run }) => ({ ...run, part: parts[at] as PartOfDay }))
  return { work: workOf(runs), use: runs.flatMap((it) => [...useWithin(it.part, it, cut)]) }
}

type RunOfPart = Omit<Row, 'at'> & { part: PartOfDay }

/** Work of one machine and day each, so that a unit's part of the revenue is rounded as for a whole day. */
function workOf(runs: readonly RunOfPart[]): Work[] {
  const done = new Map<string, Work & { share: number }>()
  for (const { part, ...run } of runs) {
    if (millisOf(run.endedAt) >= part.until) continue
    const key = `${part.machineId}/${part.place}`
    const work = done.get(key) ?? { ...nothing, place: part.place }
    work.sessions += 1
    work.revenue += run.amount
    work.share += run.share
    work.perUnit = Math.floor(work.share / part.unitsTotal)
    work.energyWh += run.energyWh ?? 0
    work.distanceM += run.distanceM ?? 0
    done.set(key, work)
  }
  return [...done.values()].map(({ place, sessions, revenue, perUnit, energyWh, distanceM }) => ({
    place,
    sessions,
    revenue,
    perUnit,
    energyWh,
    distanceM,
  }))
}

const nothing = { sessions: 0, revenue: 0, share: 0, perUnit: 0, energyWh: 0, distanceM: 0 }

function useWithin(part: PartOfDay, run: RunOfPart, cut: CutIntoHours): Iterable<WallHour> {
  const [from, until] = useOf(run)
  return cut(Math.max(from, part.from), Math.min(until, part.until))
}
