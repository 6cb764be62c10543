import { addDays, dayIn, instant, millisOf } from '../../../clock.ts'
import { distanceM, type Place } from '../../../distance.ts'
import { chanceOf } from './chance.ts'
import { busyIn, simulateDay, type MachineState, type Profile, type Run, type Stop } from './simulator.ts'

/** A simulated vehicle and where its operator keeps it. */
export interface VehicleProfile extends Profile {
  stand: Place
}

/** Where a simulated vehicle was. `movedM` are the metres that it has moved since the first instant asked for. */
export interface Move extends Place {
  at: string
  state: MachineState['state']
  battery: number
  movedM: number
}

const minute = 60_000
/** Metres on a full battery, and below what percent nobody rides on. */
const rangeM = 70_000
const emptyPercent = 6
const farM = 4000
const metresPerDegree = 111_195

/**
 * Where a vehicle was after one instant and not after another, oldest first: every five minutes of its trips, at their
 * ends, and three times an hour while it stands. Its trips and rests are those of `simulateDay`. The operator fetches
 * it every night to charge it at its stand. Both instants in milliseconds.
 */
export function movesBetween(seed: string, vehicle: VehicleProfile, after: number, until: number): Move[] {
  const first = dayIn(vehicle.timeZone, after)
  // The night before leaves it somewhere, with some charge.
  let here = { ...endOf(wayOf(seed, vehicle, addDays(first, -1), fresh(vehicle)), vehicle), movedM: 0 }
  const moves: Move[] = []
  for (let day = first; day <= dayIn(vehicle.timeZone, until); day = addDays(day, 1)) {
    const way = wayOf(seed, vehicle, day, here)
    moves.push(...way)
    here = endOf(way, vehicle)
  }
  const before = moves.findLast((it) => millisOf(it.at) <= after)?.movedM ?? 0
  return moves
    .filter((it) => millisOf(it.at) > after && millisOf(it.at) <= until)
    .map((it) => ({ ...it, movedM: it.movedM - before }))
}

type Way = Omit<Move, 'state'>[]
type Standing = Place & { battery: number; movedM: number }

function fresh({ stand }: VehicleProfile): Standing {
  return { ...stand, battery: 60, movedM: 0 }
}

function endOf(way: readonly Move[], vehicle: VehicleProfile): Standing {
  return way.at(-1) ?? fresh(vehicle)
}

/** One day, from where the vehicle stood the night before. */
function wayOf(seed: string, vehicle: VehicleProfile, day: string, from: Standing): Move[] {
  const { runs, stops } = simulateDay(seed, vehicle, day)
  const stateOf = (at: string) => busyIn({ runs, stops }, millisOf(at))?.state ?? 'idle'
  const events = [
    ...runs.map((run) => ({ at: millisOf(run.startedAt), until: millisOf(run.endedAt), run, stop: null })),
    ...stops.map((stop) => ({ at: stop.from, until: stop.until, run: null, stop })),
  ].toSorted((a, b) => a.at - b.at)
  const moves: Way = []
  let here = from
  let free = events[0]?.at ?? 0
  for (const { at, until, run, stop } of events) {
    // A fault and a rest may overlap: what began first is told to its end.
    if (at < free) continue
    moves.push(...standing(here, free, at))
    const way = run ? ridden(seed, vehicle, run, here) : stopped(vehicle, stop, here, isNight(stops, stop))
    moves.push(...way)
    here = way.at(-1) ?? here
    free = until
  }
  return moves.map((it) => ({ ...it, state: stateOf(it.at) }))
}

/** The first rest of a day is the night's. */
function isNight(stops: readonly Stop[], stop: Stop): boolean {
  return stop === stops.find((it) => it.state === 'resting')
}

function standing(here: Standing, from: number, until: number): Way {
  const times = Math.max(0, Math.ceil((until - from) / (20 * minute)) - 1)
  return Array.from({ length: times }, (_, n) => ({
    ...here,
    at: instant(from + (n + 1) * 20 * minute),
  }))
}

function ridden(seed: string, vehicle: VehicleProfile, run: Run, from: Standing): Way {
  const [start, end] = [millisOf(run.startedAt), millisOf(run.endedAt)]
  const length = run.distanceM ?? 0
  const to = goal(seed, vehicle, run, from)
  const steps = Math.max(1, Math.ceil((end - start) / (5 * minute)))
  return Array.from({ length: steps + 1 }, (_, n) => {
    const part = n / steps
    return {
      at: instant(Math.round(start + part * (end - start))),
      latitude: degrees(from.latitude + part * (to.latitude - from.latitude)),
      longitude: degrees(from.longitude + part * (to.longitude - from.longitude)),
      battery: Math.round(Math.max(emptyPercent, from.battery - (100 * part * length) / rangeM)),
      movedM: Math.round(from.movedM + part * length),
    }
  })
}

/** Streets bend: the way is longer than the line. Who is far out rides towards the middle of the town. */
function goal(seed: string, { deviceNumber, stand }: VehicleProfile, run: Run, from: Place): Place {
  const chance = chanceOf(`${seed}|${deviceNumber}|${run.startedAt}|way`)
  const east = Math.cos((stand.latitude * Math.PI) / 180)
  const home = Math.atan2(stand.latitude - from.latitude, (stand.longitude - from.longitude) * east)
  const isFar = distanceM(from, stand) > farM
  const heading = isFar ? home + chance.between(-0.7, 0.7) : chance.between(-Math.PI, Math.PI)
  const line = ((run.distanceM ?? 0) * chance.between(0.45, 0.75)) / metresPerDegree
  return {
    latitude: from.latitude + line * Math.sin(heading),
    longitude: from.longitude + (line * Math.cos(heading)) / east,
  }
}

/** A fault or a rest. At night the vehicle is fetched and charged full, at noon its battery is swapped. */
function stopped({ stand }: VehicleProfile, { state, from, until }: Stop, here: Standing, isFetched: boolean): Way {
  const times = Math.max(2, Math.ceil((until - from) / (20 * minute)))
  const charged = isFetched ? 100 : state === 'resting' ? Math.min(100, here.battery + 40) : here.battery
  return Array.from({ length: times + 1 }, (_, n) => {
    const part = n / times
    return {
      ...(isFetched && n > 0 ? { latitude: stand.latitude, longitude: stand.longitude } : placeOf(here)),
      at: instant(Math.round(from + part * (until - from))),
      battery: Math.round(here.battery + part * (charged - here.battery)),
      movedM: here.movedM,
    }
  })
}

function placeOf({ latitude, longitude }: Place): Place {
  return { latitude, longitude }
}

/** GPS in a phone: about a metre. */
function degrees(value: number): number {
  return Math.round(value * 1e5) / 1e5
}
