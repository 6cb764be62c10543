import { addDays, dayIn, millisOf, offsetOf } from '../../clock.ts'

/** Times of day, `22:00`, by the wall clock of the member's zone. */
export interface QuietHours {
  starts: string
  ends: string
}

/**
 * When the quiet hours end in which `now` lies; null where it lies in none. Milliseconds. An unknown zone falls back to UTC.
 * In doubt it stays quiet: of a time that the clocks show twice, hours begin at the first and end at the second; after a
 * time that the clocks skip, they end as many hours after midnight as ever.
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
