import * as fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Day, Instant } from '#protocol/primitives.ts'

test.each([
  '2026-02-29',
  '2026-02-31',
  '2026-04-31',
  '2026-13-01',
  '2026-00-10',
  '0000-01-01',
  '1899-12-31',
  '9999-12-31',
])('%s is no day', (day) => {
  expect(v.is(Day, day)).toBe(false)
  expect(v.is(Instant, `${day}T06:00:00.000Z`)).toBe(false)
})

test('every instant and day that a clock can write is accepted', () => {
  fc.assert(
    fc.property(
      fc.date({
        min: new Date('1900-01-01T00:00:00.000Z'),
        max: new Date('9998-12-31T23:59:59.999Z'),
        noInvalidDate: true,
      }),
      (date) => {
        expect(v.is(Instant, date.toISOString())).toBe(true)
        expect(v.is(Day, date.toISOString().slice(0, 10))).toBe(true)
      },
    ),
  )
})
