import { addDays, millisOf } from '../../clock.ts'

/** The state of the newest submission; null before the first. */
export type ReviewState = 'submitted' | 'approved' | 'returned' | null

/**
 * The contract button (specification 4): 0 sign, 1 awaiting review, 2 and 3 update (approved, returned), 4 not
 * eligible.
 */
export function buttonOf(state: ReviewState, isEligible: boolean): 0 | 1 | 2 | 3 | 4 {
  if (state === 'submitted') return 1
  if (!isEligible) return 4
  return state === null ? 0 : state === 'approved' ? 2 : 3
}

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
