import { expect, test } from 'vitest'
import { regionFor } from '#protocol/languages.ts'
import { assetFigure } from '#src/lib/asset-amount.ts'

test("numbers and dates follow the browser's own country where none was chosen", () => {
  expect(regionFor('en', ['en-GB', 'en-US', 'en'])).toBe('GB')
  expect(regionFor('en', ['id-ID', 'en', 'en-AU'])).toBe('AU')
  expect(regionFor('zh-Hans', ['zh-Hans-SG'])).toBe('SG')
  expect(regionFor('ar', ['ar-u-nu-latn'])).toBeUndefined()
  expect(regionFor('en', ['fr-FR'])).toBeUndefined()
  const time = (tag: string) =>
    new Intl.DateTimeFormat(tag, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(14 * 3_600_000)
  expect(time(`en-${regionFor('en', ['en-GB'])}`)).toBe('14:00')
})

test("a coin's amount is written as money beside it is, to the last digit", () => {
  expect(assetFigure(50_020_000n, 6, 'id-ID')).toBe('50,02')
  expect(assetFigure(1_234_500_001n, 6, 'en-US')).toBe('1,234.500001')
  expect(assetFigure(5n, 0, 'id-ID')).toBe('5')
})
