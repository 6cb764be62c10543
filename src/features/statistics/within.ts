import type { Answer } from '#protocol/call.ts'
import type { earningsStats, sessionLine } from '#protocol/statistics.ts'
import { addDays, daysBetween, type DayRange } from '../../lib/days.ts'

type Stats = Answer<typeof earningsStats>
type Line = Answer<typeof sessionLine>

/** What units earned in a span; `totalBefore` is null where the days just before it aren't known on the device. */
export type Earnings = Omit<Stats, 'totalBefore'> & { totalBefore: number | null }
/** What machines did in a span; `use` is null where only the server can tell it. */
export type Work = Omit<Line, 'use'> & { use: Line['use'] | null }

/** Which machines: those of a kind, of one product, or all. */
export interface Machines {
  kind?: 'vehicle' | 'pile' | undefined
  productId?: string | undefined
}

/**
 * The answer for days that lie within those of a stored answer about all machines, computed from its days: the same as
 * the server's for that span, except for what only the server knows (`bought`, and `totalBefore` where the stored days
 * don't reach back far enough). Undefined where a day is missing.
 */
export function earningsWithin(known: Stats, days: DayRange, { kind, productId }: Machines): Earnings | undefined {
  if (!covers(known, days)) return undefined
  const first = daysBetween(known.from, days.from)
  const count = daysBetween(days.from, days.to) + 1
  const rows = known.products.filter(
    (it) => (kind === undefined || it.kind === kind) && (productId === undefined || it.productId === productId),
  )
  const summed = (amounts: readonly number[]) => amounts.reduce((sum, it) => sum + it, 0)
  const between = (from: number, until: number) => summed(rows.map((it) => summed(it.amounts.slice(from, until))))
  const products = rows
    .map((it) => ({ ...it, amounts: it.amounts.slice(first, first + count) }))
    .map((it) => ({ ...it, amount: summed(it.amounts) }))
    .filter((it) => it.amount > 0)
    .toSorted((a, b) => b.amount - a.amount || (a.productId < b.productId ? -1 : 1))
  return {
    currency: known.currency,
    ...days,
    today: known.today,
    // Of a kind of machine the stored answer knows no first day. That of all machines is never too late.
    firstOwnedOn: (productId === undefined ? undefined : rows[0]?.firstOwnedOn) ?? known.firstOwnedOn,
    total: between(first, first + count),
    totalBefore: first >= count ? between(first - count, first) : null,
    days: Array.from({ length: count }, (_, at) => ({
      day: addDays(days.from, at),
      amount: between(first + at, first + at + 1),
    })),
    products,
  }
}

/** The same for what the machines did. `known` is about the same machines; how much they were in use isn't known. */
export function workWithin(known: Line, days: DayRange): Work | undefined {
  if (!covers(known, days)) return undefined
  const first = daysBetween(known.from, days.from)
  return {
    currency: known.currency,
    ...days,
    points: known.points.slice(first, first + daysBetween(days.from, days.to) + 1),
    use: null,
  }
}

function covers(known: DayRange, days: DayRange): boolean {
  return known.from <= days.from && days.to <= known.to && days.from <= days.to
}
