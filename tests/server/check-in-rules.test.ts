import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, millisOf } from '#server/clock.ts'
import { growthOfClaim } from '#server/db/claims.ts'
import { coinsFor, creditedDay, livingStreak, streaksWith } from '#server/features/rewards/rules.ts'

const jakarta = 'Asia/Jakarta'
const newYork = 'America/New_York'
const joinedAt = '2026-01-01T00:00:00.000Z'

describe('the day a check-in counts for', () => {
  test.each([
    ['online: made now', jakarta, '2026-11-20T03:00:00.000Z', '2026-11-20T03:00:01.000Z', [], '2026-11-20'],
    [
      "the member's day, not the server's",
      jakarta,
      '2026-11-19T17:00:00.000Z',
      '2026-11-19T17:00:01.000Z',
      [],
      '2026-11-20',
    ],
    [
      "one second before the member's midnight",
      jakarta,
      '2026-11-19T16:59:59.000Z',
      '2026-11-19T17:00:01.000Z',
      [],
      '2026-11-19',
    ],
    ['a zone behind UTC', newYork, '2026-11-20T04:59:59.000Z', '2026-11-20T04:59:59.000Z', [], '2026-11-19'],
    [
      'the far side of the date line',
      'Pacific/Kiritimati',
      '2026-11-20T10:00:00.000Z',
      '2026-11-20T10:00:00.000Z',
      [],
      '2026-11-21',
    ],
    [
      'an unknown zone is UTC',
      'No/Such_Zone',
      '2026-11-20T23:30:00.000Z',
      '2026-11-20T23:30:00.000Z',
      [],
      '2026-11-20',
    ],
    ['queued yesterday', jakarta, '2026-11-19T03:00:00.000Z', '2026-11-20T03:00:00.000Z', [], '2026-11-19'],
    ['queued exactly 48 hours ago', jakarta, '2026-11-18T03:00:00.000Z', '2026-11-20T03:00:00.000Z', [], '2026-11-18'],
    [
      'queued a millisecond more than 48 hours ago',
      jakarta,
      '2026-11-18T02:59:59.999Z',
      '2026-11-20T03:00:00.000Z',
      [],
      '2026-11-20',
    ],
    ['a millisecond in the future', jakarta, '2026-11-20T16:59:59.999Z', '2026-11-20T16:59:59.998Z', [], '2026-11-20'],
    [
      'a client that claims tomorrow',
      jakarta,
      '2026-11-21T03:00:00.000Z',
      '2026-11-20T03:00:00.000Z',
      [],
      '2026-11-20',
    ],
    ['a clock a year behind', jakarta, '2025-11-20T03:00:00.000Z', '2026-11-20T03:00:00.000Z', [], '2026-11-20'],
    [
      'a clock a year ahead, today signed',
      jakarta,
      '2027-11-20T03:00:00.000Z',
      '2026-11-20T03:00:00.000Z',
      ['2026-11-20'],
      null,
    ],
    [
      'two devices, same day, arriving the same day',
      jakarta,
      '2026-11-20T02:00:00.000Z',
      '2026-11-20T03:00:00.000Z',
      ['2026-11-20'],
      null,
    ],
    [
      'two devices, same day, the second arriving a day later',
      jakarta,
      '2026-11-19T02:00:00.000Z',
      '2026-11-20T03:00:00.000Z',
      ['2026-11-19'],
      '2026-11-20',
    ],
    [
      'the second arriving a day later, that day signed as well',
      jakarta,
      '2026-11-19T02:00:00.000Z',
      '2026-11-20T03:00:00.000Z',
      ['2026-11-19', '2026-11-20'],
      null,
    ],
    [
      'the hour that the clocks repeat',
      newYork,
      '2026-11-01T05:30:00.000Z',
      '2026-11-01T06:30:00.000Z',
      [],
      '2026-11-01',
    ],
    [
      'the night the clocks skip an hour',
      newYork,
      '2026-03-08T04:59:59.000Z',
      '2026-03-08T07:30:00.000Z',
      [],
      '2026-03-07',
    ],
  ] as const)('%s', (_, zone, madeAt, now, signed, day) => {
    expect(creditedDay({ madeAt, now: millisOf(now), zone, joinedAt, signed: new Set(signed) })).toBe(day)
  })

  test.each([
    ['before they joined', '2026-11-20T02:59:00.000Z', '2026-11-20T02:00:00.000Z', '2026-11-20'],
    ['a day before they joined', '2026-11-19T03:00:00.000Z', '2026-11-20T02:00:00.000Z', '2026-11-20'],
    [
      'the minutes before their midnight, just joined',
      '2026-11-19T16:59:00.000Z',
      '2026-11-19T17:00:30.000Z',
      '2026-11-20',
    ],
    ['late on the day they joined', '2026-11-19T16:59:00.000Z', '2026-11-19T03:00:00.000Z', '2026-11-19'],
  ])('of a member who is new: %s', (_, madeAt, since, day) => {
    const of = { madeAt, now: millisOf('2026-11-20T03:00:00.000Z'), zone: jakarta, joinedAt: since }
    expect(creditedDay({ ...of, signed: new Set() })).toBe(day)
  })

  test('is never in the future, never signed already, never more than three calendar days back', () => {
    const at = fc.integer({ min: millisOf('2026-01-01T00:00:00.000Z'), max: millisOf('2027-01-01T00:00:00.000Z') })
    fc.assert(
      fc.property(
        at,
        fc.integer({ min: -4 * 86_400_000, max: 4 * 86_400_000 }),
        fc.constantFrom(jakarta, newYork, 'UTC', 'Pacific/Chatham'),
        fc.array(fc.integer({ min: -4, max: 1 })),
        (now, shift, zone, ago) => {
          const today = creditedDay({
            madeAt: new Date(now).toISOString(),
            now,
            zone,
            joinedAt,
            signed: new Set(),
          }) as string
          const signed = new Set(ago.map((n) => addDays(today, n)))
          const day = creditedDay({ madeAt: new Date(now + shift).toISOString(), now, zone, joinedAt, signed })
          expect(day === null ? signed.has(today) : !signed.has(day) && day <= today && day >= addDays(today, -3)).toBe(
            true,
          )
        },
      ),
    )
  })
})

