import { expect, test } from 'vitest'
import { assetFigure, rateFigure } from '#src/lib/asset-amount.ts'

test("a coin's amount is written as money beside it is, to the last digit", () => {
  expect(assetFigure(50_020_000n, 6, 'id-ID')).toBe('50,02')
  expect(assetFigure(1_234_500_001n, 6, 'en-US')).toBe('1,234.500001')
  expect(assetFigure(5n, 0, 'id-ID')).toBe('5')
})

test('a rate keeps the digits that matter, and is never written up', () => {
  expect(rateFigure('0.999600159936025589', 'en-US')).toBe('0.9996')
  expect(rateFigure('0.0000629', 'en-US')).toBe('0.0000629')
  expect(rateFigure('0.1234569', 'en-US')).toBe('0.123456')
  expect(rateFigure('15890.25009', 'id-ID')).toBe('15.890,25')
})
