import { addDays, dayIn, instant, startOfDay } from '../../clock.ts'

export type Range = 'today' | 'yesterday' | 'last 7 days' | 'last 30 days'

/** Which of the member's own days (specification 9); `from` and `to`, both included, overrule `range`. */
export interface Filter {
  range?: Range | undefined
  from?: string | undefined
  to?: string | undefined
}

const spans: Record<Range, { from: number; until?: number }> = {
  today: { from: 0 },
  yesterday: { from: -1, until: 0 },
  'last 7 days': { from: -6 },
  'last 30 days': { from: -29 },
}

/** A span of the member's own days as instants: `since` belongs to it, `until` doesn't; an open end has none. */
export function spanOf({ range, from, to }: Filter, zone: string, now: number): { since?: string; until?: string } {
  const startOf = (day: string): string => instant(startOfDay(zone, day))
  if (from !== undefined || to !== undefined) {
    return {
      ...(from === undefined ? {} : { since: startOf(from) }),
      ...(to === undefined ? {} : { until: startOf(addDays(to, 1)) }),
    }
  }
  if (range === undefined) return {}
  const today = dayIn(zone, now)
  const span = spans[range]
  return {
    since: startOf(addDays(today, span.from)),
    ...(span.until === undefined ? {} : { until: startOf(addDays(today, span.until)) }),
  }
}