describe('a streak', () => {
  test('counts neighbours on both sides, in whatever order the days were signed', () => {
    const offsets = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { minLength: 1 })
    fc.assert(
      fc.property(offsets, (order) => {
        const streakOn = new Map<string, number>()
        for (const offset of order) {
          for (const { day, streak } of streaksWith(addDays('2026-11-01', offset), streakOn)) streakOn.set(day, streak)
        }
        let streak = 0
        for (let offset = 0; offset <= 30; offset++) {
          streak = order.includes(offset) ? streak + 1 : 0
          expect(streakOn.get(addDays('2026-11-01', offset)) ?? 0).toBe(streak)
        }
      }),
    )
  })

  test('lives until a whole day was missed', () => {
    const streaks = new Map([
      ['2026-11-17', 1],
      ['2026-11-18', 2],
    ])
    expect(livingStreak('2026-11-18', streaks)).toBe(2)
    expect(livingStreak('2026-11-19', streaks)).toBe(2)
    expect(livingStreak('2026-11-20', streaks)).toBe(0)
  })

  test('pays by the scale, and the seventh day goes on', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 400].map(coinsFor)).toEqual([5, 5, 10, 10, 15, 15, 30, 30, 30])
  })
})

test('growth does not depend on how a sum was split into claims', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5000 })), (claims) => {
      const total = claims.reduce((sum, it) => sum + it, 0)
      const grown = claims.reduce(
        (state, it) => ({ before: state.before + it, growth: state.growth + growthOfClaim(state.before, it) }),
        { before: 0, growth: 0 },
      )
      expect(grown.growth).toBe(growthOfClaim(0, total))
    }),
  )
})
