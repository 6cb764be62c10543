import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import type { Answer } from '#protocol/call.ts'
import { gameSign, type signNumber } from '#protocol/rewards.ts'
import { millisOf } from '../lib/clock.ts'
import { dayIn } from '../lib/dates.ts'
import { daysBetween } from '../lib/days.ts'
import { isOpen, type Command } from './command.ts'
import { commands } from './current-commands.ts'

/** The member's check-ins that are under way, or were answered within a day. */
export function useCheckIns(): readonly Command[] {
  const all = useSyncExternalStore(commands.subscribe, commands.getSnapshot)
  return all.filter((it) => it.call === gameSign.path && it.state !== 'cancelled')
}

/** A day that the server named as today, and the device's clock at that time, in milliseconds since 1970. */
export interface HeardDay {
  today: string
  at: number
}

/**
 * Today in the member's zone: the day that the server last named, if the device's clock has been on the same day since.
 * Otherwise it is the device's own day, which is all that is known offline.
 */
export function todayOf(zone: string, now: number, heard: readonly HeardDay[]): string {
  const device = dayIn(zone, now)
  const latest = heard.filter(({ at }) => dayIn(zone, at) === device).toSorted((a, b) => b.at - a.at)[0]
  return latest?.today ?? device
}

/**
 * The days that the server named as today in its answers to check-ins. Only a check-in that was sent on the day of its
 * tap tells today's date. One that was sent later counts for the day of its tap.
 */
export function daysHeard(checkIns: readonly Command[], zone: string): HeardDay[] {
  return checkIns.flatMap(({ state, reply, madeAt, settledAt }) =>
    state === 'applied' &&
    settledAt !== undefined &&
    v.is(gameSign.answer, reply?.data) &&
    dayIn(zone, millisOf(madeAt)) === dayIn(zone, settledAt)
      ? [{ today: reply.data.day, at: settledAt }]
      : [],
  )
}

/**
 * The days whose check-in is saved on this device and not confirmed. `today` is the server's where it is known. A tap
 * on the device's current day counts for it, even where the device's clock is wrong.
 */
export function savedDays(
  checkIns: readonly Command[],
  zone: string,
  { now, today }: { now: number; today: string },
): ReadonlySet<string> {
  const device = dayIn(zone, now)
  const days = checkIns.filter(isOpen).map((it) => dayIn(zone, millisOf(it.madeAt)))
  return new Set(days.map((day) => (day === device ? today : day)))
}

/**
 * `signed`: the server has confirmed today's check-in; `saved`: this device has saved it; `open`: not made yet;
 * `unknown`: the server is being asked for the first time.
 */
export type Standing = 'signed' | 'saved' | 'open' | 'unknown'

/** Today's check-in, as far as this device knows. `T` is the server's answer about the streak. */
export interface CheckInState<T> {
  /** In the member's zone. */
  today: string
  stands: Standing
  /** Days whose check-in is saved on this device and not confirmed. */
  saved: ReadonlySet<string>
  /** The server's word on the streak; undefined where it may no longer hold today. */
  streak: T | undefined
}

type Streak = Pick<Answer<typeof signNumber>, 'today' | 'signedToday'>

/** The query of the streak: its answer, when that came, in milliseconds, and whether it is being asked. */
interface StreakQuery<T> {
  data: T | undefined
  dataUpdatedAt: number
  fetchStatus: string
}

/** Where today's check-in stands at the time `now`, by the server's last word and this device's own check-ins. */
export function checkInState<T extends Streak>(
  { data, dataUpdatedAt, fetchStatus }: StreakQuery<T>,
  checkIns: readonly Command[],
  zone: string,
  now: number,
): CheckInState<T> {
  const heard = data ? [{ today: data.today, at: dataUpdatedAt }] : []
  const today = todayOf(zone, now, [...heard, ...daysHeard(checkIns, zone)])
  const saved = savedDays(checkIns, zone, { now, today })
  const stands = standing({ today, streak: data, isAsking: fetchStatus === 'fetching', checkIns, saved })
  return { today, stands, saved, streak: data && holds(data, today, saved) ? data : undefined }
}

/**
 * True while the streak and the next coins are what the server said: it said so today, or its yesterday was signed. A
 * day left out ends the streak; an earlier one that is saved and not confirmed lengthens it.
 */
function holds(streak: Streak, today: string, saved: ReadonlySet<string>): boolean {
  const days = daysBetween(streak.today, today)
  return (days === 0 || (days === 1 && streak.signedToday)) && [...saved].every((day) => day === today)
}

interface Known {
  today: string
  /** The server's last word; undefined before the first. */
  streak: Streak | undefined
  isAsking: boolean
  checkIns: readonly Command[]
  saved: ReadonlySet<string>
}

/** Where today's check-in stands. Nobody has to wait for an answer that can't come: then it is open. */
export function standing({ today, streak, isAsking, checkIns, saved }: Known): Standing {
  if ((streak?.signedToday === true && streak.today === today) || isCounted(checkIns, today)) return 'signed'
  if (saved.has(today)) return 'saved'
  return streak === undefined && isAsking ? 'unknown' : 'open'
}

/**
 * True where the server counted a check-in of this device for `today`. The answer of the command says so, also while
 * the streak can't be refetched.
 */
export function isCounted(checkIns: readonly Command[], today: string): boolean {
  return checkIns.some(
    ({ state, reply }) => state === 'applied' && v.is(gameSign.answer, reply?.data) && reply.data.day === today,
  )
}
