import { daysBetween } from '../../lib/days.ts'

const name = 'voltfolio-opened-on'

/** The day's own of several advertisements, in turn; undefined where there are none. `today` as yyyy-mm-dd. */
export function advertisementOf<T>(today: string, items: readonly T[]): T | undefined {
  return items[daysBetween('1970-01-01', today) % Math.max(1, items.length)]
}

/**
 * Whether the app is opened for the first time today. The very first opening on a device only notes the day: a newcomer
 * has enough to look at. Refused storage shows none, because it could not be said when the last one was.
 */
export function isDue(today: string): boolean {
  try {
    const last = localStorage.getItem(name)
    if (last === null) saveShownOn(today)
    return last !== null && last < today
  } catch {
    return false
  }
}

export function saveShownOn(today: string): void {
  try {
    localStorage.setItem(name, today)
  } catch {
    // Full storage: the same day's advertisement may come once more.
  }
}
