import { describe, expect, test } from 'vitest'
import { quietUntil } from '#server/features/settings/quiet-hours.ts'

const night = { starts: '22:00', ends: '07:00' }
const noon = { starts: '12:00', ends: '13:30' }

/** The end as an instant; null where it is not quiet. */
function endAt(now: string, zone: string, hours = night): string | null {
  const end = quietUntil(hours, zone, Date.parse(now))
  return end === null ? null : new Date(end).toISOString()
}

describe('hours across midnight', () => {
  test.each([
    ['2026-11-20T14:59:59.999Z', null],
    ['2026-11-20T15:00:00.000Z', '2026-11-21T00:00:00.000Z'],
    ['2026-11-20T17:00:00.000Z', '2026-11-21T00:00:00.000Z'],
    ['2026-11-20T23:59:59.999Z', '2026-11-21T00:00:00.000Z'],
    ['2026-11-21T00:00:00.000Z', null],
  ])('in Jakarta at %s: until %s', (now, end) => {
    expect(endAt(now, 'Asia/Jakarta')).toBe(end)
  })
})

test('hours within a day', () => {
  expect(endAt('2026-11-20T11:59:00.000Z', 'UTC', noon)).toBeNull()
  expect(endAt('2026-11-20T12:00:00.000Z', 'UTC', noon)).toBe('2026-11-20T13:30:00.000Z')
  expect(endAt('2026-11-20T13:30:00.000Z', 'UTC', noon)).toBeNull()
})

test('the same instant is night for one member and day for another', () => {
  expect(endAt('2026-11-20T20:00:00.000Z', 'Asia/Jakarta')).toBe('2026-11-21T00:00:00.000Z')
  expect(endAt('2026-11-20T20:00:00.000Z', 'America/New_York')).toBeNull()
  expect(endAt('2026-11-20T20:00:00.000Z', 'Asia/Kathmandu')).toBe('2026-11-21T01:15:00.000Z')
})

test('an unknown zone falls back to UTC', () => {
  expect(endAt('2026-11-20T23:00:00.000Z', 'Nowhere/Atall')).toBe('2026-11-21T07:00:00.000Z')
})

describe('when the clocks change', () => {
  test('the night is an hour shorter or longer, and ends at the same time by the wall', () => {
    // New York: clocks go forward on 8 March and back on 1 November 2026.
    expect(endAt('2026-03-08T04:00:00.000Z', 'America/New_York')).toBe('2026-03-08T11:00:00.000Z')
    expect(endAt('2026-03-07T04:00:00.000Z', 'America/New_York')).toBe('2026-03-07T12:00:00.000Z')
    expect(endAt('2026-11-01T03:00:00.000Z', 'America/New_York')).toBe('2026-11-01T12:00:00.000Z')
  })

  test('an end that the clocks skip comes as long after midnight as ever', () => {
    // 02:30 does not exist; the clock shows 03:30 then.
    expect(endAt('2026-03-08T05:30:00.000Z', 'America/New_York', { starts: '22:00', ends: '02:30' })).toBe(
      '2026-03-08T07:30:00.000Z',
    )
  })

  test('an end that comes twice is the second, without a gap in between', () => {
    const hours = { starts: '22:00', ends: '01:30' }
    for (const now of ['2026-11-01T05:00:00.000Z', '2026-11-01T05:45:00.000Z', '2026-11-01T06:15:00.000Z']) {
      expect(endAt(now, 'America/New_York', hours), now).toBe('2026-11-01T06:30:00.000Z')
    }
    expect(endAt('2026-11-01T06:30:00.000Z', 'America/New_York', hours)).toBeNull()
  })

  test('a beginning that comes twice is the first, without a gap in between', () => {
    const hours = { starts: '01:30', ends: '06:00' }
    expect(endAt('2026-11-01T05:29:00.000Z', 'America/New_York', hours)).toBeNull()
    for (const now of ['2026-11-01T05:30:00.000Z', '2026-11-01T06:10:00.000Z', '2026-11-01T06:40:00.000Z']) {
      expect(endAt(now, 'America/New_York', hours), now).toBe('2026-11-01T11:00:00.000Z')
    }
  })
})

test('whatever the hours, the zone and the moment: quiet ends within a day and two hours, and is over then or begins anew', () => {
  const zones = [
    'UTC',
    'Asia/Jakarta',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'America/St_Johns',
    'Africa/Casablanca',
  ]
  const times = ['00:00', '01:30', '02:30', '12:00', '23:59']
  for (const zone of zones) {
    for (let now = Date.parse('2026-03-07T00:07:00.000Z'), n = 0; n < 40; n++, now += 6.1 * 86_400_000) {
      for (const starts of times) {
        for (const ends of times.filter((it) => it !== starts)) {
          const end = quietUntil({ starts, ends }, zone, now)
          if (end === null) continue
          expect(end, `${zone} ${starts} ${ends} ${now}`).toBeGreaterThan(now)
          expect(end - now, `${zone} ${starts} ${ends} ${now}`).toBeLessThanOrEqual(26 * 3_600_000)
          expect(quietUntil({ starts, ends }, zone, end)).toBeNull()
        }
      }
    }
  }
})
