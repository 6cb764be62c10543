import type { OpeningHours } from '#protocol/settings.ts'
import { dayIn, timestampIn } from '../../lib/dates.ts'

/** A stretch of time in which somebody answers, in milliseconds since 1970. */
export interface Opening {
  from: number
  until: number
}

const dayMs = 24 * 3600_000

/**
 * The openings of the next seven days, from the operator's wall clock. One that ends before it begins ends the next
 * morning.
 */
export function openingsAfter(hours: readonly OpeningHours[], zone: string, now: number): Opening[] {
  // From the day before: an opening may still be under way.
  const days = Array.from({ length: 9 }, (_, index) => dayIn(zone, now + (index - 1) * dayMs))
  return days
    .flatMap((day) =>
      hours
        .filter((it) => it.days.includes(weekdayOf(day)))
        .map(({ from, until }) => {
          const begins = instantOf(zone, day, from)
          const ends = instantOf(zone, day, until)
          return { from: begins, until: ends > begins ? ends : ends + dayMs }
        }),
    )
    .filter((it) => it.until > now && it.from < now + 7 * dayMs)
    .toSorted((a, b) => a.from - b.from)
}

/** 1 is Monday. */
function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7
}

/** The instant at which a zone's clocks show a day and a time. */
function instantOf(zone: string, day: string, time: string): number {
  const shown = Date.parse(`${day}T${time}:00Z`)
  const before = shown - offsetOf(zone, shown)
  return shown - offsetOf(zone, before)
}

function offsetOf(zone: string, ms: number): number {
  return Date.parse(`${timestampIn(zone, ms).replace(' ', 'T')}Z`) - Math.floor(ms / 1000) * 1000
}
