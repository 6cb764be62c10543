import { addDays, millisOf } from '../clock.ts'

/** ISO 8601 week of a day: `2026-W47` for 2026-11-20. */
export function weekOf(day: string): string {
  const thursday = addDays(mondayOn(day), 3)
  const year = thursday.slice(0, 4)
  const days = (millisOf(`${thursday}T00:00:00.000Z`) - millisOf(`${year}-01-01T00:00:00.000Z`)) / 86_400_000
  return `${year}-W${String(Math.floor(days / 7) + 1).padStart(2, '0')}`
}

/** The Monday a week begins with. 4 January lies in the first week of every year. */
export function mondayOf(week: string): string {
  return addDays(mondayOn(`${week.slice(0, 4)}-01-04`), 7 * (Number(week.slice(6)) - 1))
}

/** The Monday of a day's week. */
export function mondayOn(day: string): string {
  return addDays(day, -((new Date(`${day}T00:00:00.000Z`).getUTCDay() + 6) % 7))
}
