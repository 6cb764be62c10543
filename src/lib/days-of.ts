import { millisOf } from './clock.ts'
import { dayIn } from './dates.ts'

/**
 * The day of each entry in a zone, for entries in the order of time. Those of one day lie side by side: halving finds
 * where days change, because computing the day of an instant is slow, and there may be thousands.
 */
export function daysOf(entries: readonly { at: string }[], zone: string): string[] {
  const days: string[] = []
  const dayAt = (index: number) => dayIn(zone, millisOf(entries[index]?.at ?? ''))
  const fill = (from: number, first: string, to: number, last: string): void => {
    if (first === last || to - from < 2) {
      days.fill(first, from, to)
      days[to] = last
      return
    }
    const middle = (from + to) >> 1
    const day = dayAt(middle)
    fill(from, first, middle, day)
    fill(middle, day, to, last)
  }
  if (entries.length === 0) return days
  days.length = entries.length
  fill(0, dayAt(0), entries.length - 1, dayAt(entries.length - 1))
  return days
}
