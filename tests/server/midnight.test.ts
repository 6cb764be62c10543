import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, instant, millisOf, startOfDay } from '#server/clock.ts'
import type { Database } from '#server/db/open.ts'
import { checkIn } from '#server/features/rewards/check-in.ts'
import { creditedDay } from '#server/features/rewards/rules.ts'
import { requestWithdrawal } from '#server/features/wallet/withdrawal/withdrawing.ts'
import { linesOf, termsOf } from '#server/features/wallet/withdrawal/withdrawal-terms.ts'
import { instant as instantOfClient } from '#src/lib/clock.ts'
import { bindCard } from '#tests/support/bound-card.ts'
import { databases } from '#tests/support/databases.ts'
import { giveIncome } from '#tests/support/give-income.ts'
import { makeMember } from '#tests/support/people-and-machines.ts'
import { shopOn } from '#tests/support/shop.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { moveMember } from '#tests/support/move-member.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const joinedAt = '2000-01-01T00:00:00.000Z'

/**
 * From 14 hours ahead of UTC to 11 behind it, in quarters of an hour, with clocks that change at, before and after
 * midnight.
 */
const zones = [
  'Pacific/Kiritimati',
  'Pacific/Chatham',
  'Pacific/Auckland',
  'Australia/Lord_Howe',
  'Asia/Jakarta',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Beirut',
  'Europe/London',
  'UTC',
  'Atlantic/Azores',
  'America/St_Johns',
  'America/Havana',
  'America/Santiago',
  'America/New_York',
  'Pacific/Marquesas',
  'Pacific/Pago_Pago',
]
const zoneOf = fc.constantFrom(...zones)
const changes = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-09-06', '2026-09-27', '2026-10-25', '2026-11-01']
/** Any day of the year, and more often one on or beside which clocks change somewhere. */
const dayOf = fc.oneof(
  fc.integer({ min: 5, max: 355 }).map((n) => addDays('2026-01-01', n)),
  fc.tuple(fc.constantFrom(...changes), fc.integer({ min: -1, max: 1 })).map(([it, n]) => addDays(it, n)),
)
/** Near midnight as often as far from it. */
const distance = (most: number) => fc.oneof(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: most }))

describe("a tap before the member's midnight that arrives after it", () => {
  test('counts for the day of the tap within 48 hours, in every zone', () => {
    fc.assert(
      fc.property(zoneOf, dayOf, distance(22 * hour), distance(2 * day), (zone, next, before, after) => {
        const midnight = startOfDay(zone, next)
        const [tap, now] = [midnight - before, midnight + after - 1]
        const credited = creditedDay({ madeAt: instant(tap), now, zone, joinedAt, signed: new Set() })
        const arrival = [next, addDays(next, 1), addDays(next, 2)].findLast((it) => startOfDay(zone, it) <= now)
        expect(credited).toBe(now - tap <= 2 * day ? addDays(next, -1) : arrival)
      }),
      { numRuns: 1000 },
    )
  })

  test('counts for the day of arrival where the day of the tap was signed on another device', () => {
    fc.assert(
      fc.property(zoneOf, dayOf, distance(22 * hour), distance(22 * hour), (zone, next, before, after) => {
        const midnight = startOfDay(zone, next)
        const of = { madeAt: instant(midnight - before), now: midnight + after - 1, zone, joinedAt }
        expect(creditedDay({ ...of, signed: new Set([addDays(next, -1)]) })).toBe(next)
        expect(creditedDay({ ...of, signed: new Set([addDays(next, -1), next]) })).toBeNull()
      }),
    )
  })

  test('is the same instant wherever the phone was carried meanwhile, to the east or to the west', () => {
    const home = process.env['TZ']
    try {
      fc.assert(
        fc.property(zoneOf, zoneOf, zoneOf, dayOf, distance(day), (zone, from, to, next, before) => {
          const tap = startOfDay(zone, next) - before
          process.env['TZ'] = from
          const madeAt = instantOfClient(tap)
          process.env['TZ'] = to
          expect(millisOf(madeAt)).toBe(tap)
          const counted = creditedDay({ madeAt, now: tap + before, zone, joinedAt, signed: new Set() })
          process.env['TZ'] = 'UTC'
          expect(counted).toBe(creditedDay({ madeAt, now: tap + before, zone, joinedAt, signed: new Set() }))
        }),
      )
    } finally {
      if (home === undefined) delete process.env['TZ']
      else process.env['TZ'] = home
    }
  })
})

