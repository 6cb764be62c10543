import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dateTimeText, daysText, dayText, timesText, timeText, yearTimeText } from '#src/lib/date-texts.ts'
import { messageAgo } from '#src/lib/date-texts.ts'
import { dayIn, inWords, relativeAgo } from '#src/lib/dates.ts'
import { addDays, dayRange, daysBetween, weekdayOf } from '#src/lib/days.ts'
import { addMonths, firstWeekdayOf, weeksOf } from '#src/lib/months.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const now = Date.parse('2026-11-20T06:00:00Z')

describe('relative time', () => {
  test.each([
    [0, { unit: 'now' }],
    [5 * MINUTE - 1, { unit: 'now' }],
    [5 * MINUTE, { unit: 'minute', count: 5 }],
    [HOUR - 1, { unit: 'minute', count: 59 }],
    [HOUR, { unit: 'hour', count: 1 }],
    [DAY - 1, { unit: 'hour', count: 23 }],
    [DAY, { unit: 'day', count: 1 }],
    [30 * DAY, { unit: 'day', count: 30 }],
    [30 * DAY + 1, { unit: 'date' }],
    [-HOUR, { unit: 'now' }],
  ])('%i ms ago', (past, ago) => expect(relativeAgo(now - past, now)).toEqual(ago))

  test('in words', () => {
    expect(inWords({ unit: 'minute', count: 12 }, now, 'en', 'UTC')).toBe('12 minutes ago')
    expect(inWords({ unit: 'hour', count: 3 }, now, 'id', 'UTC')).toBe('3 jam yang lalu')
    expect(inWords({ unit: 'date' }, now - 40 * DAY, 'en', 'UTC')).toBe('Oct 11, 2026')
  })
})

describe('message time', () => {
  test.each([
    [MINUTE - 1, { unit: 'now' }],
    [MINUTE, { unit: 'minute', count: 1 }],
    [HOUR - 1, { unit: 'minute', count: 59 }],
    [HOUR, { unit: 'hour', count: 1 }],
    [DAY - 1, { unit: 'hour', count: 23 }],
    [DAY, { unit: 'day', count: 1 }],
    [15 * DAY - 1, { unit: 'day', count: 14 }],
    [15 * DAY, { unit: 'date' }],
  ])('%i ms ago', (past, ago) => expect(messageAgo(now - past, now)).toEqual(ago))
})

describe('days', () => {
  test('are those of the zone', () => {
    const lateUtc = Date.parse('2026-11-19T18:30:00Z')
    expect(dayIn('UTC', lateUtc)).toBe('2026-11-19')
    expect(dayIn('Asia/Jakarta', lateUtc)).toBe('2026-11-20')
    expect(dayIn('America/New_York', Date.parse('2026-11-01T04:30:00Z'))).toBe('2026-11-01')
  })
  test('fall back to UTC in a zone nobody knows', () => expect(dayIn('Mars/Olympus', now)).toBe('2026-11-20'))
  test('count across the end of a month and a leap day', () => {
    expect(addDays('2026-11-30', 1)).toBe('2026-12-01')
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
    expect(weekdayOf('2026-11-20')).toBe(5)
  })
  test('counted there and back are the same', () => {
    fc.assert(
      fc.property(fc.integer({ min: -20_000, max: 20_000 }), (days) => {
        expect(daysBetween('2026-11-20', addDays('2026-11-20', days))).toBe(days)
      }),
    )
  })
  test('of a week say once what they share', () => {
    expect(daysText('2026-11-09', '2026-11-15', 'en')).toMatch(/^Nov 9\s–\s15, 2026$/)
    expect(daysText('2026-12-28', '2027-01-03', 'en')).toMatch(/^Dec 28, 2026\s–\sJan 3, 2027$/)
  })
  test('written out are not moved by the zone', () => expect(dayText('2026-11-20', 'en')).toBe('Nov 20, 2026'))
})

test.each([
  ['today', { from: '2026-11-20', to: '2026-11-20' }],
  ['yesterday', { from: '2026-11-19', to: '2026-11-19' }],
  ['last7', { from: '2026-11-14', to: '2026-11-20' }],
  ['last30', { from: '2026-10-22', to: '2026-11-20' }],
] as const)('%s is its range', (name, range) => expect(dayRange(name, '2026-11-20')).toEqual(range))

test('a day of another year says its year, in the zone of the reader', () => {
  const text = (at: string) => dateTimeText(Date.parse(at), 'en-GB', 'Asia/Jakarta', now)
  expect(text('2026-12-31T16:00:00Z')).toBe('31 Dec, 23:00')
  expect(text('2026-12-31T17:00:00Z')).toBe('1 Jan 2027, 0:00')
  expect(text('2025-11-20T06:00:00Z')).toBe('20 Nov 2025, 13:00')
})
test('two times of one day have their day once', () => {
  const text = (from: string, to: string) =>
    timesText(Date.parse(from), Date.parse(to), 'en', 'UTC', now).replaceAll(/\s/g, ' ')
  expect(text('2026-11-19T22:03:00Z', '2026-11-19T22:18:00Z')).toBe('Nov 19, 10:03 – 10:18 PM')
  expect(text('2026-11-19T23:50:00Z', '2026-11-20T00:05:00Z')).toBe('Nov 19, 11:50 PM – Nov 20, 12:05 AM')
})
test('a day with its year and a time are joined as the language does it', () => {
  const text = (locale: string) => yearTimeText(now, locale, 'Asia/Jakarta').replaceAll(/\s/g, ' ')
  expect(text('en-GB')).toBe('20 Nov 2026, 13:00')
  expect(text('ar')).toContain('2026، 1:00')
})
test('a time is that of the zone', () => expect(timeText(now, 'en-GB', 'Asia/Jakarta')).toBe('13:00'))

describe('a month', () => {
  test('lies in weeks of seven, each day once and in order', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1990, max: 2090 }),
        fc.integer({ min: 0, max: 6 }),
        (month, year, first) => {
          const weeks = weeksOf(`${year}-${String(month).padStart(2, '0')}`, first)
          const days = weeks.flat().filter((it) => it !== undefined)
          expect(weeks.every((it) => it.length === 7)).toBe(true)
          expect(days).toEqual(days.toSorted())
          expect(days).toHaveLength(new Date(Date.UTC(year, month, 0)).getUTCDate())
          expect(
            weeks.flatMap((week) =>
              week.flatMap((day, place) => (day ? [weekdayOf(day) === (first + place) % 7] : [])),
            ),
          ).not.toContain(false)
        },
      ),
    )
  })
  test('has neighbours in other years', () => {
    expect(addMonths('2026-12', 1)).toBe('2027-01')
    expect(addMonths('2026-01', -1)).toBe('2025-12')
  })
  test('begins its weeks as the language does', () => {
    expect(firstWeekdayOf('en-US')).toBe(0)
    expect(firstWeekdayOf('de')).toBe(1)
  })
})
