import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rolledTo } from '#src/ui/rolling-money.tsx'

test('an amount rolls up in whole minor units, never back, never beyond, and ends at itself', () => {
  fc.assert(
    fc.property(
      fc.nat(1e12),
      fc.double({ min: -1, max: 2, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (value, progress, more) => {
        const shown = rolledTo(value, progress)
        expect(Number.isInteger(shown)).toBe(true)
        expect(shown).toBeGreaterThanOrEqual(0)
        expect(shown).toBeLessThanOrEqual(value)
        expect(rolledTo(value, progress + more)).toBeGreaterThanOrEqual(shown)
      },
    ),
  )
  expect(rolledTo(1240, 0)).toBe(0)
  expect(rolledTo(1240, 1)).toBe(1240)
})
