import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UnitShare } from '#protocol/products.ts'
import type { Database } from '#server/db/open.ts'
import { sharesPage } from '#server/features/products/shares.ts'
import { unitsPage } from '#server/features/products/units.ts'
import { claimIncome } from '#server/features/rewards/claim.ts'
import { duePeriods } from '#server/ledger/periods.ts'
import { settlePeriod } from '#server/ledger/settle.ts'
import { databases } from '#tests/support/databases.ts'
import { cancelAsShown } from '#tests/support/ledger-world.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { shopOn } from '#tests/support/shop.ts'

const hour = 3_600_000
const day = 24 * hour

describe.each(databases)('settlements of a unit on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-01T10:30:00.000Z')
  let database: Database
  let shop: ReturnType<typeof shopOn>
  beforeAll(async () => {
    database = await open()
    shop = shopOn(database, clock)
  })
  afterAll(() => database.close())

  const settle = async () => {
    for (const period of await duePeriods(database.kysely, clock)) await settlePeriod(database, period, clock)
  }
  const unitOf = async (memberId: string) => {
    const [unit] = (await unitsPage(database.kysely, { memberId, limit: 1 }, clock)).items
    if (!unit) throw new Error('no unit')
    return unit
  }
  const sharesOf = async (memberId: string, limit = 100): Promise<UnitShare[]> => {
    const { id: unitId } = await unitOf(memberId)
    const seen: UnitShare[] = []
    for (let after: string | undefined; ;) {
      const page = await sharesPage(database.kysely, { memberId, unitId, limit, after }, clock)
      expect(page.items.length).toBeLessThanOrEqual(limit)
      seen.push(...page.items)
      if (page.next === undefined) return seen
      after = page.next
    }
  }
  const inShort = ({ period, status, machineRevenue, amount }: UnitShare) => [period, status, machineRevenue, amount]

  test('each period once, with its state and what the machine took in, on pages of any size', async () => {
    const machine = await shop.offer({ settlementType: 0, validityDays: 90 }, { unitsTotal: 2, memberShareBp: 5000 })
    const member = await shop.member(1000)
    await shop.earn(machine, 7777)
    clock.advance(1000)
    await shop.buy(member, machine.productId)
    for (let n = 1; n <= 70; n += 1) {
      await shop.earn(machine, 400 * n)
      clock.advance(day)
      await settle()
      if (n === 3) await database.inTransaction((db) => claimIncome(db, { memberId: member, unitId: null }, clock))
    }
    await shop.earn(machine, 1000)
    const whole = await sharesOf(member)
    expect(whole.map((it) => it.status)).toEqual([3, ...Array.from({ length: 67 }, () => 0), 1, 1, 1])
    expect(inShort(whole[0] as UnitShare)).toEqual(['daily/2027-01-10', 3, 1000, 250])
    expect(inShort(whole[1] as UnitShare)).toEqual(['daily/2027-01-09', 0, 28_000, 7000])
    // The day on which it was bought counts from the purchase on.
    expect(inShort(whole.at(-1) as UnitShare)).toEqual(['daily/2026-11-01', 1, 400, 100])
    expect(whole[0]).toMatchObject({ settledAt: null, claimedAt: null })
    expect(whole[1]).toMatchObject({ settledAt: '2027-01-10T00:00:00.000Z', claimedAt: null })
    for (const limit of [1, 7, 60, 71]) expect(await sharesOf(member, limit)).toEqual(whole)
    const unit = await unitOf(member)
    const of = (status: number) =>
      whole.filter((it) => it.status === status).reduce((total, it) => total + it.amount, 0)
    expect([of(0), of(1), of(3)]).toEqual([unit.pending, unit.claimed, unit.accruing])
  })

  test('the last period ends with the unit, and what follows is not in it', async () => {
    const machine = await shop.offer({ settlementType: 0, validityDays: 1 }, { unitsTotal: 1, memberShareBp: 10_000 })
    const member = await shop.member(1000)
    await shop.buy(member, machine.productId)
    await shop.earn(machine, 70)
    clock.advance(day - 10 * 60_000)
    await settle()
    await shop.earn(machine, 300)
    clock.advance(20 * 60_000)
    await shop.earn(machine, 5000)
    clock.advance(2 * hour)
    await settle()
    const shares = await sharesOf(member)
    expect(shares.map((it) => [it.status, it.machineRevenue, it.amount])).toEqual([
      [0, 300, 300],
      [0, 70, 70],
    ])
    expect(shares[0]?.period).toMatch(/^expiry\//)
  })

  test('a term that is paid at its end is one period, not yet receivable until then', async () => {
    const machine = await shop.offer({ settlementType: 1, validityDays: 3 }, { unitsTotal: 1, memberShareBp: 10_000 })
    const member = await shop.member(1000)
    await shop.buy(member, machine.productId)
    for (const amount of [100, 20]) {
      clock.advance(day)
      await shop.earn(machine, amount)
      await settle()
    }
    expect((await sharesOf(member)).map((it) => [it.status, it.machineRevenue, it.amount])).toEqual([[3, 120, 120]])
    clock.advance(2 * day)
    await settle()
    expect((await sharesOf(member)).map((it) => [it.status, it.machineRevenue, it.amount])).toEqual([[0, 120, 120]])
  })

  test('what a cancelled order no longer brings is expired, and what was settled is not', async () => {
    const machine = await shop.offer(
      { settlementType: 2, cancellationHours: 48, validityDays: 30 },
      { unitsTotal: 1, memberShareBp: 10_000 },
    )
    const member = await shop.member(1000)
    const orderId = await shop.buy(member, machine.productId)
    await shop.earn(machine, 250)
    clock.advance(hour)
    await settle()
    await shop.earn(machine, 111)
    clock.advance(1000)
    await cancelAsShown(database, { memberId: member, orderId }, clock)
    await shop.earn(machine, 9999)
    clock.advance(2 * hour)
    await settle()
    expect((await sharesOf(member)).map((it) => [it.status, it.machineRevenue, it.amount])).toEqual([
      [2, 111, 111],
      [0, 250, 250],
    ])
    expect((await unitOf(member)).claimed + (await unitOf(member)).pending).toBe(250)
  })

  test("nobody else's unit, and no made-up cursor", async () => {
    const machine = await shop.offer({ validityDays: 30 }, { unitsTotal: 1 })
    const member = await shop.member(1000)
    await shop.buy(member, machine.productId)
    const { id: unitId } = await unitOf(member)
    const read = (memberId: string, after?: string) =>
      sharesPage(database.kysely, { memberId, unitId, limit: 5, after }, clock)
    await expect(read(await shop.member())).rejects.toMatchObject({ code: 'not_found' })
    await expect(read(member, 'WyJ4Il0')).rejects.toMatchObject({ code: 'bad_request' })
  })
})
