import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { sql, type Updateable } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer, ArgsInput, Call } from '#protocol/call.ts'
import { earningsStats, sessionLine } from '#protocol/statistics.ts'
import { streamList } from '#protocol/wallet.ts'
import { addDays, dayIn, instant, millisOf, startOfDay } from '#server/clock.ts'
import type { Database, Db } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { bookRevenue } from '#server/features/products/machines/booking.ts'
import { settle } from '#server/features/rewards/settle.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { earningsWithin } from '#src/features/statistics/within.ts'
import { bareWorld, type BareWorld } from '#tests/support/bare-world.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { isOnCitus } from '#tests/support/citus-server.ts'
import { databases } from '#tests/support/databases.ts'
import { makeMachine, makeMember, makeUnits, type MadeMachine } from '#tests/support/people-and-machines.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { asPostedBefore } from '#tests/support/old-income.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Ahead of UTC and behind it, in quarters of an hour, on days on which some of their clocks change. */
const zones = [
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Asia/Kathmandu',
  'Asia/Jakarta',
  'Europe/Berlin',
  'UTC',
  'America/St_Johns',
  'America/Havana',
  'Pacific/Marquesas',
  'Pacific/Pago_Pago',
  // What a client could name and nobody knows.
  'Mars/Olympus',
]
/** Berlin's and Havana's clocks change on 25 October and 1 November 2026. */
const begun = '2026-10-20T03:10:00.000Z'

