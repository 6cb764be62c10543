import { expect, test } from 'vitest'
import { buttonOf } from '#server/features/contracts/rules.ts'
import { mondayOf, mondayOn, weekOf } from '#server/db/weeks.ts'

// From ISO 8601: a year's first week is the one with its first Thursday.
test.each([
  ['2026-11-20', '2026-W47', '2026-11-16'],
  ['2026-11-22', '2026-W47', '2026-11-16'],
  ['2026-11-23', '2026-W48', '2026-11-23'],
  ['2025-12-29', '2026-W01', '2025-12-29'],
  ['2026-12-31', '2026-W53', '2026-12-28'],
  ['2027-01-03', '2026-W53', '2026-12-28'],
  ['2027-01-04', '2027-W01', '2027-01-04'],
  ['2024-12-30', '2025-W01', '2024-12-30'],
  ['2023-01-01', '2022-W52', '2022-12-26'],
  ['2021-01-03', '2020-W53', '2020-12-28'],
])('%s lies in %s, which begins on %s', (day, week, monday) => {
  expect([weekOf(day), mondayOn(day), mondayOf(week)]).toEqual([week, monday, monday])
})

test('the button: sign, awaiting review, update, update, not eligible', () => {
  expect([
    buttonOf(null, true),
    buttonOf('submitted', true),
    buttonOf('approved', true),
    buttonOf('returned', true),
    buttonOf(null, false),
  ]).toEqual([0, 1, 2, 3, 4])
  // Who waits for a review is told so, whatever the operator offers meanwhile.
  expect([buttonOf('submitted', false), buttonOf('approved', false)]).toEqual([1, 4])
})
