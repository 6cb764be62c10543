import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/open.ts'
import { bookRevenue } from '#server/features/products/machines/booking.ts'
import { checkIn, daysOf, checkInState } from '#server/features/rewards/check-in.ts'
import { claimIncome } from '#server/features/rewards/claim.ts'
import { settle } from '#server/features/rewards/settle.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { databases } from '#tests/support/databases.ts'
import type { MadeMachine } from '#tests/support/people-and-machines.ts'
import { balances, makeMachine, makeMember, makeUnits } from '#tests/support/people-and-machines.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const day = 86_400_000
const hour = 3_600_000

describe.each(databases)('rewards on $name', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  const growthOf = (memberId: string) =>
    database.kysely
      .selectFrom('member')
      .select(['growth', 'level'])
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow()

  const sign = (memberId: string, madeAt: string, clock: ManualClock) =>
    database.inTransaction((db) => checkIn(db, { memberId, madeAt }, clock))

  describe('a check-in', () => {
    test('pays gold by the scale, day after day, and lets the member grow', async () => {
      const clock = new ManualClock('2026-11-01T03:00:00.000Z')
      const memberId = await makeMember(database.kysely)
      const signed = []
      for (let n = 0; n < 8; n++, clock.advance(day))
        signed.push(await sign(memberId, new Date(clock.now()).toISOString(), clock))
      expect(signed.map((it) => [it.day, it.points, it.streak, it.goldCoins])).toEqual([
        ['2026-11-01', 5, 1, 5],
        ['2026-11-02', 5, 2, 10],
        ['2026-11-03', 10, 3, 20],
        ['2026-11-04', 10, 4, 30],
        ['2026-11-05', 15, 5, 45],
        ['2026-11-06', 15, 6, 60],
        ['2026-11-07', 30, 7, 90],
        ['2026-11-08', 30, 8, 120],
      ])
      expect((await balances(database.kysely, memberId))['gold']).toBe(120)
      expect(await growthOf(memberId)).toEqual({ growth: 120, level: 1 })
      expect(await daysOf(database.kysely, memberId, '2026-11')).toHaveLength(8)
      expect(await daysOf(database.kysely, memberId, '2026-10')).toEqual([])
      expect(await daysOf(database.kysely, memberId, '2026-12')).toEqual([])
    })

    test('twice at once from two devices pays once', async () => {
      const clock = new ManualClock('2026-11-20T03:00:00.000Z')
      const memberId = await makeMember(database.kysely)
      const sent = await Promise.allSettled(
        Array.from({ length: 6 }, () => sign(memberId, '2026-11-20T03:00:00.000Z', clock)),
      )
      expect(sent.filter((it) => it.status === 'fulfilled')).toHaveLength(1)
      expect(sent.flatMap((it) => (it.status === 'rejected' ? [(it.reason as { code: string }).code] : []))).toEqual(
        Array.from({ length: 5 }, () => 'already_signed'),
      )
      expect((await balances(database.kysely, memberId))['gold']).toBe(5)
    })

    test('filled in late joins the days around it, and takes nothing back', async () => {
      const clock = new ManualClock('2026-11-18T03:00:00.000Z')
      const memberId = await makeMember(database.kysely)
      await sign(memberId, '2026-11-18T03:00:00.000Z', clock)
      clock.advance(2 * day - 2 * hour)
      expect(await sign(memberId, '2026-11-20T01:00:00.000Z', clock)).toMatchObject({
        day: '2026-11-20',
        streak: 1,
        points: 5,
      })
      expect(await sign(memberId, '2026-11-19T03:00:00.000Z', clock)).toEqual({
        day: '2026-11-19',
        streak: 3,
        points: 5,
        goldCoins: 15,
      })
      expect(await checkInState(database.kysely, memberId, clock)).toEqual({
        streak: 3,
        total: 3,
        signedToday: true,
        today: '2026-11-20',
        goldCoins: 15,
        nextPoints: 10,
      })
    })

    test('of yesterday, from a second device a day later, counts for today', async () => {
      const clock = new ManualClock('2026-11-19T03:00:00.000Z')
      const memberId = await makeMember(database.kysely)
      await sign(memberId, '2026-11-19T03:00:00.000Z', clock)
      clock.advance(day)
      expect(await sign(memberId, '2026-11-19T04:00:00.000Z', clock)).toMatchObject({ day: '2026-11-20', streak: 2 })
      await expect(sign(memberId, '2026-11-19T04:00:00.000Z', clock)).rejects.toMatchObject({ code: 'already_signed' })
    })

    test("goes by the member's zone", async () => {
      const clock = new ManualClock('2026-11-20T03:00:00.000Z')
      const memberId = await makeMember(database.kysely, { timeZone: 'America/New_York' })
      expect(await sign(memberId, '2026-11-20T03:00:00.000Z', clock)).toMatchObject({ day: '2026-11-19' })
      expect((await checkInState(database.kysely, memberId, clock)).today).toBe('2026-11-19')
    })

    test('missed for a day starts again', async () => {
      const clock = new ManualClock('2026-11-17T03:00:00.000Z')
      const memberId = await makeMember(database.kysely)
      await sign(memberId, '2026-11-17T03:00:00.000Z', clock)
      clock.advance(day)
      expect(await checkInState(database.kysely, memberId, clock)).toMatchObject({
        streak: 1,
        signedToday: false,
        nextPoints: 5,
      })
      clock.advance(day)
      expect(await checkInState(database.kysely, memberId, clock)).toMatchObject({ streak: 0, nextPoints: 5 })
      expect(await sign(memberId, '2026-11-19T03:00:00.000Z', clock)).toMatchObject({ streak: 1 })
    })
  })

  describe('a claim', () => {
    // One clock for all: a period is settled once for everybody.
    const clock = new ManualClock('2026-11-10T00:00:00.000Z')
    const claim = (memberId: string, unitId: string | null) =>
      database.inTransaction((db) => claimIncome(db, { memberId, unitId }, clock))

    /** A member with units of one machine, of which a day's income is settled: 60 minor units a unit. */
    async function earned(count: number): Promise<{ memberId: string; units: string[]; machine: MadeMachine }> {
      const machine = await makeMachine(database.kysely, { unitsTotal: 10, memberShareBp: 6000 })
      const memberId = await makeMember(database.kysely)
      const units = await makeUnits(database.kysely, {
        memberId,
        machine,
        count,
        activeFrom: new Date(clock.now()).toISOString(),
        expiresAt: '2027-01-01T00:00:00.000Z',
      })
      clock.advance(5 * hour)
      await run(machine, 1000)
      clock.advance(day)
      await settle({ database, clock })
      return { memberId, units, machine }
    }

    const run = (machine: MadeMachine, amount: number) =>
      database.inTransaction((db) => {
        const at = new Date(clock.now()).toISOString()
        return bookRevenue(
          db,
          {
            source: 'feed',
            externalId: `${machine.id}-${at}`,
            deviceNumber: machine.deviceNumber,
            kind: 'trip',
            startedAt: at,
            endedAt: at,
            amount,
            currency: 'USD',
          },
          clock,
        )
      })

    test('of one unit leaves the others, of all takes the rest, of nothing is refused', async () => {
      const { memberId, units } = await earned(3)
      expect(await balances(database.kysely, memberId)).toMatchObject({ pending: 180, income: 0 })
      expect(await claim(memberId, units[0] as string)).toMatchObject({
        amount: 60,
        currency: 'USD',
        units: 1,
        machines: 1,
        incomeBalance: 60,
      })
      await expect(claim(memberId, units[0] as string)).rejects.toMatchObject({ code: 'nothing_to_claim' })
      expect(await claim(memberId, null)).toMatchObject({ amount: 120, units: 2, machines: 1, incomeBalance: 180 })
      await expect(claim(memberId, null)).rejects.toMatchObject({ code: 'nothing_to_claim' })
      expect(await balances(database.kysely, memberId)).toMatchObject({ pending: 0, income: 180 })
      expect((await growthOf(memberId)).growth).toBe(1)
    })

    test('takes several periods of a unit at once', async () => {
      const { memberId, units, machine } = await earned(1)
      await run(machine, 500)
      clock.advance(day)
      await settle({ database, clock })
      expect(await claim(memberId, units[0] as string)).toMatchObject({
        amount: 90,
        currency: 'USD',
        units: 1,
        machines: 1,
        incomeBalance: 90,
      })
    })

    test("of another member's unit, or of one that is nowhere, is not found and moves nothing", async () => {
      const { units, memberId: owner } = await earned(1)
      const stranger = await earned(1)
      await expect(claim(stranger.memberId, units[0] as string)).rejects.toMatchObject({ code: 'not_found' })
      await expect(claim(stranger.memberId, '00000000-0000-4000-8000-000000000000')).rejects.toMatchObject({
        code: 'not_found',
      })
      expect((await balances(database.kysely, owner))['pending']).toBe(60)
      expect((await balances(database.kysely, stranger.memberId))['pending']).toBe(60)
    })

    test('many times at once pays once', async () => {
      const { memberId, units } = await earned(4)
      const sent = await Promise.allSettled([...units, null, null, null].map((unitId) => claim(memberId, unitId)))
      const paid = sent.flatMap((it) => (it.status === 'fulfilled' ? [it.value.amount] : []))
      expect(paid.reduce((sum, it) => sum + it, 0)).toBe(240)
      expect(await balances(database.kysely, memberId)).toMatchObject({ pending: 0, income: 240 })
      expect(
        new Set(sent.flatMap((it) => (it.status === 'rejected' ? [(it.reason as { code: string }).code] : []))),
      ).toEqual(new Set(['nothing_to_claim']))
    })

    test('beside a settlement loses nothing', async () => {
      const { memberId, machine } = await earned(2)
      await run(machine, 1000)
      clock.advance(day)
      await Promise.all([settle({ database, clock }), settle({ database, clock }), claim(memberId, null)])
      // Whatever the settlement paid after the claim; 0 where the settlement was first.
      await Promise.allSettled([claim(memberId, null)])
      expect(await balances(database.kysely, memberId)).toMatchObject({ pending: 0, income: 240 })
    })

    test('leaves sound books behind', async () => {
      expect(await reconcile(database.kysely)).toEqual([])
    })
  })
})
