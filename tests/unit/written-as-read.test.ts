import { expect, test } from 'vitest'
import { assetFigure } from '#src/lib/asset-amount.ts'

test("a coin's amount is written as money beside it is, to the last digit", () => {
  expect(assetFigure(50_020_000n, 6, 'id-ID')).toBe('50,02')
  expect(assetFigure(1_234_500_001n, 6, 'en-US')).toBe('1,234.500001')
  expect(assetFigure(5n, 0, 'id-ID')).toBe('5')
})