describe.each(databases)('Statistics on $name', ({ open }) => {
  let database: Database
  let world: BareWorld
  const clock = new ManualClock(begun)
  const members = new Map<string, string>()
  let car: MadeMachine
  let pile: MadeMachine
  let runs = 0

  const heard = async <C extends Call>(call: C, memberId: string, args: ArgsInput<C>) =>
    (await world.call(call.path, { method: call.method, args, token: await world.tokenOf(memberId) })).body
  const ask = async <C extends Call>(call: C, memberId: string, args: ArgsInput<C>): Promise<Answer<C>> => {
    const body = await heard(call, memberId, args)
    expect([call.path, body.errno, body.errmsg]).toEqual([call.path, 0, ''])
    return body.data as Answer<C>
  }

  /** The sum of the member's bills of income of some days, as their list of bills shows them. */
  async function billed(memberId: string, span: object, type: 'income' | 'vehicle' | 'pile' = 'income') {
    let sum = 0
    for (let after: string | undefined, n = 0; n < 100; n += 1) {
      const page = await ask(streamList, memberId, { ...span, type, limit: 100, ...(after && { after }) })
      sum += page.items.reduce((all, it) => all + it.amount, 0)
      after = page.next
      if (after === undefined) break
    }
    return sum
  }

  /** A run of a machine that ended now and took `length`. */
  const run = (machine: MadeMachine, amount: number, length = 20 * minute) =>
    database.inTransaction((db) =>
      bookRevenue(
        db,
        {
          source: 'test',
          externalId: String((runs += 1)),
          deviceNumber: machine.deviceNumber,
          kind: machine === car ? 'trip' : 'session',
          ...(machine === car ? { distanceM: 1500 } : { energyWh: 2500 }),
          amount,
          currency: 'USD',
          startedAt: instant(clock.now() - length),
          endedAt: instant(clock),
        },
        clock,
      ),
    )

  beforeAll(async () => {
    database = await open()
    world = await bareWorld(database, clock)
    car = await makeMachine(database.kysely, { unitsTotal: 60, memberShareBp: 10_000 })
    pile = await makeMachine(database.kysely, { kind: 'pile', unitsTotal: 60, memberShareBp: 9000 })
    const term = { activeFrom: begun, expiresAt: instant(millisOf(begun) + 12 * day + 5 * hour + 7 * minute) }
    for (const zone of zones) {
      const memberId = await makeMember(database.kysely, { timeZone: zone })
      members.set(zone, memberId)
      await makeUnits(database.kysely, { memberId, machine: car, count: 2, settlementType: 2, ...term })
      await makeUnits(database.kysely, { memberId, machine: pile, count: 1, settlementType: 0, ...term })
    }
    // Two weeks of runs at odd times; every hour is settled a few minutes after it, in fours.
    for (let n = 0; clock.now() < millisOf(begun) + 14 * day; n += 1) {
      clock.advance(95 * minute)
      await run(n % 3 === 0 ? pile : car, 977 + n * 31)
      clock.advance(145 * minute)
      await settle({ database, clock })
    }
  }, 120_000)
  afterAll(() => database.close())

  const anyDays = fc
    .tuple(fc.integer({ min: -3, max: 15 }), fc.integer({ min: 0, max: 17 }))
    .map(([first, length]) => ({ from: addDays('2026-10-20', first), to: addDays('2026-10-20', first + length) }))

  test('the sum of any span equals the bills of that span, in every zone and over changes of the clocks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...zones), anyDays, async (zone, days) => {
        const memberId = members.get(zone) as string
        const stats = await ask(earningsStats, memberId, days)
        expect([zone, stats.total]).toEqual([zone, await billed(memberId, days)])
        expect(stats.days.reduce((sum, it) => sum + it.amount, 0)).toBe(stats.total)
        expect(stats.products.reduce((sum, it) => sum + it.amount, 0)).toBe(stats.total)
        expect(stats.days).toHaveLength(
          (millisOf(`${days.to}T00:00:00Z`) - millisOf(`${days.from}T00:00:00Z`)) / day + 1,
        )
        for (const it of stats.products) expect(it.amounts.reduce((sum, amount) => sum + amount, 0)).toBe(it.amount)
      }),
      { numRuns: 25 },
    )
  })

  test('so does each day, each kind of machine, and the span before', async () => {
    for (const zone of ['Pacific/Chatham', 'America/Havana', 'Europe/Berlin']) {
      const memberId = members.get(zone) as string
      const days = { from: '2026-10-23', to: '2026-11-02' }
      const stats = await ask(earningsStats, memberId, days)
      expect(stats.total).toBeGreaterThan(0)
      for (const it of stats.days) {
        const only = { from: it.day, to: it.day }
        expect([zone, it.day, it.amount]).toEqual([zone, it.day, await billed(memberId, only)])
      }
      for (const kind of ['vehicle', 'pile'] as const)
        expect((await ask(earningsStats, memberId, { ...days, kind })).total).toBe(await billed(memberId, days, kind))
      expect(stats.totalBefore).toBe(await billed(memberId, { from: '2026-10-12', to: '2026-10-22' }))
    }
  })

  test("named spans are those of the member's days, as for bills", async () => {
    const memberId = members.get('Pacific/Kiritimati') as string
    for (const range of ['today', 'yesterday', 'last 7 days', 'last 30 days'] as const)
      expect([range, (await ask(earningsStats, memberId, { range })).total]).toEqual([
        range,
        await billed(memberId, { range }),
      ])
    const today = dayIn('Pacific/Kiritimati', clock.now())
    expect(await ask(earningsStats, memberId, { range: 'yesterday' })).toMatchObject({
      from: addDays(today, -1),
      to: addDays(today, -1),
      today,
    })
  })

  test('the first day of owning is a day of the member, that of the kind and product asked for', async () => {
    const memberId = await makeMember(database.kysely, { timeZone: 'Pacific/Kiritimati' })
    expect(await ask(earningsStats, memberId, {})).toMatchObject({ firstOwnedOn: null })
    const owns = (machine: MadeMachine, activeFrom: string) =>
      makeUnits(database.kysely, {
        memberId,
        machine,
        count: 1,
        settlementType: 0,
        activeFrom,
        expiresAt: '2026-11-01T00:00:00.000Z',
      })
    // 14 hours ahead of UTC: half past midnight on the 29th.
    await owns(pile, '2026-10-28T10:30:00.000Z')
    await owns(car, '2026-10-30T03:00:00.000Z')
    const on = async (of: object) => (await ask(earningsStats, memberId, of)).firstOwnedOn
    expect(await on({})).toBe('2026-10-29')
    expect(await on({ kind: 'vehicle' })).toBe('2026-10-30')
    expect(await on({ productId: pile.productId })).toBe('2026-10-29')
    for (const it of (await ask(earningsStats, members.get('UTC') as string, {})).products)
      expect(it.firstOwnedOn).toBe('2026-10-20')
  })

  test('units bought together were paid the same, and all of them what their product was', async () => {
    const memberId = members.get('Asia/Kathmandu') as string
    const days = { from: '2026-10-21', to: '2026-10-30' }
    const stats = await ask(earningsStats, memberId, { ...days, productId: car.productId })
    expect(stats.products.map((it) => it.productId)).toEqual([car.productId])
    expect(stats.bought).toHaveLength(1)
    expect(stats.bought?.[0]).toMatchObject({ units: 2 })
    expect((stats.bought?.[0]?.perUnit ?? 0) * 2).toBe(stats.total)
    expect((await ask(earningsStats, memberId, days)).bought).toBeUndefined()
  })

  test('what the device computes from a stored answer is what the server answers', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('Pacific/Chatham', 'America/Havana'),
        anyDays,
        fc.constantFrom(undefined, 'vehicle' as const, 'pile' as const),
        async (zone, { from, to }, kind) => {
          const memberId = members.get(zone) as string
          const known = await ask(earningsStats, memberId, {})
          const computed = earningsWithin(known, { from, to }, { kind })
          const isInside = known.from <= from && to <= known.to
          expect(computed !== undefined).toBe(isInside)
          if (!computed) return
          const answered = await ask(earningsStats, memberId, { from, to, ...(kind && { kind }) })
          const length = (millisOf(`${to}T00:00:00Z`) - millisOf(`${from}T00:00:00Z`)) / day + 1
          const isBeforeKnown = addDays(from, -length) >= known.from
          expect(computed).toEqual({ ...answered, totalBefore: isBeforeKnown ? answered.totalBefore : null })
        },
      ),
      { numRuns: 25 },
    )
  })

  test('trips and sessions count on the day they ended, once whatever the units, with energy and distance', async () => {
    const zone = 'America/St_Johns'
    const memberId = members.get(zone) as string
    const days = { from: '2026-10-20', to: '2026-11-03' }
    const { points } = await ask(sessionLine, memberId, days)
    expect(points.map((it) => it.day)).toEqual(Array.from({ length: 15 }, (_, n) => addDays('2026-10-20', n)))
    for (const point of points) {
      const { rows } = await sql<Omit<(typeof points)[number], 'day' | 'perUnit'>>`
        select count(*) as sessions, coalesce(sum(amount), 0)::bigint as revenue,
          coalesce(sum(energy_wh), 0)::bigint as energy_wh, coalesce(sum(distance_m), 0)::bigint as distance_m
        from revenue where ended_at >= ${instant(startOfDay(zone, point.day))}
          and ended_at < ${instant(startOfDay(zone, addDays(point.day, 1)))}
          and ended_at < (select max(expires_at) from unit)`.execute(database.kysely)
      expect(point).toMatchObject({ day: point.day, ...rows[0] })
    }
    const one = await ask(sessionLine, memberId, { ...days, kind: 'pile' })
    expect(one.points.reduce((sum, it) => sum + it.distanceM, 0)).toBe(0)
    expect(one.points.reduce((sum, it) => sum + it.energyWh, 0)).toBeGreaterThan(0)
    const { unitId } = await database.kysely
      .selectFrom('unit')
      .select('id as unitId')
      .where('memberId', '=', memberId)
      .where('machineId', '=', pile.id)
      .executeTakeFirstOrThrow()
    expect((await ask(sessionLine, memberId, { ...days, unitId })).points).toEqual(one.points)
  })

  test("a stranger's unit and product show nothing", async () => {
    const { memberId } = await world.member()
    const { unitId } = await database.kysely.selectFrom('unit').select('id as unitId').executeTakeFirstOrThrow()
    const line = await ask(sessionLine, memberId, { from: '2026-10-20', to: '2026-11-03', unitId })
    expect(line.points.every((it) => it.sessions === 0)).toBe(true)
    expect(line.use.flat().every((it) => it === null)).toBe(true)
    const stats = await ask(earningsStats, memberId, { range: 'last 30 days', productId: car.productId })
    expect(stats).toMatchObject({ total: 0, products: [], bought: [] })
  })

  test('refuses days that are turned around or too many', async () => {
    const memberId = members.get('UTC') as string
    const errno = async (args: object) => (await heard(earningsStats, memberId, args)).errno
    expect(await errno({ from: '2026-10-21', to: '2026-10-20' })).toBe(400)
    expect(await errno({ from: '2025-10-20', to: '2026-10-21' })).toBe(400)
    expect(await errno({ from: '2025-10-21', to: '2026-10-21' })).toBe(0)
    expect((await ask(earningsStats, memberId, { to: '2026-10-21' })).from).toBe('2026-10-21')
  })

  const kept = (db: Db = database.kysely) =>
    sql<{ row: string }>`select income_day::text as row from income_day order by 1`.execute(db)

  // Distributed tables aren't migrated from earlier ones.
  test.skipIf(isOnCitus)('the migration finds the days of bills that were there before it', async () => {
    const before = (await kept()).rows
    expect(before.length).toBeGreaterThan(zones.length * 10)
    await asPostedBefore(database, '2026-01-01')
    const file = readFileSync('server/db/migrations/114_income_days.sql', 'utf8')
    await asOwner(database, async (db) => {
      // Found before the view of the same name, into which nothing can be written.
      await sql`create temporary table income_day on commit drop as select * from income_day limit 0`.execute(db)
      await sql.raw(file.slice(file.indexOf('with zone as'))).execute(db)
      expect((await kept(db)).rows).toEqual(before)
    })
  })

  // Distributed tables aren't migrated from earlier ones.
  test.skipIf(isOnCitus)('the rows for each machine that were there before are carried over', async () => {
    const before = (await kept()).rows
    const file = readFileSync('server/db/migrations/207_income_of_day.sql', 'utf8')
    const carried = asOwner(database, async (db) => {
      await sql`alter table income_of_day rename to written`.execute(db)
      await sql`alter table written rename constraint income_of_day_pkey to written_pkey`.execute(db)
      await sql`alter view income_day rename to given`.execute(db)
      await sql`create table income_day as select * from given order by random()`.execute(db)
      await sql.raw(file.slice(0, file.indexOf('-- Pays'))).execute(db)
      expect((await kept(db)).rows).toEqual(before)
      throw new Error('undone')
    })
    await expect(carried).rejects.toThrow('undone')
  })

  test('the server may not move a member out of the time zone by which their days were added up', async () => {
    const change = (to: Updateable<Schema['member']>) =>
      database.kysely.updateTable('member').set(to).where('id', '=', members.get('UTC')!).execute()
    await expect(change({ timeZone: 'Asia/Tokyo' })).rejects.toMatchObject({ code: '42501' })
    await change({ language: 'en' })
  })

  test('the books of the members’ days are sound', async () => {
    expect(await reconcile(database.kysely)).toEqual([])
  })
})

