import * as v from 'valibot'
import { gameSign } from '#protocol/rewards.ts'
import { millisOf } from '../../lib/clock.ts'
import { dayIn } from '../../lib/dates.ts'
import { isOpen, type Command } from '../../outbox/command.ts'

/** The day that the server named, and when by this device's clock, in milliseconds since 1970. */
export interface HeardDay {
  today: string
  at: number
}

/**
 * Today in the member's zone. The server's latest word where it was heard on this device's day; after that the device's
 * clock, which is all there is offline.
 */
export function todayOf(zone: string, now: number, heard: readonly HeardDay[]): string {
  const device = dayIn(zone, now)
  const latest = heard.filter(({ at }) => dayIn(zone, at) === device).toSorted((a, b) => b.at - a.at)[0]
  return latest?.today ?? device
}

/**
 * The days that the answers to check-ins named. The answer to a tap of the same day names today, whatever the clock
 * says; a tap that was sent later counts for the day on which it was made.
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
 * The days for which a check-in is saved on this device and not confirmed yet. `today` is the server's where it is
 * known: a tap of this device's day counts for it, whatever year the clock shows.
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
 * True where a check-in made here was counted for `today`: known from its own answer, also while the streak can't be
 * asked again.
 */
export function isCounted(checkIns: readonly Command[], today: string): boolean {
  return checkIns.some(
    ({ state, reply }) => state === 'applied' && v.is(gameSign.answer, reply?.data) && reply.data.day === today,
  )
}
