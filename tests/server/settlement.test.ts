import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/open.ts'
import { duePeriods, periodAt } from '#server/ledger/periods.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { settlePeriod } from '#server/ledger/settle.ts'
import { settle } from '#server/features/rewards/settle.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { hasWorkers } from '#tests/support/citus-server.ts'
import { databases } from '#tests/support/databases.ts'
import {
  balance,
  buy,
  makeMember,
  makeOffer,
  settleDue,
  topUp,
  trip,
  type Offered,
  cancelAsShown,
} from '#tests/support/ledger-world.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { moveMember } from '#tests/support/move-member.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

describe.each(databases)('Settlement on $name', ({ open }) => {
  let database: Database
  let clock: ManualClock
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await asOwner(database, async (db) => {
      await sql`truncate unit, settlement_line, settlement_run cascade`.execute(db)
      await sql`update machine_total set units_free = units_free + units_held, units_held = 0`.execute(db)
    })
    clock = new ManualClock('2026-11-20T08:00:00.000Z')
  })

  const member = async (timeZone = 'UTC') => {
    const id = await makeMember(database.kysely, clock)
    await moveMember(database.kysely, id, timeZone)
    await topUp(database, id, 100_000, id, clock)
    return id
  }
  const offer = (given: Parameters<typeof makeOffer>[2]): Promise<Offered> => makeOffer(database.kysely, clock, given)
  const earn = (machine: Offered, amount: number) =>
    trip(database, machine.deviceNumber, amount, crypto.randomUUID(), clock)
  // Lines are deleted between tests; their transfers can't be.
  const ofLines = ['income has its line', 'income came from its machine']
  const findings = async () => (await reconcile(database.kysely)).filter((it) => !ofLines.includes(it.check))
  const pending = (memberId: string) => balance(database, memberId, 'pending')

  test('pays each unit its share of its own machine, rounded down, once the day has ended', async () => {
    const [one, other] = [await member(), await member()]
    const [machine, idle] = [
      await offer({ settlementType: 0, unitsTotal: 7, memberShareBp: 8000 }),
      await offer({ settlementType: 0 }),
    ]
    await buy(database, one, machine.productId, 2, clock)
    await buy(database, other, machine.productId, 1, clock)
    await buy(database, other, idle.productId, 1, clock)
    await earn(machine, 1000)
    expect(await duePeriods(database.kysely, clock)).toEqual([])
    clock.advance(day)
    await settleDue(database, clock)
    // 80 % of 1000 over 7 units is 114.28…
    expect(await pending(one)).toBe(228)
    expect(await pending(other)).toBe(114)
    expect(await balance(database, machine.machineId, 'machine')).toBe(800 - 342)
    expect(await findings()).toEqual([])
  })

  test('keeps fractions for the unit: many small trips pay like one large', async () => {
    const id = await member()
    const machine = await offer({ settlementType: 2, unitsTotal: 3, memberShareBp: 10_000 })
    await buy(database, id, machine.productId, 1, clock)
    for (let hours = 0; hours < 9; hours += 1) {
      await earn(machine, 1)
      clock.advance(hour)
      await settleDue(database, clock)
    }
    expect(await pending(id)).toBe(3)
  })

  test('pays nothing for what the machine took in before the purchase', async () => {
    const id = await member()
    const machine = await offer({ settlementType: 0, unitsTotal: 2, memberShareBp: 10_000 })
    await earn(machine, 1000)
    await buy(database, id, machine.productId, 1, clock)
    await earn(machine, 50)
    clock.advance(day)
    await settleDue(database, clock)
    expect(await pending(id)).toBe(25)
  })

  test('pays what is booked late in the next period', async () => {
    const id = await member()
    const machine = await offer({ settlementType: 2, unitsTotal: 1, memberShareBp: 10_000 })
    await buy(database, id, machine.productId, 1, clock)
    clock.advance(hour)
    const late = earn(machine, 40)
    await late
    const [first] = await duePeriods(database.kysely, clock)
    if (!first) throw new Error('nothing was due')
    expect(first).toEqual({
      type: 'hourly',
      key: 'hourly/2026-11-20T08',
      start: '2026-11-20T08:00:00.000Z',
      end: '2026-11-20T09:00:00.000Z',
    })
    expect(await settlePeriod(database, first, clock)).toEqual({ lines: 0, amount: 0 })
    clock.advance(hour)
    expect(await settleDue(database, clock)).toBe(40)
  })

  test.each([{ settlementType: 0 }, { settlementType: 1 }, { settlementType: 2 }] as const)(
    'pays what is due up to its expiry and ends the unit (type $settlementType)',
    async ({ settlementType }) => {
      const id = await member()
      const machine = await offer({ settlementType, unitsTotal: 1, memberShareBp: 10_000, validityDays: 1 })
      clock.advance(30 * minute)
      await buy(database, id, machine.productId, 1, clock)
      clock.advance(day - 1)
      await earn(machine, 100)
      clock.advance(1)
      // Booked after the unit's expiry, so not the unit's.
      await earn(machine, 900)
      clock.advance(2 * hour)
      await settleDue(database, clock)
      expect(await pending(id)).toBe(100)
      expect(await database.kysely.selectFrom('unit').select(['status', 'settledThrough']).execute()).toEqual([
        { status: 'expired', settledThrough: '2026-11-21T08:30:00.000Z' },
      ])
      await earn(machine, 70)
      clock.advance(3 * day)
      expect(await settleDue(database, clock)).toBe(0)
      expect(await findings()).toEqual([])
    },
  )

  test('tells what units earned until their term ended apart from what others earned that day', async () => {
    const id = await member()
    const wholeTerm = await offer({ settlementType: 1, unitsTotal: 1, memberShareBp: 10_000, validityDays: 2 })
    const daily = await offer({ settlementType: 0, unitsTotal: 1, memberShareBp: 10_000 })
    for (const { productId } of [wholeTerm, daily]) await buy(database, id, productId, 1, clock)
    for (let days = 0; days < 2; days += 1) {
      clock.advance(hour)
      await earn(wholeTerm, 500)
      await earn(daily, 30)
      clock.advance(day - hour)
    }
    clock.advance(2 * hour)
    await settle({ database, clock })
    const told = await database.kysely
      .selectFrom('message')
      .select('params')
      .where('memberId', '=', id)
      .where('kind', '=', 'income_settled')
      .orderBy('ref')
      .execute()
    const paid = { paidOn: '2026-11-22', currency: 'USD' }
    expect(told.map((it) => it.params)).toEqual([
      { ...paid, day: '2026-11-22', amount: 1000, hasEnded: true },
      // Two days' income, paid on one.
      { ...paid, day: '2026-11-20', amount: 60, hasEnded: false },
    ])
  })

  test("names the member's day of the payment, as the statistics do", async () => {
    const inJakarta = await member('Asia/Jakarta')
    const inUtc = await member('UTC')
    const hourly = await offer({ settlementType: 2, unitsTotal: 2, memberShareBp: 10_000 })
    for (const id of [inJakarta, inUtc]) await buy(database, id, hourly.productId, 1, clock)
    // From 08:00 in UTC to 18:30, which is on the next day in Jakarta.
    clock.advance(10.5 * hour)
    await earn(hourly, 100)
    clock.advance(hour)
    await settle({ database, clock })
    const dayOf = async (id: string) => {
      const { rows } = await sql<{ told: string; counted: string }>`
        select params ->> 'paidOn' as told, income_day.day::text as counted
        from message join income_day using (member_id) where kind = 'income_settled' and member_id = ${id}`.execute(
        database.kysely,
      )
      return rows.map((it) => [it.told, it.counted])
    }
    const [today, tomorrow] = ['2026-11-20', '2026-11-21']
    expect(await dayOf(inUtc)).toEqual([[today, today]])
    expect(await dayOf(inJakarta)).toEqual([[tomorrow, tomorrow]])
  })

  test('waits with an expiry until its last moment is surely booked', async () => {
    const id = await member()
    const machine = await offer({ settlementType: 1, unitsTotal: 1, validityDays: 1 })
    await buy(database, id, machine.productId, 1, clock)
    clock.advance(day + 30_000)
    expect(await duePeriods(database.kysely, clock)).toEqual([])
    clock.advance(30_000)
    expect((await duePeriods(database.kysely, clock)).map(({ key }) => key)).toEqual(['expiry/2026-11-21T07'])
  })

  test('catches up period by period after a standstill', async () => {
    const id = await member()
    const machine = await offer({ settlementType: 2, unitsTotal: 1, memberShareBp: 10_000 })
    await buy(database, id, machine.productId, 1, clock)
    for (const amount of [10, 20, 30]) {
      await earn(machine, amount)
      clock.advance(hour)
    }
    expect((await duePeriods(database.kysely, clock)).map(({ key }) => key)).toEqual([
      'hourly/2026-11-20T08',
      'hourly/2026-11-20T09',
      'hourly/2026-11-20T10',
    ])
    await settleDue(database, clock)
    const lines = await database.kysely
      .selectFrom('settlementLine')
      .select(['period', 'amount'])
      .orderBy('period')
      .execute()
    expect(lines.map(({ amount }) => amount)).toEqual([10, 20, 30])
    expect(await duePeriods(database.kysely, clock)).toEqual([])
  })

  test('leaves a cancelled unit alone', async () => {
    const id = await member()
    const machine = await offer({ settlementType: 0, unitsTotal: 3, memberShareBp: 10_000 })
    const orderId = await buy(database, id, machine.productId, 2, clock)
    await buy(database, id, machine.productId, 1, clock)
    await earn(machine, 300)
    await cancelAsShown(database, { memberId: id, orderId }, clock)
    clock.advance(day)
    expect(await settleDue(database, clock)).toBe(100)
    expect(await pending(id)).toBe(100)
  })

  test('pays once however often, at once or after a crash between chunks it runs', async () => {
    const members = [await member(), await member(), await member(), await member()]
    const machine = await offer({ settlementType: 0, unitsTotal: 4, memberShareBp: 10_000 })
    for (const id of members) await buy(database, id, machine.productId, 1, clock)
    await earn(machine, 400)
    const period = periodAt('daily', clock.now())
    clock.advance(day)

    let chunks = 0
    const crash = settlePeriod(database, period, clock, () => {
      chunks += 1
      return chunks === 3 ? Promise.reject(new Error('power cut')) : Promise.resolve()
    })
    await expect(crash).rejects.toThrow('power cut')
    // Chunks before are committed, the third is rolled back, and those after are at most under way.
    const paid = await Promise.all(members.map(pending))
    expect(paid).toContain(100)
    expect(paid).toContain(0)
    expect(await duePeriods(database.kysely, clock)).toEqual([period])
    expect(await findings()).toEqual([])

    const settled = await Promise.all([1, 2, 3].map(() => settlePeriod(database, period, clock)))
    expect(settled.reduce((sum, { lines }) => sum + lines, 0)).toBe(paid.filter((it) => it === 0).length)
    expect(await Promise.all(members.map(pending))).toEqual([100, 100, 100, 100])
    expect(await settlePeriod(database, period, clock)).toEqual({ lines: 0, amount: 0 })
    // Even without the markers and with wrong units, the settlement lines prevent a second payment.
    await asOwner(database, (db) => sql`delete from settlement_run`.execute(db))
    await sql`update unit set paid = 0`.execute(database.kysely)
    // What another node says of rows that are copied there, Citus says without its code.
    await expect(settlePeriod(database, period, clock)).rejects.toMatchObject(
      hasWorkers ? { message: expect.stringContaining('duplicate key') as string } : { code: '23505' },
    )
    await sql`update unit set paid = 100`.execute(database.kysely)
    expect(await findings()).toEqual([])
  })

  test('announces what it paid with the payment or not at all', async () => {
    const id = await member()
    const machine = await offer({ settlementType: 0, unitsTotal: 1, memberShareBp: 10_000 })
    await buy(database, id, machine.productId, 1, clock)
    await earn(machine, 100)
    const period = periodAt('daily', clock.now())
    clock.advance(day)
    const told: { unitId: string; amount: number }[] = []
    await settlePeriod(database, period, clock, async (db, chunk) => {
      told.push(
        ...(await db
          .selectFrom('settlementLine')
          .select(['unitId', 'amount'])
          .where('period', '=', chunk.period.key)
          .where('memberId', 'in', (units) =>
            units
              .selectFrom('unit')
              .select('memberId')
              .where('pendingAccountId', '>=', chunk.from)
              .where('pendingAccountId', '<', chunk.to),
          )
          .execute()),
      )
    })
    const units = await database.kysely.selectFrom('unit').select('id').execute()
    expect(told).toEqual([{ unitId: units[0]?.id, amount: 100 }])
  })
})
