/** Arithmetic of calendar days, yyyy-mm-dd; `dayIn` in `dates.ts` tells the day of an instant. */

const dayMs = 24 * 60 * 60_000

/** The day `days` days later, or earlier where it is negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/** Whole days from one day to another: 0 for the same, negative for an earlier one. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)
}

/** 0 for Sunday … 6 for Saturday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}

export type RangeName = 'today' | 'yesterday' | 'last7' | 'last30'

/** Both ends included. `last7` is today and the six days before it (specification 9). */
export interface DayRange {
  from: string
  to: string
}

export function dayRange(name: RangeName, today: string): DayRange {
  if (name === 'yesterday') return { from: addDays(today, -1), to: addDays(today, -1) }
  return { from: addDays(today, name === 'today' ? 0 : name === 'last7' ? -6 : -29), to: today }
}
