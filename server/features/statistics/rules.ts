import type { Answer, Args } from '#protocol/call.ts'
import { mostDays, type earningsStats, type sessionLine } from '#protocol/statistics.ts'
import { addDays, millisOf, startOfDay } from '../../clock.ts'
import { DomainError } from '../../http/domain-error.ts'
import type { WallHour } from '../../wall-hours.ts'

type Asked = Pick<Args<typeof earningsStats>, 'range' | 'from' | 'to'>

/** Days of a member, both ends included, and the as many days just before them. */
export interface Days {
  from: string
  to: string
  before: { from: string; to: string }
}

/** Work of machines on one day of a span, whose place counts from 0. */
export type Work = Omit<Answer<typeof sessionLine>['points'][number], 'day'> & { place: number }

/** What machines did: work to be added up by day, and seconds in use to be added up by hour. */
export interface Done {
  work: Work[]
  use: WallHour[]
}

const lengths = { today: 1, yesterday: 1, 'last 7 days': 7, 'last 30 days': 30 } as const

/** The days that a span means (specification 9). Throws a DomainError where they are turned around or too many. */
export function daysOf({ range, from, to }: Asked, today: string): Days {
  if (from === undefined && to === undefined) {
    const last = range === 'yesterday' ? addDays(today, -1) : today
    return withBefore(addDays(last, 1 - lengths[range]), last)
  }
  const [first, last] = [from ?? to ?? today, to ?? from ?? today]
  if (first > last) throw new DomainError('bad_request', { field: 'to', problem: 'must not be before from' })
  if (lengthOf({ from: first, to: last }) > mostDays)
    throw new DomainError('bad_request', { field: 'to', problem: `must be at most ${mostDays} days` })
  return withBefore(first, last)
}

function withBefore(from: string, to: string): Days {
  return { from, to, before: { from: addDays(from, -lengthOf({ from, to })), to: addDays(from, -1) } }
}

/** How many days there are, both ends counted. */
export function lengthOf({ from, to }: { from: string; to: string }): number {
  return Math.round((millisOf(`${to}T00:00:00.000Z`) - millisOf(`${from}T00:00:00.000Z`)) / 86_400_000) + 1
}

/** Every day from the first to the last. */
export function everyDay({ from, to }: { from: string; to: string }): string[] {
  return Array.from({ length: lengthOf({ from, to }) }, (_, at) => addDays(from, at))
}

/** When days begin in a zone, in milliseconds, and at last when the last one is over. */
export function boundsOf(days: { from: string; to: string }, zone: string): number[] {
  return everyDay({ from: days.from, to: addDays(days.to, 1) }).map((day) => startOfDay(zone, day))
}
