import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UnitCard } from '#protocol/products.ts'
import type { Database } from '#server/db/open.ts'
import { zoneOf } from '#server/db/member-zone.ts'
import { earnedSoFar } from '#server/features/products/earned-so-far.ts'
import { sessionsPage, sessionsTotal, spanOf } from '#server/features/products/sessions.ts'
import { unitsPage, unitsTotal } from '#server/features/products/units.ts'
import { nextSettlementAt } from '#server/features/products/unit-rules.ts'
import { claimIncome } from '#server/features/rewards/claim.ts'
import { billsPage } from '#server/features/wallet/bills/bills.ts'
import { duePeriods } from '#server/ledger/periods.ts'
import { settlePeriod } from '#server/ledger/settle.ts'
import { walletsOf } from '#server/ledger/wallets.ts'
import { databases } from '#tests/support/databases.ts'
import { cancelAsShown } from '#tests/support/ledger-world.ts'
import { shopOn } from '#tests/support/shop.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const hour = 3_600_000
const day = 24 * hour
const amountsOf = (unit: UnitCard | undefined) => unit?.earnedByDay?.map((it) => it.amount) ?? []
const sum = (amounts: readonly number[]) => amounts.reduce((total, it) => total + it, 0)

describe.each(databases)('units on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-01T20:30:00.000Z')
  let database: Database
  let shop: ReturnType<typeof shopOn>
  beforeAll(async () => {
    database = await open()
    shop = shopOn(database, clock)
  })
  afterAll(() => database.close())

  const units = async (memberId: string, status?: 'active' | 'expired' | 'cancelled') =>
    (await unitsPage(database.kysely, { memberId, status, limit: 50 }, clock)).items
  const everyDayOf = async (memberId: string, { id }: UnitCard) =>
    await earnedSoFar(
      database.kysely,
      {
        memberId,
        unitId: id,
        zone: await zoneOf(database.kysely, memberId),
        span: await spanOf(database.kysely, memberId, id),
      },
      clock,
    )
  const settle = async () => {
    for (const period of await duePeriods(database.kysely, clock)) await settlePeriod(database, period, clock)
  }

  test('what a unit earned is in one of three places, and its days show all of it where the member lives', async () => {
    const daily = await shop.offer({ settlementType: 0, validityDays: 60 }, { unitsTotal: 10, memberShareBp: 5000 })
    const hourly = await shop.offer({ settlementType: 2, validityDays: 60 }, { unitsTotal: 3, memberShareBp: 5000 })
    const member = await shop.member(10_000)
    await shop.earn(daily, 8888)
    await shop.buy(member, daily.productId, 2)
    await shop.buy(member, hourly.productId)
    for (let n = 1; n <= 40; n += 1) {
      clock.advance(7 * hour)
      await shop.earn(daily, 97 * n)
      await shop.earn(hourly, 31 * n)
      if (n % 8 === 0) await settle()
      if (n === 20) await database.inTransaction((db) => claimIncome(db, { memberId: member, unitId: null }, clock))
    }
    const found = await units(member)
    expect(found).toHaveLength(3)
    for (const unit of found) {
      const soFar = await everyDayOf(member, unit)
      const machine = await database.kysely
        .selectFrom('machine')
        .innerJoin('machineTotal', 'machineId', 'machine.id')
        .select(['shareTotal', 'unitsTotal'])
        .where('id', '=', unit.machineId)
        .executeTakeFirstOrThrow()
      const { shareBefore } = await database.kysely
        .selectFrom('unit')
        .select('shareBefore')
        .where('id', '=', unit.id)
        .executeTakeFirstOrThrow()
      const earned = Math.floor((machine.shareTotal - shareBefore) / machine.unitsTotal)
      expect(earned).toBeGreaterThan(0)
      expect(unit.pending + unit.claimed + unit.accruing).toBe(earned)
      expect(unit.claimed).toBeGreaterThan(0)
      expect(unit.earnedByDay).toHaveLength(30)
      expect(sum(amountsOf(unit))).toBe(earned)
      // It was bought at 03:30 on 2 November where the member lives; now it is 19:30 on the 13th.
      expect(soFar).toEqual({ from: '2026-11-02', amounts: amountsOf(unit).slice(-12) })
      expect(sum(soFar.amounts)).toBe(earned)
      expect(unit.sparkline, 'what earlier builds read').toEqual(amountsOf(unit))
      expect(unit.drawStatus).toBe(0)
    }
    const total = await unitsTotal(database.kysely, member, clock)
    expect(total).toMatchObject({
      units: 3,
      activeUnits: 3,
      invested: 3000,
      earnedSinceSettlement: sum(found.map((it) => it.accruing)),
      settled: sum(found.map((it) => it.pending + it.claimed)),
    })
    expect(total.earnedToday).toBe(sum(found.map((it) => amountsOf(it).at(-1) ?? 0)))
    expect((await walletsOf(database.kysely, member)).pending).toBe(sum(found.map((it) => it.pending)))
  })

  test('a day of earnings is a day where the member lives', async () => {
    const here = new ManualClock('2026-12-01T16:50:00.000Z')
    const there = shopOn(database, here)
    const machine = await there.offer({ validityDays: 30 }, { unitsTotal: 1, memberShareBp: 10_000 })
    const member = await there.member(1000)
    await there.buy(member, machine.productId)
    here.advance(5 * 60_000)
    await there.earn(machine, 500)
    // Five minutes later it is midnight in Jakarta.
    here.advance(6 * 60_000)
    await there.earn(machine, 70)
    const [unit] = (await unitsPage(database.kysely, { memberId: member, limit: 1 }, here)).items
    expect(unit?.earnedByDay?.slice(-3)).toEqual([
      { day: '2026-11-30', amount: 0 },
      { day: '2026-12-01', amount: 500 },
      { day: '2026-12-02', amount: 70 },
    ])
    expect((await unitsTotal(database.kysely, member, here)).earnedToday).toBe(70)
  })

  test('an expired unit has earned until it expired and not a minor unit more', async () => {
    const machine = await shop.offer({ settlementType: 1, validityDays: 2 }, { unitsTotal: 1, memberShareBp: 10_000 })
    const member = await shop.member(1000)
    await shop.buy(member, machine.productId)
    clock.advance(day)
    await shop.earn(machine, 400)
    expect(await units(member)).toMatchObject([{ status: 'active', pending: 0, accruing: 400 }])
    clock.advance(day)
    await shop.earn(machine, 9000)
    expect(await units(member)).toMatchObject([{ status: 'active', pending: 0, accruing: 400 }])
    clock.advance(2 * hour)
    await settle()
    expect(await units(member, 'active')).toEqual([])
    const [unit] = await units(member, 'expired')
    expect(unit).toMatchObject({ status: 'expired', pending: 400, claimed: 0, accruing: 0, nextSettlementAt: null })
    expect(sum(amountsOf(unit))).toBe(400)
    if (!unit) throw new Error('no unit')
    expect((await everyDayOf(member, unit)).amounts, 'a term of two days touches three').toEqual([0, 400, 0])
    // Its place in the machine is free again, and counted once.
    const next = await shop.member(2000)
    await shop.buy(next, machine.productId)
    expect(await units(next)).toMatchObject([{ status: 'active', pending: 0, accruing: 0 }])
    await settle()
    await expect(shop.buy(next, machine.productId)).rejects.toMatchObject({ code: 'stock_gone' })
  })

  test('a cancelled unit keeps what was settled and no more', async () => {
    const machine = await shop.offer(
      { settlementType: 2, cancellationHours: 48, validityDays: 30 },
      { unitsTotal: 1, memberShareBp: 10_000 },
    )
    const member = await shop.member(1000)
    const orderId = await shop.buy(member, machine.productId)
    clock.advance(10 * 60_000)
    await shop.earn(machine, 250)
    clock.advance(hour)
    await settle()
    await shop.earn(machine, 111)
    await cancelAsShown(database, { memberId: member, orderId }, clock)
    clock.advance(2 * hour)
    await settle()
    const [unit] = await units(member)
    expect(unit).toMatchObject({ status: 'cancelled', pending: 250, claimed: 0, accruing: 0, drawStatus: 0 })
    expect(sum(amountsOf(unit))).toBe(250)
    if (!unit) throw new Error('no unit')
    expect((await everyDayOf(member, unit)).amounts).toEqual([250])
    // Nor does its page list what came after the last settlement.
    const span = await spanOf(database.kysely, member, unit.id)
    const { items } = await sessionsPage(database.kysely, span, { limit: 10 })
    expect(items.map((it) => it.perUnit)).toEqual([250])
    expect(await sessionsTotal(database.kysely, span)).toMatchObject({ sessions: 1, revenue: 250, perUnit: 250 })
    await database.inTransaction((db) => claimIncome(db, { memberId: member, unitId: unit?.id ?? null }, clock))
    expect(await units(member)).toMatchObject([{ pending: 0, claimed: 250, drawStatus: 2 }])
  })

  test('pages have each unit once', async () => {
    const machine = await shop.offer({}, { unitsTotal: 20 })
    const member = await shop.member(20_000)
    for (let n = 0; n < 3; n += 1) {
      await shop.buy(member, machine.productId, 4)
      clock.advance(1)
    }
    const everything = (await database.kysely.selectFrom('unit').select('id').where('memberId', '=', member).execute())
      .map((it) => it.id)
      .toSorted()
    for (const limit of [1, 3, 4, 5, 12]) {
      const seen: string[] = []
      for (let after: string | undefined; ;) {
        const page = await unitsPage(database.kysely, { memberId: member, limit, after }, clock)
        seen.push(...page.items.map((it) => it.id))
        if (page.next === undefined) break
        after = page.next
      }
      expect(seen.toSorted()).toEqual(everything)
    }
  })

  test('what earns comes first, and the units of one machine side by side, page by page', async () => {
    const [early, late, over] = [
      await shop.offer({}, { unitsTotal: 20 }),
      await shop.offer({}, { unitsTotal: 20 }),
      await shop.offer({ cancellationHours: 48 }, { unitsTotal: 20 }),
    ]
    const member = await shop.member(20_000)
    await shop.buy(member, early.productId)
    clock.advance(1000)
    await shop.buy(member, late.productId, 2)
    clock.advance(1000)
    const cancelled = await shop.buy(member, over.productId)
    await cancelAsShown(database, { memberId: member, orderId: cancelled }, clock)
    clock.advance(1000)
    await shop.buy(member, early.productId)
    const wanted = [early, early, late, late, over].map((it) => it.id)
    for (const limit of [1, 2, 3, 50]) {
      const seen: string[] = []
      for (let after: string | undefined, first = true; first || after !== undefined; first = false) {
        const page = await unitsPage(database.kysely, { memberId: member, limit, after }, clock)
        seen.push(...page.items.map((it) => it.machineId))
        after = page.next
      }
      expect(seen).toEqual(wanted)
    }
  })

  test('machines are counted and listed once, however many units of each there are', async () => {
    const [idle, early, late, over] = [
      await shop.offer({}, { unitsTotal: 20 }),
      await shop.offer({}, { unitsTotal: 20 }),
      await shop.offer(),
      await shop.offer({ cancellationHours: 48 }),
    ]
    const member = await shop.member(20_000)
    for (const it of [early, late, early, idle, idle, over]) {
      const orderId = await shop.buy(member, it.productId)
      if (it === over) await cancelAsShown(database, { memberId: member, orderId }, clock)
      clock.advance(1000)
    }
    await database.kysely
      .updateTable('machine')
      .set({ serviceState: 'in service' })
      .where('id', 'in', [early.id, late.id])
      .execute()
    expect(await unitsTotal(database.kysely, member, clock)).toMatchObject({
      units: 6,
      activeUnits: 5,
      activeMachines: 3,
      runningMachines: 2,
    })
    const all = await units(member)
    const oldest = [idle, early, late, over].map((machine) => all.findLast((it) => it.machineId === machine.id))
    for (const [status, wanted] of [[undefined, oldest] as const, ['active', oldest.slice(0, 3)] as const])
      for (const limit of [1, 2, 50]) {
        const seen: UnitCard[] = []
        for (let after: string | undefined, first = true; first || after !== undefined; first = false) {
          const page = await unitsPage(
            database.kysely,
            { memberId: member, status, onePerMachine: true, limit, after },
            clock,
          )
          seen.push(...page.items)
          after = page.next
        }
        expect(seen).toEqual(wanted)
      }
  })

  test('bills of all wallets together: every page once, both sides of a claim, and each wallet adds up to its balance', async () => {
    const machine = await shop.offer(
      { settlementType: 2, giftPoints: 3, cancellationHours: 48, validityDays: 30 },
      { unitsTotal: 2, memberShareBp: 10_000 },
    )
    const member = await shop.member(5000)
    const orderId = await shop.buy(member, machine.productId)
    await shop.buy(member, machine.productId)
    for (let n = 1; n <= 4; n += 1) {
      clock.advance(10 * 60_000)
      await shop.earn(machine, 100 * n)
      clock.advance(hour)
      await settle()
      await database.inTransaction((db) => claimIncome(db, { memberId: member, unitId: null }, clock))
    }
    await cancelAsShown(database, { memberId: member, orderId }, clock)
    const every = 'every kind'
    const read = async (limit: number) => {
      const seen = []
      for (let after: string | undefined; ;) {
        const page = await billsPage(
          database.kysely,
          { memberId: member, limit, after, of: { recharge: every, income: every, pending: every, gold: every } },
          clock,
        )
        seen.push(...page.items)
        if (page.next === undefined) return seen
        after = page.next
      }
    }
    const whole = await read(100)
    expect(new Set(whole.map((it) => it.id)).size).toBe(whole.length)
    for (const limit of [1, 2, 3, 5, 7]) expect(await read(limit)).toEqual(whole)
    const wallets = await walletsOf(database.kysely, member)
    for (const wallet of ['recharge', 'income', 'pending', 'gold'] as const) {
      expect([wallet, sum(whole.filter((it) => it.wallet === wallet).map((it) => it.amount))]).toEqual([
        wallet,
        wallets[wallet],
      ])
    }
    const name = `Product ${machine.deviceNumber}`
    expect(whole.filter((it) => it.kind === 'income').map((it) => [it.units, it.subject])).toEqual(
      Array.from({ length: 4 }, () => [2, null]),
    )
    expect(whole.find((it) => it.kind === 'refund')).toMatchObject({
      wallet: 'recharge',
      // What was paid for it, less the income that stays the member's.
      amount: 500,
      subject: name,
      orderId,
    })
    expect(whole.filter((it) => it.kind === 'income_claim').map((it) => it.wallet)).toEqual([
      'income',
      'pending',
      'income',
      'pending',
      'income',
      'pending',
      'income',
      'pending',
    ])
  })
})

test('a unit is next settled at the end of its day or hour, at the latest when it expires', () => {
  const now = Date.UTC(2026, 10, 20, 6, 30)
  const unit = { status: 'active', expiresAt: '2026-12-20T06:10:00.000Z' }
  expect(nextSettlementAt({ ...unit, settlementType: 0 }, now)).toBe('2026-11-21T00:00:00.000Z')
  expect(nextSettlementAt({ ...unit, settlementType: 2 }, now)).toBe('2026-11-20T07:00:00.000Z')
  expect(nextSettlementAt({ ...unit, settlementType: 1 }, now)).toBe('2026-12-20T07:00:00.000Z')
  expect(nextSettlementAt({ ...unit, settlementType: 0, expiresAt: '2026-11-20T08:00:00.000Z' }, now)).toBe(
    '2026-11-20T08:00:00.000Z',
  )
  expect(nextSettlementAt({ ...unit, settlementType: 0, status: 'cancelled' }, now)).toBeNull()
})
