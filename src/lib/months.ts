import { addDays, weekdayOf } from './days.ts'

/**
 * The weeks of a month (`2026-11`) as rows of seven days; days of other months are undefined. `firstWeekday` is 0 for
 * Sunday.
 */
export function weeksOf(month: string, firstWeekday: number): (string | undefined)[][] {
  const first = `${month}-01`
  const days: (string | undefined)[] = Array.from(
    { length: (weekdayOf(first) - firstWeekday + 7) % 7 },
    () => undefined,
  )
  for (let day = first; day.startsWith(month); day = addDays(day, 1)) days.push(day)
  while (days.length % 7) days.push(undefined)
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
}

/** The month that is a number of months later, or earlier where it is negative. */
export function addMonths(month: string, months: number): string {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + months
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`
}

/** The weekday a week begins with in a language, 0 for Sunday. Monday where the browser doesn't know. */
export function firstWeekdayOf(locale: string): number {
  const known = new Intl.Locale(locale) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number }
    weekInfo?: { firstDay: number }
  }
  return ((known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1) % 7
}
