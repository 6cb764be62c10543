import type { Held } from './held.ts'

/** Whole days on which the member had a machine, by their places in the span: from `first`, `end` not included. */
export type WholeDays = Pick<Held, 'machineId' | 'unitsTotal'> & { first: number; end: number }
/** A time within one day of the span, in milliseconds. */
export type PartOfDay = Held & { place: number }

export interface Split {
  whole: WholeDays[]
  parts: PartOfDay[]
}

/** Splits times at the bounds of days, as whole days are read from `machine_day` and parts of a day from the runs. */
export function splitByDays(held: readonly Held[], bounds: readonly number[]): Split {
  const split: Split = { whole: [], parts: [] }
  for (const { from, until, ...machine } of held) {
    const first = bounds.findIndex((it) => it >= from)
    const end = bounds.findLastIndex((it) => it <= until)
    const part = (place: number, begun: number, over: number) => {
      if (begun < over) split.parts.push({ ...machine, place, from: begun, until: over })
    }
    if (first > end) {
      part(end, from, until)
      continue
    }
    part(first - 1, from, bounds[first] as number)
    if (first < end) split.whole.push({ ...machine, first, end })
    part(end, bounds[end] as number, until)
  }
  return split
}
