import type { Answer } from '#protocol/call.ts'
import type { sessionLine } from '#protocol/statistics.ts'
import { hourOfWeek, wallHoursIn, type CutIntoHours, type WallHour } from '../../wall-hours.ts'
import type { Db } from '../../db/open.ts'
import { heldTimes, type Wanted } from './held.ts'
import { partsOfDays } from './parts-of-days.ts'
import { boundsOf, everyDay, type Days, type Done } from './rules.ts'
import { splitByDays, type Split } from './split.ts'
import { wholeDays } from './whole-days.ts'

type Line = Pick<Answer<typeof sessionLine>, 'points' | 'use'>

/**
 * What the member's machines did while the member had them. Work counts on the day of the member's on which a trip or
 * session ended. Use is seconds from start to end of trips and sessions, of the seconds in which the member had the
 * machines until now, by hour and weekday of the member's clock: at most all, where a pile charges two at once.
 */
export async function lineOf(
  db: Db,
  wanted: Wanted,
  days: Days,
  { zone, now }: { zone: string; now: number },
): Promise<Line> {
  const bounds = boundsOf(days, zone)
  const cut = wallHoursIn(zone)
  const held = await heldTimes(db, wanted, { from: bounds[0] as number, until: bounds.at(-1) as number })
  const split = splitByDays(held, bounds)
  const done = [await wholeDays(db, wanted.memberId, split.whole, days), await partsOfDays(db, split.parts, cut)]
  return { points: pointsOf(days, done), use: useOf(done, thereIn(split, bounds, now, cut)) }
}

function pointsOf(days: Days, done: readonly Done[]): Line['points'] {
  const points = everyDay(days).map((day) => ({ day, ...nothing }))
  for (const { place, ...work } of done.flatMap((it) => it.work)) {
    const point = points[place]
    if (!point) continue
    for (const name of Object.keys(work) as (keyof typeof work)[]) point[name] += work[name]
  }
  return points
}

const nothing = { sessions: 0, revenue: 0, perUnit: 0, energyWh: 0, distanceM: 0 }

function useOf(done: readonly Done[], there: readonly WallHour[]): Line['use'] {
  const [used, all] = [byHourOfWeek(done.flatMap((it) => it.use)), byHourOfWeek(there)]
  const use = all.map((seconds, at) =>
    seconds === 0 ? null : Math.min(10_000, Math.floor(((used[at] ?? 0) * 10_000) / seconds)),
  )
  return Array.from({ length: 7 }, (_, weekday) => use.slice(weekday * 24, (weekday + 1) * 24))
}

/** The seconds in which the member had machines: two machines make two seconds each second. */
function thereIn({ whole, parts }: Split, bounds: readonly number[], now: number, cut: CutIntoHours): WallHour[] {
  const days = bounds.slice(1).flatMap((end, at) => {
    const machines = whole.filter((it) => it.first <= at && at < it.end).length
    const hours = machines === 0 ? [] : [...cut(bounds[at] as number, Math.min(end, now))]
    return hours.map(([hour, seconds]): WallHour => [hour, seconds * machines])
  })
  return [...days, ...parts.flatMap((it) => [...cut(it.from, Math.min(it.until, now))])]
}

function byHourOfWeek(use: readonly WallHour[]): number[] {
  const week = Array.from({ length: 7 * 24 }, () => 0)
  for (const [hour, seconds] of use) {
    const at = hourOfWeek(hour)
    week[at] = (week[at] ?? 0) + seconds
  }
  return week
}
