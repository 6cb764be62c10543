import { expect, test } from 'vitest'
import { projectedIn } from '#src/entities/projection.ts'

test('a projection over some days agrees with the one over the whole term', () => {
  // A day's 0.44 is cut: thirty of them would be 13.20.
  expect(projectedIn({ totalReturn: 1325, validityDays: 30 }, 30)).toBe(1325)
  expect(projectedIn({ totalReturn: 1325, validityDays: 20 }, 30)).toBe(1325)
  expect(projectedIn({ totalReturn: 10_000, validityDays: 90 }, 30)).toBe(3333)
})
