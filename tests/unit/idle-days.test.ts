import { expect, test } from 'vitest'
import { idleDays } from '#src/features/products/idle-days.ts'

test('a day without income has ended: today, which has only begun, is none', () => {
  const history = [5, 0, 7, 0].map((perUnit, at) => ({ day: `2026-11-0${at + 1}`, revenue: perUnit, perUnit }))
  expect(idleDays(history)).toBe(1)
  expect(idleDays([])).toBe(0)
})
