import * as v from 'valibot'
import { Day } from '#protocol/primitives.ts'
import { dateRanges } from '#protocol/words.ts'
import { dayRange, type DayRange, type RangeName } from '../lib/days.ts'

/**
 * The days that are shown: a named span (specification 9), or days that the member picked, both included.
 */
export type DaySpan = (typeof dateRanges)[number] | DayRange

const names: Record<(typeof dateRanges)[number], RangeName> = {
  today: 'today',
  yesterday: 'yesterday',
  'last 7 days': 'last7',
  'last 30 days': 'last30',
}

/**
 * Reads a span from an address, `last 7 days` or `2026-11-01..2026-11-20`; undefined for all time and for invalid text.
 */
export function spanIn(text: string | undefined): DaySpan | undefined {
  const named = dateRanges.find((it) => it === text)
  if (named) return named
  const [from, to, ...more] = text?.split('..') ?? []
  return v.is(Day, from) && v.is(Day, to) && from <= to && more.length === 0 ? { from, to } : undefined
}

/** The span as text in an address. */
export function spanText(span: DaySpan | undefined): string | undefined {
  return typeof span === 'object' ? `${span.from}..${span.to}` : span
}

/** The days that it means. */
export function daysOf(span: DaySpan, today: string): DayRange {
  return typeof span === 'object' ? span : dayRange(names[span], today)
}
