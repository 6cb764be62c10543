import { addDays, dayRange, type DayRange } from '../../../lib/days.ts'

export const periodNames = ['last 30 days', 'this month', 'last month', 'this year', 'days'] as const
export type PeriodName = (typeof periodNames)[number]

/** The days of a period, both included; `days` are the ones that the member picked. */
export function periodDays(name: PeriodName, today: string, chosen: DayRange): DayRange {
  const firstOfMonth = `${today.slice(0, 7)}-01`
  switch (name) {
    case 'last 30 days':
      return dayRange('last30', today)
    case 'this month':
      return { from: firstOfMonth, to: today }
    case 'last month': {
      const to = addDays(firstOfMonth, -1)
      return { from: `${to.slice(0, 7)}-01`, to }
    }
    case 'this year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today }
    case 'days':
      return chosen
  }
}
