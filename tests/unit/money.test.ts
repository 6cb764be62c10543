import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { intlLocaleOf } from '#protocol/languages.ts'
import { rateText } from '#src/entities/quantities.ts'
import { parseAmount } from '#src/lib/amount.ts'
import { decimalsOf, decimalText, formatMoney } from '#src/lib/money.ts'

const minor = fc.maxSafeInteger()
/** Arabic as the app writes it: alone, with the point of Egypt, and with the comma of Morocco. */
const arabic = [intlLocaleOf('ar'), intlLocaleOf('ar', 'EG'), intlLocaleOf('ar', 'MA')]
const currencies = fc.constantFrom('USD', 'IDR', 'JPY', 'KWD', 'EUR')

describe('an amount as text', () => {
  test.each([
    [1050, 'USD', 'en', '$10.50'],
    [-25000, 'USD', 'en', '-$250.00'],
    [0, 'USD', 'en', '$0.00'],
    [1240567, 'USD', 'id', '$12.405,67'],
    [1050, 'JPY', 'en', '¥1,050'],
    // Three decimals are cut off after two and not rounded up.
    [1999, 'KWD', 'en', 'KWD\u00a01.99'],
    [-1999, 'KWD', 'en', '-KWD\u00a01.99'],
  ])('%i %s in %s is %s', (value, currency, locale, text) => {
    expect(formatMoney(value, currency, locale)).toBe(text)
  })

  test('has a sign before gains where asked for, and none before nothing', () => {
    expect(formatMoney(1240, 'USD', 'en', { sign: 'always' })).toBe('+$12.40')
    expect(formatMoney(0, 'USD', 'en', { sign: 'always' })).toBe('$0.00')
    expect(formatMoney(-9, 'KWD', 'en', { sign: 'always', bare: true })).toBe('0.00')
  })

  test('stays in one piece where the words around it run from the right', () => {
    expect(formatMoney(-1240, 'USD', 'ar')).toBe('\u2066-12.40\u00a0$\u2069')
    expect(formatMoney(1240, 'USD', 'ar', { sign: 'always' })).toBe('\u2066+12.40\u00a0$\u2069')
    expect(parseAmount(formatMoney(1240, 'USD', 'ar', { bare: true }), 'USD', 'ar')).toBe(1240)
  })

  test('is written one way with a price of a kilowatt hour', () => {
    expect(rateText(15_500, 'USD', 'ar')).toBe('\u20660.155\u00a0$\u2069')
    expect(rateText(15_500, 'USD', 'en')).toBe('$0.155')
  })

  test('names a currency that the browser cannot', () => expect(formatMoney(150, 'points', 'en')).toBe('1.50 points'))

  test('is exact beyond what a double can hold', () => {
    expect(decimalText(123456789012345678901n, 'USD')).toBe('1234567890123456789.01')
    expect(formatMoney(Number.MAX_SAFE_INTEGER, 'USD', 'en')).toBe('$90,071,992,547,409.91')
  })

  test('refuses a fraction of a minor unit', () => expect(() => formatMoney(1.5, 'USD', 'en')).toThrow(RangeError))

  test('never says more than there is, and less than a cent less', () => {
    fc.assert(
      fc.property(minor, currencies, (value, currency) => {
        const unit = 10n ** BigInt(decimalsOf(currency))
        const shown = formatMoney(value, currency, 'en', { bare: true }).replaceAll(',', '')
        const [whole = '', fraction = ''] = shown.replace('-', '').split('.')
        const decimals = Math.min(2, decimalsOf(currency))
        const shownMinor = BigInt(whole + fraction) * (unit / 10n ** BigInt(decimals))
        const size = BigInt(Math.abs(value))
        expect(fraction).toHaveLength(decimals)
        expect(shownMinor <= size && size - shownMinor < unit / 10n ** BigInt(decimals)).toBe(true)
        expect(shown.startsWith('-')).toBe(value < 0 && shownMinor > 0n)
      }),
    )
  })

  test('read back from what is shown gives the same minor units', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10 ** 12 }),
        fc.constantFrom('USD', 'JPY', 'EUR'),
        fc.constantFrom('en', 'id', 'de', 'fr', ...arabic, 'hi', 'th-TH-u-nu-thai', 'de-CH'),
        (value, currency, locale) => {
          expect(parseAmount(formatMoney(value, currency, locale, { bare: true }), currency, locale)).toBe(value)
        },
      ),
    )
  })
})

describe('an amount as it is typed', () => {
  test.each<[string, string, number | undefined]>([
    ['12.5', 'en', 1250],
    ['1,234.50', 'en', 123450],
    ['1.234,50', 'id', 123450],
    ['12,5', 'en', 1250],
    ['12.5', 'id', 1250],
    ['1.234', 'id', 123400],
    ['1,234', 'en', 123400],
    ['1 234,50', 'fr', 123450],
    ['12,34,567.89', 'en-IN', 123456789],
    ['.5', 'en', 50],
    ['7.', 'en', 700],
    ['١٢٫٥', intlLocaleOf('ar'), 1250],
    ['12٫5', intlLocaleOf('ar'), 1250],
    ['١٬٢٣٤٫٥٠', intlLocaleOf('ar', 'EG'), 123450],
    ['١٬٢٣٤٫٥٠', intlLocaleOf('ar', 'MA'), 123450],
    ['١٬٢٣٤', intlLocaleOf('ar'), 123400],
    ['12٫5', 'en', 1250],
    ['12٫5', 'id', 1250],
    ['1٬2٫5', intlLocaleOf('ar'), undefined],
    ['1٬5', intlLocaleOf('ar'), undefined],
    ['١٬٥', intlLocaleOf('ar', 'EG'), undefined],
    ['1٬5', 'en', undefined],
    ['1٬50', 'id', undefined],
    ['1٬500', 'id', 150000],
    ['1٬234٫5', 'en', 123450],
    ['๑๒.๕', 'th', 1250],
    ['', 'en', undefined],
    ['.', 'en', undefined],
    ['12.345', 'en', undefined],
    ['1,23.4', 'en', undefined],
    ['0,500', 'en', undefined],
    ['0.500', 'id', undefined],
    ['0,500.00', 'en', undefined],
    ['00,500', 'en', undefined],
    ['0.50', 'id', 50],
    ['1.2.3', 'en', undefined],
    ['-5', 'en', undefined],
    ['1e3', 'en', undefined],
    ['𝟙𝟚', 'en', undefined],
    ['99999999999999999', 'en', undefined],
  ])('%s in %s is %s', (typed, locale, value) => expect(parseAmount(typed, 'USD', locale)).toBe(value))

  test('takes no decimals where the currency has none', () => {
    expect(parseAmount('12', 'JPY', 'en')).toBe(12)
    expect(parseAmount('12.5', 'JPY', 'en')).toBeUndefined()
  })
  test('fills up three decimals', () => expect(parseAmount('1.25', 'KWD', 'en')).toBe(1250))
})