describe.each(databases)("the member's midnight on $name", ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  const sign = (memberId: string, madeAt: number, now: number) =>
    database.inTransaction((db) => checkIn(db, { memberId, madeAt: instant(madeAt) }, { now: () => now }))
  /** The database's own calendar, which shares no code with ours. */
  const dayByDatabase = async (zone: string, ms: number): Promise<string> => {
    const { rows } = await sql<{ day: string }>`
      select to_char(${instant(ms)}::timestamptz at time zone ${zone}, 'YYYY-MM-DD') as day`.execute(database.kysely)
    return rows[0]?.day ?? ''
  }

  test('between tap and arrival: the check-in is of the day that the tap was made on', async () => {
    await fc.assert(
      fc.asyncProperty(zoneOf, dayOf, distance(20 * hour), distance(20 * hour), async (zone, next, before, after) => {
        const midnight = startOfDay(zone, next)
        const memberId = await makeMember(database.kysely, { timeZone: zone })
        const [tap, now] = [midnight - before, midnight + after - 1]
        const late = await sign(memberId, tap, now)
        expect(late.day).toBe(await dayByDatabase(zone, tap))
        // The new day is still the member's to sign, and goes on from the day before.
        expect(await sign(memberId, now, now)).toMatchObject({ day: await dayByDatabase(zone, now), streak: 2 })
        await expect(sign(memberId, tap, now + minute)).rejects.toMatchObject({ code: 'already_signed' })
      }),
      { numRuns: 15 },
    )
  })

  test('moved by a member whose zone was changed: no tap counts twice, no day twice, and none that has not begun', async () => {
    const steps = fc.array(
      fc.record({ zone: zoneOf, later: fc.integer({ min: 0, max: 30 * hour }), late: distance(50 * hour) }),
      { minLength: 2, maxLength: 6 },
    )
    await fc.assert(
      fc.asyncProperty(zoneOf, dayOf, steps, async (zone, begun, journey) => {
        const memberId = await makeMember(database.kysely, { timeZone: zone })
        const counted = new Set<number>()
        let now = startOfDay(zone, begun)
        for (const it of journey) {
          now += it.later
          await moveMember(database.kysely, memberId, it.zone)
          const tap = now - it.late
          const signed = await signedDays(memberId)
          const [made, today] = [await dayByDatabase(it.zone, tap), await dayByDatabase(it.zone, now)]
          const free = [...(it.late <= 2 * day ? [made] : []), today].filter((on) => !signed.includes(on))
          const wanted = counted.has(tap) ? undefined : free[0]
          const outcome = await sign(memberId, tap, now).then(
            (answer) => answer.day,
            (refusal: { code: string }) => refusal.code,
          )
          expect(outcome).toBe(wanted ?? 'already_signed')
          if (wanted === undefined) continue
          counted.add(tap)
          expect(wanted <= today).toBe(true)
          await expect(sign(memberId, tap, now)).rejects.toMatchObject({ code: 'already_signed' })
        }
      }),
      { numRuns: 8 },
    )
  })
  const signedDays = async (memberId: string) =>
    (await database.kysely.selectFrom('checkIn').select('day').where('memberId', '=', memberId).execute()).map(
      (it) => it.day,
    )

  test('between tap and arrival: a withdrawal counts against the day it arrives on, and the limit is whole again', async () => {
    await fc.assert(
      fc.asyncProperty(zoneOf, dayOf, distance(20 * hour), distance(20 * hour), async (zone, next, before, after) => {
        const midnight = startOfDay(zone, next)
        const clock = new ManualClock(instant(midnight - before))
        const memberId = await makeMember(database.kysely, { timeZone: zone })
        await database.inTransaction((db) => giveIncome(db, memberId, 3_000_000, clock))
        const cardId = await bindCard(database.kysely, memberId)
        const { arrives: expectedArrival } = linesOf(500_000, await termsOf(database.kysely, memberId))
        const ask = () =>
          database.inTransaction((db) =>
            requestWithdrawal(db, { memberId, amount: 500_000, cardId, expectedArrival }, clock),
          )
        // All that a day allows; the third was tapped on that day too, and is on its way.
        await ask()
        await ask()
        clock.advance(before - 1)
        await expect(ask()).rejects.toMatchObject({ code: 'daily_limit_reached', params: { left: 0 } })
        clock.advance(after)
        await ask()
        await ask()
        await expect(ask()).rejects.toMatchObject({ code: 'daily_limit_reached' })
        const { rows } = await sql<{ sum: number }>`
          select sum(amount)::bigint as sum from withdrawal where member_id = ${memberId}
          group by (requested_at at time zone ${zone})::date`.execute(database.kysely)
        expect(rows.map((it) => it.sum)).toEqual([1_000_000, 1_000_000])
      }),
      { numRuns: 8 },
    )
  })

  test('between tap and arrival: a coupon ends at its instant, and a payment that counted on it moves nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        zoneOf,
        dayOf,
        distance(20 * minute),
        distance(5 * minute),
        async (zone, next, before, after) => {
          const ends = startOfDay(zone, next)
          const clock = new ManualClock(instant(ends - before))
          const shop = shopOn(database, clock)
          const memberId = await shop.member(1000)
          await moveMember(database.kysely, memberId, zone)
          const coupon = await shop.coupon(memberId, { type: 2, value: 400, days: before / day })
          const { productId } = await shop.offer({ price: 1000 })
          const [early, late] = [
            await shop.draft(memberId, productId, 1, coupon),
            await shop.draft(memberId, productId, 1, coupon),
          ]
          clock.advance(before + after - 1)
          await expect(shop.pay(memberId, late)).rejects.toMatchObject({ code: 'price_changed' })
          clock.advance(-after)
          await shop.pay(memberId, early)
          const { rows } = await sql<{ balance: number }>`
          select balance from account where owner_id = ${memberId} and code = 'recharge'`.execute(database.kysely)
          expect(rows).toEqual([{ balance: 400 }])
        },
      ),
      { numRuns: 8 },
    )
  })
})
