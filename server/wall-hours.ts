import { instant, millisOf, offsetOf } from './clock.ts'

const quarter = 900_000
const hour = 3_600_000
const day = 24 * hour

/** The day of an hour since 1970 on a wall clock. */
export function dayOf(wallHour: number): string {
  return instant(Math.floor(wallHour / 24) * day).slice(0, 10)
}

/** The hour since 1970 on a wall clock with which a day begins. */
export function firstHourOf(on: string): number {
  return millisOf(`${on}T00:00:00.000Z`) / hour
}

/** The place in a week, counted in hours from midnight of Sunday: 1 January 1970 was a Thursday. */
export function hourOfWeek(wallHour: number): number {
  return (wallHour + 4 * 24) % (7 * 24)
}

/** Seconds within an hour of a wall clock, which is counted since 1970 on that clock. */
export type WallHour = [hour: number, seconds: number]
/** Cuts a time, from and until given in milliseconds, into the hours of a wall clock. */
export type CutIntoHours = (from: number, until: number) => Generator<WallHour>

/**
 * Cuts times into the hours of a zone's wall clock. Seconds are real ones: an hour that the clock repeats has up to
 * 7,200, an hour that the clock skips has none. Each instant is rounded down to its second, so that the parts of a time
 * add up to the whole wherever it is cut. An unknown zone falls back to UTC.
 */
export function wallHoursIn(zone: string): CutIntoHours {
  const offsetAt = rememberedOffsets(zone)
  return function* cut(from, until) {
    for (let at = from; at < until;) {
      const offset = offsetAt(at)
      const wallHour = Math.floor((at + offset) / hour)
      const end = Math.min(until, (wallHour + 1) * hour - offset)
      // Chatham's clocks change at a quarter to three: such an hour is cut quarter by quarter.
      const next = offsetAt(end - 1) === offset ? end : Math.min(end, at - (at % quarter) + quarter)
      const seconds = Math.floor(next / 1000) - Math.floor(at / 1000)
      if (seconds > 0) yield [wallHour, seconds]
      at = next
    }
  }
}

/**
 * The zone's offset at an instant. Asking `Intl` costs more than all else here: a UTC day is asked for twice, and
 * quarter by quarter only where its clocks change, as clocks change at quarters of an hour.
 */
function rememberedOffsets(zone: string): (ms: number) => number {
  const known = new Map<number, number>()
  const ask = (ms: number): number => {
    const offset = known.get(ms) ?? offsetOf(zone, ms)
    known.set(ms, offset)
    return offset
  }
  return (ms) => {
    const start = ms - (ms % day)
    const offset = ask(start)
    return offset === ask(start + day) ? offset : ask(ms - (ms % quarter))
  }
}