describe.each(databases)('Use by hour and weekday on $name', ({ open }) => {
  let database: Database
  let world: BareWorld
  // A Monday, 06:00 in Kathmandu (5:45 ahead).
  const clock = new ManualClock('2026-06-01T00:15:00.000Z')

  beforeAll(async () => {
    database = await open()
    world = await bareWorld(database, clock)
  })
  afterAll(() => database.close())

  test('is time in use of the time there was, on the member’s clock', async () => {
    const memberId = await makeMember(database.kysely, { timeZone: 'Asia/Kathmandu' })
    const machine = await makeMachine(database.kysely, { unitsTotal: 4, memberShareBp: 10_000 })
    const idle = await makeMachine(database.kysely, {})
    const term = { activeFrom: instant(clock), expiresAt: instant(clock.now() + 30 * day) }
    await makeUnits(database.kysely, { memberId, machine, count: 3, ...term })
    await makeUnits(database.kysely, { memberId, machine: idle, count: 1, ...term })
    const ride = async (from: string, to: string) => {
      clock.advance(millisOf(to) - clock.now())
      await database.inTransaction((db) =>
        bookRevenue(
          db,
          {
            source: 'test',
            externalId: randomUUID(),
            deviceNumber: machine.deviceNumber,
            kind: 'trip',
            startedAt: from,
            endedAt: to,
            distanceM: 1,
            amount: 100,
            currency: 'USD',
          },
          clock,
        ),
      )
    }
    // 07:30 to 09:15 there on Monday; 23:30 to 00:30 from Monday to Tuesday.
    await ride('2026-06-01T01:45:00.000Z', '2026-06-01T03:30:00.000Z')
    await ride('2026-06-01T17:45:00.000Z', '2026-06-01T18:45:00.000Z')
    // Tuesday, 10:30 there.
    clock.advance(millisOf('2026-06-02T04:45:00.000Z') - clock.now())
    const use = async (span: object) => {
      const { body } = await world.call(sessionLine.path, {
        method: 'GET',
        args: span,
        token: await world.tokenOf(memberId),
      })
      return (body.data as Answer<typeof sessionLine>).use
    }
    const both = await use({ from: '2026-06-01', to: '2026-06-02' })
    const [monday, tuesday] = [both[1], both[2]]
    // Two machines: half an hour of one is a quarter of the time.
    expect(monday?.slice(6, 11)).toEqual([0, 2500, 5000, 1250, 0])
    expect([monday?.[23], tuesday?.[0], tuesday?.[1]]).toEqual([2500, 2500, 0])
    expect([tuesday?.[10], tuesday?.[11], both[3]?.[0]]).toEqual([0, null, null])
    expect((await use({ from: '2026-06-02', to: '2026-06-02' }))[1]).toEqual(Array.from({ length: 24 }, () => null))
    expect((await use({ from: '2026-06-01', to: '2026-06-01' }))[1]?.[23]).toBe(2500)
  })
})
