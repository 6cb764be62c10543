import { addDays, dayIn, instant, millisOf, startOfDay } from '../../../clock.ts'
import type { Chance } from './chance.ts'
import { chanceOf } from './chance.ts'

/** What a simulated machine is like. `averageAmount` is minor units a run; a run is a trip or a charging session. */
export interface Profile {
  deviceNumber: string
  kind: 'vehicle' | 'pile'
  timeZone: string
  runsPerDay: number
  averageAmount: number
}

/** One trip (distance in metres) or charging session (energy in watt-hours). Amount in minor units. */
export interface Run {
  externalId: string
  startedAt: string
  endedAt: string
  amount: number
  energyWh: number | null
  distanceM: number | null
}

/** A time without income: a fault, or a rest (charging the vehicle, cleaning the pile). */
export interface Stop {
  state: 'paused or faulty' | 'resting'
  from: number
  until: number
}

export interface MachineDay {
  runs: Run[]
  stops: Stop[]
}
export interface MachineState {
  state: 'idle' | 'in service' | 'paused or faulty' | 'resting'
  since: string
}

const minute = 60_000
const hour = 60 * minute

/**
 * How busy each hour of the day is, from midnight on. People ride to work and back; cars are charged over lunch and
 * through the evening.
 */
const rhythm = {
  vehicle: [2, 1, 1, 1, 1, 3, 7, 11, 12, 8, 6, 6, 7, 6, 6, 7, 9, 12, 12, 9, 7, 6, 4, 3],
  pile: [3, 2, 2, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 9, 8, 8, 8, 9, 11, 12, 11, 9, 6, 4],
} as const
/** How busy each weekday is, from Sunday on; seven days sum to seven. */
const week = {
  vehicle: [0.82, 1.02, 1.03, 1.03, 1.06, 1.14, 0.9],
  pile: [1.08, 0.95, 0.95, 0.96, 0.98, 1.05, 1.03],
} as const
const usual = { vehicle: { runMs: 17 * minute, kmPerHour: 22 }, pile: { runMs: 50 * minute, kW: 11 } } as const
const faultChance = 0.05

/**
 * What a machine does on one day of its own zone: the same for the same seed, nothing overlapping, nothing beyond the
 * day.
 */
export function simulateDay(seed: string, profile: Profile, day: string): MachineDay {
  const chance = chanceOf(`${seed}|${profile.deviceNumber}|${day}`)
  const from = startOfDay(profile.timeZone, day)
  const until = startOfDay(profile.timeZone, addDays(day, 1))
  const weekday = weekdayOf(day)
  const stops = stopsOf(profile, weekday, { from, until }, chance)
  const wanted = Math.round(profile.runsPerDay * (week[profile.kind][weekday] ?? 1) * chance.between(0.85, 1.15))
  const starts = Array.from(
    { length: wanted },
    () => from + (chance.pick(rhythm[profile.kind]) + chance.unit()) * hour,
  ).toSorted((a, b) => a - b)
  const runs: Run[] = []
  let free = from
  for (const start of starts) {
    const run = runFrom(profile, Math.max(start, free), chance)
    if (run.end > until || stops.some((it) => run.start < it.until && run.end > it.from)) continue
    runs.push(toRun(profile, run))
    free = run.end + chance.between(1, 4) * minute
  }
  return { runs, stops }
}

/** Runs that ended after one instant and not after another, oldest first. Both in milliseconds. */
export function runsBetween(seed: string, profile: Profile, after: number, until: number): Run[] {
  return daysBetween(profile.timeZone, after, until)
    .flatMap((day) => simulateDay(seed, profile, day).runs)
    .filter((run) => millisOf(run.endedAt) > after && millisOf(run.endedAt) <= until)
}

/** The run that goes on at an instant. */
export function runAt(seed: string, profile: Profile, now: number): Run | undefined {
  const { runs } = simulateDay(seed, profile, dayIn(profile.timeZone, now))
  return runs.find((run) => millisOf(run.startedAt) <= now && now < millisOf(run.endedAt))
}

