import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { maskPhone } from '#server/features/auth/rules.ts'
import { debounce } from '#src/lib/debounce.ts'
import { distanceKm } from '#src/lib/distance.ts'
import { hasOwnCode, joinPhone, splitPhone, dialCountries } from '#src/ui/phone-number.ts'
import { timeLeftText } from '#src/ui/countdown.tsx'

describe('a masked phone', () => {
  test.each([
    ['+6281200000001', '+62812****0001'],
    ['+8613812345678', '+86138****5678'],
    ['+12025550123', '+1202****123'],
    ['+8801712345678', '+880171****678'],
    ['13812345678', '138****5678'],
    ['+6212345', '+62123****'],
    ['+6212', '+6212****'],
  ])('%s is %s', (phone, masked) => expect(maskPhone(phone)).toBe(masked))
})

describe('distance', () => {
  test('from Jakarta to Bandung', () =>
    expect(distanceKm({ latitude: -6.2, longitude: 106.8167 }, { latitude: -6.9147, longitude: 107.6098 })).toBeCloseTo(
      118.4,
      0,
    ))
  test('to the other side of the earth is half its girth', () =>
    expect(distanceKm({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 })).toBeCloseTo(Math.PI * 6371, 6))
  test('is the same both ways, never negative, never over half the girth', () => {
    const position = fc.record({
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    })
    fc.assert(
      fc.property(position, position, (a, b) => {
        const there = distanceKm(a, b)
        expect(there).toBeCloseTo(distanceKm(b, a), 6)
        expect(there >= 0 && there <= Math.PI * 6371 + 1e-6).toBe(true)
      }),
    )
  })
})

describe('holding back', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('debounce runs the last of a burst after 500 ms of quiet', () => {
    const run = vi.fn<(text: string) => void>()
    const held = debounce(run)
    held('a')
    vi.advanceTimersByTime(400)
    held('b')
    vi.advanceTimersByTime(499)
    expect(run).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(run.mock.calls).toEqual([['b']])
  })
  test('debounce forgets what was cancelled', () => {
    const run = vi.fn<() => void>()
    const held = debounce(run)
    held()
    held.cancel()
    vi.advanceTimersByTime(1000)
    expect(run).not.toHaveBeenCalled()
  })
})

describe('a phone number', () => {
  const indonesia = { code: 'ID', dial: '62' }
  test.each([
    ['0812 0000-0001', '+6281200000001'],
    ['81200000001', '+6281200000001'],
    ['+65 8123 4567', '+6581234567'],
    ['0065 81234567', '+6581234567'],
    ['٠٨١٢ ٠٠٠٠-٠٠٠١', '+6281200000001'],
    ['+๖๕ ๘๑๒๓ ๔๕๖๗', '+6581234567'],
    ['', ''],
    ['0', ''],
  ])('typed %j is %j', (typed, e164) => expect(joinPhone(typed, indonesia)).toBe(e164))
  test('comes apart by its longest calling code', () => {
    expect(splitPhone('+8801712345678', dialCountries)).toEqual({
      country: { code: 'BD', dial: '880' },
      national: '1712345678',
    })
    expect(splitPhone('', dialCountries)).toEqual({ country: undefined, national: '' })
  })
  test("of a country that is not in the list stays that country's, also once it is corrected", () => {
    const { country, national } = splitPhone('+819012345678', dialCountries)
    expect(country).toBeUndefined()
    expect(national).toBe('+819012345678')
    expect(hasOwnCode(national)).toBe(true)
    expect(joinPhone(national.replace(/8$/, '9'), indonesia)).toBe('+819012345679')
  })
  test.each([
    ['+81 90', true],
    [' 0081 90', true],
    ['٠٠81', true],
    ['081', false],
    ['', false],
  ])('typed %j has its own calling code: %j', (typed, has) => expect(hasOwnCode(typed)).toBe(has))
})

test.each([
  [0, '00:00'],
  [65, '01:05'],
  [3725, '1:02:05'],
  [86_399, '23:59:59'],
  [86_400, '1 day'],
  [90_000, '1 day, 1 hour'],
  [530_745, '6 days, 3 hours'],
])('%i seconds read %s', (seconds, text) => expect(timeLeftText(seconds, 'en')).toBe(text))
