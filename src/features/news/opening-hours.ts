import type { OpeningHours } from '#protocol/settings.ts'
import { timestampIn } from '../../lib/date-texts.ts'
import { dayIn } from '../../lib/dates.ts'
import { addDays } from '../../lib/days.ts'

/** A stretch of time in which customer service answers, in milliseconds since 1970. */
export interface Opening {
  from: number
  until: number
}

const dayMs = 24 * 3600_000

/**
 * The openings of the next seven days, converted from the operator's time zone. An opening whose end is before its
 * beginning ends on the next day.
 */
export function openingsAfter(hours: readonly OpeningHours[], zone: string, now: number): Opening[] {
  // The list begins with the day before: an opening of that day may last past midnight. Days are counted by the
  // calendar: where clocks change, one has 23 or 25 hours.
  const today = dayIn(zone, now)
  const days = Array.from({ length: 9 }, (_, index) => addDays(today, index - 1))
  return days
    .flatMap((day) =>
      hours
        .filter((it) => it.days.includes(weekdayOf(day)))
        .map(({ from, until }) => {
          const lastDay = until > from ? day : addDays(day, 1)
          return { from: instantOf(zone, day, from), until: instantOf(zone, lastDay, until) }
        }),
    )
    .filter((it) => it.until > now && it.from < now + 7 * dayMs)
    .toSorted((a, b) => a.from - b.from)
}

/** Monday is 1. */
function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7
}

/** The instant at which the clocks of a time zone show a day and a time. */
function instantOf(zone: string, day: string, time: string): number {
  const shown = Date.parse(`${day}T${time}:00Z`)
  const before = shown - offsetOf(zone, shown)
  return shown - offsetOf(zone, before)
}

function offsetOf(zone: string, ms: number): number {
  return Date.parse(`${timestampIn(zone, ms).replace(' ', 'T')}Z`) - Math.floor(ms / 1000) * 1000
}