/** Faults that began after one instant and not after another. Both in milliseconds. */
export function faultsBetween(seed: string, profile: Profile, after: number, until: number): Stop[] {
  return daysBetween(profile.timeZone, after, until)
    .flatMap((day) => simulateDay(seed, profile, day).stops)
    .filter((it) => it.state === 'paused or faulty' && it.from > after && it.from <= until)
}

/** What a machine is doing at an instant, and since when. */
export function stateAt(seed: string, profile: Profile, now: number): MachineState {
  const day = dayIn(profile.timeZone, now)
  const { runs, stops } = simulateDay(seed, profile, day)
  const busy = busyIn({ runs, stops }, now)
  if (busy) return busy
  const ends = [...runs.map((run) => millisOf(run.endedAt)), ...stops.map((it) => it.until)].filter((end) => end <= now)
  return { state: 'idle', since: instant(Math.max(startOfDay(profile.timeZone, day), ...ends)) }
}

/** What a machine does at an instant of a day, other than standing idle. */
export function busyIn({ runs, stops }: MachineDay, now: number): MachineState | null {
  const stop = stops.find((it) => it.from <= now && now < it.until)
  if (stop) return { state: stop.state, since: instant(stop.from) }
  const running = runs.find((run) => millisOf(run.startedAt) <= now && now < millisOf(run.endedAt))
  return running ? { state: 'in service', since: running.startedAt } : null
}

function daysBetween(zone: string, from: number, until: number): string[] {
  const days: string[] = []
  for (let day = dayIn(zone, from); day <= dayIn(zone, until); day = addDays(day, 1)) days.push(day)
  return days
}

/** A fault comes first in the list: it takes precedence over a rest at the same hour. */
function stopsOf(profile: Profile, weekday: number, span: { from: number; until: number }, chance: Chance): Stop[] {
  const stops: Stop[] = []
  const add = (state: Stop['state'], atHour: number, hours: number): void => {
    const from = Math.round(span.from + atHour * hour)
    stops.push({ state, from, until: Math.min(Math.round(from + hours * hour), span.until) })
  }
  if (chance.unit() < faultChance) add('paused or faulty', chance.between(6, 20), chance.between(2, 8))
  if (profile.kind === 'vehicle') {
    add('resting', chance.between(0.5, 2), chance.between(3, 4))
    add('resting', chance.between(13, 14.5), chance.between(0.4, 0.9))
  } else if (weekday === cleaningDay(profile.deviceNumber)) {
    add('resting', chance.between(2, 4), 1)
  }
  return stops
}

interface Drawn {
  start: number
  end: number
  amount: number
  measure: number
}

function runFrom(profile: Profile, at: number, chance: Chance): Drawn {
  // A machine with many runs a day makes shorter ones: together they fill at most two fifths of the day.
  const mean = Math.min(usual[profile.kind].runMs, (0.4 * 24 * hour) / profile.runsPerDay)
  const length = 0.4 + 0.6 * (chance.unit() + chance.unit())
  const start = Math.round(at / 1000) * 1000
  const end = start + Math.max(1, Math.round((mean * length) / 1000)) * 1000
  const amount = Math.max(1, Math.round(profile.averageAmount * length * chance.between(0.85, 1.15)))
  const hours = (end - start) / hour
  const measure = profile.kind === 'vehicle' ? hours * usual.vehicle.kmPerHour * 1000 : hours * usual.pile.kW * 1000
  return { start, end, amount, measure: Math.round(measure * chance.between(0.8, 1.2)) }
}

function toRun(profile: Profile, run: Drawn): Run {
  const startedAt = instant(run.start)
  return {
    externalId: `${profile.deviceNumber}/${startedAt}`,
    startedAt,
    endedAt: instant(run.end),
    amount: run.amount,
    energyWh: profile.kind === 'pile' ? run.measure : null,
    distanceM: profile.kind === 'vehicle' ? run.measure : null,
  }
}

/** 0 is Sunday. */
function weekdayOf(day: string): number {
  return (millisOf(`${day}T00:00:00.000Z`) / (24 * hour) + 4) % 7
}

function cleaningDay(deviceNumber: string): number {
  return chanceOf(deviceNumber).pick([1, 1, 1, 1, 1, 1, 1])
}
