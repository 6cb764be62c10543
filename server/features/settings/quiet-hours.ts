import { addDays, dayIn, millisOf, offsetOf } from '../../clock.ts'

/** Times of day, `22:00`, by the wall clock of the member's zone. */
export interface QuietHours {
  starts: string
  ends: string
}

/**
 * When the quiet hours that contain `now` end; null where none do. Milliseconds. An unknown zone falls back to UTC.
 * When clocks are set back, hours last from the first to the second time shown; when clocks skip the end, they end as
 * many hours after midnight as usual.
 */
export function quietUntil({ starts, ends }: QuietHours, zone: string, now: number): number | null {
  const today = dayIn(zone, now)
  for (const day of [today, addDays(today, -1)]) {
    const begin = Math.min(...timesAt(zone, day, starts))
    const end = Math.max(...timesAt(zone, ends > starts ? day : addDays(day, 1), ends))
    if (begin <= now && now < end) return end
  }
  return null
}

const day = 86_400_000

/** The instants at which a zone's wall clock shows a time of a day: one, or two where it is set back over it. */
function timesAt(zone: string, onDay: string, time: string): number[] {
  const wall = millisOf(`${onDay}T${time}:00.000Z`)
  const offsets = [offsetOf(zone, wall - day), offsetOf(zone, wall + day)] as const
  const shown = offsets.map((offset) => wall - offset).filter((it) => it + offsetOf(zone, it) === wall)
  return shown.length > 0 ? shown : [wall - offsets[0]]
}
