import { sql } from 'kysely'
import { dayIn, millisOf } from '../clock.ts'
import { dayOf, wallHoursIn } from '../wall-hours.ts'
import { knownZone } from './member-zone.ts'
import type { Db } from './open.ts'

/** A booked trip or charging session; amounts in minor units, energy in Wh, distance in metres. */
export interface Run {
  machineId: string
  startedAt: string
  endedAt: string
  amount: number
  share: number
  energyWh: number | null
  distanceM: number | null
}

interface MachineDay {
  machineId: string
  zone: string
  day: string
  sessions: number
  revenue: number
  share: number
  energyWh: number
  distanceM: number
  /** Seconds in use by hour of the zone's clock. */
  use: number[]
}

/** The columns of `machine_day` that hold the seconds in use of each hour of the day. */
export const useColumns = Array.from({ length: 24 }, (_, hour) => sql.ref(`use_${hour}`))

const longestUse = 7 * 86_400_000

/**
 * When a machine was in use for a run, in milliseconds. A run of months is a broken clock: at most the seven days
 * before its end count.
 */
export function useOf({ startedAt, endedAt }: Pick<Run, 'startedAt' | 'endedAt'>): [from: number, until: number] {
  const until = millisOf(endedAt)
  return [Math.max(millisOf(startedAt), until - longestUse), until]
}

/** Adds runs to the days of their machines, in each zone of `zonesOf`. The caller has locked the machines. */
export async function addToMachineDays(
  db: Db,
  runs: readonly Run[],
  zonesOf: (machineId: string) => readonly string[],
): Promise<void> {
  const days = daysOf(runs, zonesOf)
  if (days.length === 0) return
  const added = sql.join(useColumns.map((use) => sql`${use} = machine_day.${use} + excluded.${use}`))
  await sql`
    insert into machine_day (machine_id, zone, day, sessions, revenue, share, energy_wh, distance_m,
      ${sql.join(useColumns)})
    select "machineId", zone, day, sessions, revenue, share, "energyWh", "distanceM",
      ${sql.join(useColumns.map((_, hour) => sql`use[${sql.lit(hour + 1)}]`))}
    from jsonb_to_recordset(${JSON.stringify(days)}::text::jsonb) as it(
      "machineId" uuid, zone text, day date, sessions int, revenue bigint, share bigint, "energyWh" bigint,
      "distanceM" bigint, use int[])
    on conflict (machine_id, zone, day) do update set sessions = machine_day.sessions + excluded.sessions,
      revenue = machine_day.revenue + excluded.revenue, share = machine_day.share + excluded.share,
      energy_wh = machine_day.energy_wh + excluded.energy_wh,
      distance_m = machine_day.distance_m + excluded.distance_m, ${added}`.execute(db)
}

/** Takes a run out of its machine's days, in each of the zones. The caller has locked the machine. */
export async function takeFromMachineDays(db: Db, run: Run, zones: readonly string[]): Promise<void> {
  for (const { machineId, zone, day, use, ...counted } of daysOf([run], () => zones)) {
    const { sessions, revenue, share, energyWh, distanceM } = counted
    await sql`
      update machine_day set sessions = sessions - ${sessions}, revenue = revenue - ${revenue}, share = share - ${share},
        energy_wh = energy_wh - ${energyWh}, distance_m = distance_m - ${distanceM},
        ${sql.join(useColumns.map((hour, n) => sql`${hour} = ${hour} - ${use[n] ?? 0}`))}
      where machine_id = ${machineId} and zone = ${zone} and day = ${day}`.execute(db)
  }
}

/**
 * Keeps a machine's days in the zone of its new owner from now on, and counts what was booked before. Does nothing
 * where another owner lives there. The caller has locked the machine.
 */
export async function countInZoneOf(db: Db, owner: { zone: string; machineId: string }): Promise<void> {
  const { rows: added } = await sql`
    update machine_total set owner_zones = owner_zones || ${owner.zone}::text
    where machine_id = ${owner.machineId}::uuid and not ${owner.zone}::text = any(owner_zones)
    returning machine_id`.execute(db)
  if (added.length === 0) return
  const runs = await db
    .selectFrom('revenue')
    .select(['machineId', 'startedAt', 'endedAt', 'amount', 'share', 'energyWh', 'distanceM'])
    .where('machineId', '=', owner.machineId)
    .where('amount', '>', 0)
    .execute()
  await addToMachineDays(db, runs, () => [owner.zone])
}

const nothing = { sessions: 0, revenue: 0, share: 0, energyWh: 0, distanceM: 0 }

function daysOf(runs: readonly Run[], zonesOf: (machineId: string) => readonly string[]): MachineDay[] {
  const days = new Map<string, MachineDay>()
  const rowOf = (machineId: string, zone: string, day: string): MachineDay => {
    const key = `${machineId}/${zone}/${day}`
    const known = days.get(key) ?? {
      machineId,
      zone,
      day,
      ...nothing,
      use: Array.from({ length: 24 }, () => 0),
    }
    days.set(key, known)
    return known
  }
  const clockOf = rememberedClocks()
  for (const run of runs) {
    for (const zone of zonesOf(run.machineId)) {
      const { name, cut } = clockOf(zone)
      const ended = rowOf(run.machineId, zone, dayIn(name, run.endedAt))
      ended.sessions += 1
      ended.revenue += run.amount
      ended.share += run.share
      ended.energyWh += run.energyWh ?? 0
      ended.distanceM += run.distanceM ?? 0
      for (const [wallHour, seconds] of cut(...useOf(run))) {
        const { use } = rowOf(run.machineId, zone, dayOf(wallHour))
        const hour = wallHour % 24
        use[hour] = (use[hour] ?? 0) + seconds
      }
    }
  }
  return [...days.values()]
}

/** A zone's clock, made once for all runs: to look a zone up takes longer than to count a run. */
function rememberedClocks(): (zone: string) => ReturnType<typeof clockIn> {
  const clocks = new Map<string, ReturnType<typeof clockIn>>()
  return (zone) => {
    const clock = clocks.get(zone) ?? clockIn(knownZone(zone))
    clocks.set(zone, clock)
    return clock
  }
}

function clockIn(name: string) {
  return { name, cut: wallHoursIn(name) }
}
