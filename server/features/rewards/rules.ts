import { addDays, dayIn, millisOf } from '../../clock.ts'

/** Gold coins for the 1st … 7th day of a streak; from the 7th on it stays. */
export const scale = [5, 5, 10, 10, 15, 15, 30] as const

/** How long after it was made a check-in still counts for its own day. */
const lateMs = 48 * 3_600_000

/** Whether a check-in comes within the time in which it counts for its own day. */
export function isInTime(madeAt: string, now: number): boolean {
  const age = now - millisOf(madeAt)
  return age >= 0 && age <= lateMs
}

/** Gold coins for the nth day of a streak, from 1. */
export function coinsFor(streak: number): number {
  return scale[Math.min(Math.max(streak, 1), scale.length) - 1] ?? 0
}

/**
 * The day a check-in counts for, in the member's zone: the day it was made when that lies within the last 48 hours, or
 * it came within as many and was refused only because rewards were switched off (`wasTried`), not in the future, not
 * before the day the member joined on and not yet signed; otherwise the day it arrived. Null when that is signed too
 * (docs/offline.md, "Writing").
 */
export function creditedDay(of: {
  madeAt: string
  now: number
  zone: string
  joinedAt: string
  signed: ReadonlySet<string>
  wasTried?: boolean
}): string | null {
  const age = of.now - millisOf(of.madeAt)
  const made = dayIn(of.zone, of.madeAt)
  const isTheirs = made >= dayIn(of.zone, of.joinedAt)
  if (age >= 0 && (of.wasTried || isInTime(of.madeAt, of.now)) && isTheirs && !of.signed.has(made)) return made
  const today = dayIn(of.zone, of.now)
  return of.signed.has(today) ? null : today
}

/** A day's place in its streak, from 1. */
export interface StreakOn {
  day: string
  streak: number
}

/**
 * The streaks that change when `day` is signed, that day first: it continues the day before, and the days already
 * signed after it continue it. What those were paid stays as it was: a late day never takes coins back or hands them
 * out twice.
 */
export function streaksWith(day: string, streakOn: ReadonlyMap<string, number>): [StreakOn, ...StreakOn[]] {
  let last: StreakOn = { day, streak: (streakOn.get(addDays(day, -1)) ?? 0) + 1 }
  const changed: [StreakOn, ...StreakOn[]] = [last]
  while (streakOn.has(addDays(last.day, 1))) {
    last = { day: addDays(last.day, 1), streak: last.streak + 1 }
    changed.push(last)
  }
  return changed
}

/** The streak that is alive today: it ends today, or yesterday while today can still be signed; 0 otherwise. */
export function livingStreak(today: string, streakOn: ReadonlyMap<string, number>): number {
  return streakOn.get(today) ?? streakOn.get(addDays(today, -1)) ?? 0
}
