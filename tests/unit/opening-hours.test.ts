import { expect, test } from 'vitest'
import { openingsAfter } from '#src/features/news/opening-hours.ts'

const at = (text: string) => Date.parse(text)
const shown = (all: ReturnType<typeof openingsAfter>) =>
  all.map((it) => [new Date(it.from).toISOString(), new Date(it.until).toISOString()])

test("openings come from the operator's wall clock, for seven days", () => {
  const hours = [{ days: [1, 3], from: '08:00', until: '20:00' }]
  // A Sunday afternoon in Jakarta.
  expect(shown(openingsAfter(hours, 'Asia/Jakarta', at('2026-11-22T09:00:00Z')))).toEqual([
    ['2026-11-23T01:00:00.000Z', '2026-11-23T13:00:00.000Z'],
    ['2026-11-25T01:00:00.000Z', '2026-11-25T13:00:00.000Z'],
  ])
})

test('an opening that began yesterday and ends after midnight is still under way', () => {
  const hours = [{ days: [5], from: '22:00', until: '02:00' }]
  expect(shown(openingsAfter(hours, 'UTC', at('2026-11-21T01:00:00Z')))).toEqual([
    ['2026-11-20T22:00:00.000Z', '2026-11-21T02:00:00.000Z'],
    ['2026-11-27T22:00:00.000Z', '2026-11-28T02:00:00.000Z'],
  ])
  expect(openingsAfter(hours, 'UTC', at('2026-11-21T02:00:00Z'))).toHaveLength(1)
})

test('hours follow the clocks when they are set back', () => {
  const hours = [{ days: [7], from: '09:00', until: '10:00' }]
  // New York leaves summer time on 1 November 2026.
  expect(shown(openingsAfter(hours, 'America/New_York', at('2026-10-30T12:00:00Z')))).toEqual([
    ['2026-11-01T14:00:00.000Z', '2026-11-01T15:00:00.000Z'],
  ])
})

test('a night in which clocks change has its own length, and no day is left out or comes twice', () => {
  const nights = [{ days: [6], from: '22:00', until: '06:00' }]
  expect(shown(openingsAfter(nights, 'America/New_York', at('2026-10-31T12:00:00Z')))).toEqual([
    ['2026-11-01T02:00:00.000Z', '2026-11-01T11:00:00.000Z'],
  ])
  const mornings = [{ days: [7], from: '09:00', until: '10:00' }]
  // Half past midnight of a day with 25 hours, and half past eleven in the evening before a day with 23.
  expect(openingsAfter(mornings, 'America/New_York', at('2026-11-01T04:30:00Z'))).toHaveLength(1)
  expect(openingsAfter(mornings, 'America/New_York', at('2026-03-08T04:30:00Z'))).toHaveLength(1)
})
