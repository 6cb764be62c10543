import { describe, expect, test } from 'vitest'
import { intlLocaleOf, languageFor, languages, regionFor } from '#protocol/languages.ts'
import { parseAmount } from '#src/lib/amount.ts'
import { timeText } from '#src/lib/date-texts.ts'
import { dateText, inWords } from '#src/lib/dates.ts'
import { firstWeekdayOf } from '#src/lib/months.ts'
import { formatMoney } from '#src/lib/money.ts'

test.each([
  [['id-ID', 'en'], 'id'],
  [['in'], 'id'],
  [['ms-MY'], 'ms'],
  [['zh'], 'zh-Hans'],
  [['zh-CN'], 'zh-Hans'],
  [['zh-SG'], 'zh-Hans'],
  [['zh-Hans-HK'], 'zh-Hans'],
  [['zh_Hans_CN'], 'zh-Hans'],
  [['zh-TW', 'zh', 'en'], 'zh-Hans'],
  [['zh-Hant', 'vi'], 'vi'],
  [['fr-FR', 'ar-EG', 'en'], 'ar'],
  [[' th;q=0.8'], 'th'],
  [['EN-us'], 'en'],
  [['', 'xx'], 'en'],
  [['toString'], 'en'],
  [['id@posix'], 'id'],
  [[], 'en'],
])('for the wishes %j the language is %s', (wishes, language) => {
  expect(languageFor(wishes, languages)).toBe(language)
})

test.each([
  ['en', ['en-GB', 'en'], 'GB'],
  ['en', ['fr-FR', 'en-au'], 'AU'],
  ['en', ['en'], undefined],
  ['id', ['en-GB'], undefined],
  ['zh-Hans', ['zh-Hans-SG'], 'SG'],
  ['ar', ['ar-u-nu-arab'], undefined],
  ['en', ['en-150'], '150'],
  ['en', ['en-US@posix'], 'US'],
  ['zh-Hant', ['zh-Hant-TW'], 'TW'],
])('%s is written as in the region of %j: %s', (language, wishes, region) => {
  expect(regionFor(language, wishes)).toBe(region)
})

test('in British English a time has 24 hours, a week begins on Monday, and the day stands before the month', () => {
  const noon = Date.parse('2026-11-20T14:02:00Z')
  const british = intlLocaleOf('en', regionFor('en', ['en-GB']))
  expect(timeText(noon, british, 'UTC')).toBe('14:02')
  expect(dateText(noon, british, 'UTC')).toBe('20 Nov 2026')
  expect(firstWeekdayOf(british)).toBe(1)
})

test('only what is spoken is chosen', () => expect(languageFor(['vi', 'id'], ['en', 'id'])).toBe('id'))

describe('numbers, money and days', () => {
  const noon = Date.parse('2026-11-20T12:00:00Z')

  test.each([
    ['en', undefined, 'Nov 20, 2026', '$1,234.50'],
    ['en', 'SG', '20 Nov 2026', '$1,234.50'],
    ['en', 'GB', '20 Nov 2026', '$1,234.50'],
    ['id', 'ID', '20 Nov 2026', '$1.234,50'],
    ['ms', 'MY', '20 Nov 2026', '$1,234.50'],
    ['vi', 'VN', '20 thg 11, 2026', '1.234,50\u00a0$'],
    // Thailand counts its years from the Buddha.
    ['th', 'TH', '20 พ.ย. 2569', '$1,234.50'],
    ['zh-Hans', 'CN', '2026年11月20日', '$1,234.50'],
    ['ar', 'AE', '20 نوفمبر 2026', '\u20661,234.50\u00a0$\u2069'],
    ['ar', undefined, '20 نوفمبر 2026', '\u20661,234.50\u00a0$\u2069'],
  ])('are written as %s does in %s', (language, country, day, money) => {
    const locale = intlLocaleOf(language, country)
    expect(dateText(noon, locale, 'UTC')).toBe(day)
    expect(formatMoney(123_450, 'USD', locale)).toBe(money)
  })

  // Older browsers than this runtime name days of the Islamic calendar for Saudi Arabia where none is asked for.
  test('in Arabic are of the Gregorian calendar, whatever the browser would take', () => {
    const { calendar, numberingSystem } = new Intl.Locale(intlLocaleOf('ar', 'SA'))
    expect([calendar, numberingSystem]).toEqual(['gregory', 'latn'])
    expect(dateText(noon, intlLocaleOf('ar', 'SA'), 'UTC')).toBe('20 نوفمبر 2026')
  })

  test.each(languages)('typed in %s are read back', (language) => {
    const locale = intlLocaleOf(language)
    expect(parseAmount(formatMoney(123_450, 'USD', locale, { bare: true }), 'USD', locale)).toBe(123_450)
  })

  test('count in the forms of the language', () => {
    const ago = (count: number, language: string) =>
      inWords({ unit: 'hour', count }, noon, intlLocaleOf(language), 'UTC')
    expect([1, 2, 5, 12].map((it) => ago(it, 'ar'))).toEqual([
      'قبل ساعة واحدة',
      'قبل ساعتين',
      'قبل 5 ساعات',
      'قبل 12 ساعة',
    ])
    expect(ago(5, 'zh-Hans')).toBe('5小时前')
  })
})
