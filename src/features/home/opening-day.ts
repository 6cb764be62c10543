import { daysBetween } from '../../lib/days.ts'

const name = 'voltfolio-opened-on'

/** The advertisement of a day, as all take turns; undefined where there are none. `today` as yyyy-mm-dd. */
export function advertisementOf<T>(today: string, items: readonly T[]): T | undefined {
  return items[daysBetween('1970-01-01', today) % Math.max(1, items.length)]
}

/**
 * Whether the app is opened for the first time today. The very first opening on a device only saves the day: a newcomer
 * has enough to look at. Blocked storage shows no advertisement, because the last one's day can't be known.
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
    // Storage is full: the same day's advertisement may appear once more.
  }
}
