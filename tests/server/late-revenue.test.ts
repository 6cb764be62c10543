import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cancellationOf } from '#server/db/cancellation.ts'
import type { Database } from '#server/db/open.ts'
import { seedReference } from '#server/db/seed/reference.ts'
import { cancelOrder } from '#server/features/orders/cancelling.ts'
import { claimIncome } from '#server/features/rewards/claim.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { databases } from '#tests/support/databases.ts'
import {
  balance,
  buy,
  lateTrip,
  makeMember,
  makeOffer,
  settleDue,
  topUp,
  trip,
  type Offered,
} from '#tests/support/ledger-world.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

describe.each(databases)('Revenue that arrives late on $name', ({ open }) => {
  let database: Database
  let clock: ManualClock
  beforeAll(async () => {
    database = await open()
    await seedReference(database.kysely)
    clock = new ManualClock('2026-11-20T08:00:00.000Z')
  })
  afterAll(() => database.close())
  beforeEach(() => clock.advance(hour))

  const member = async () => {
    const id = await makeMember(database.kysely, clock)
    await topUp(database, id, 100_000, id, clock)
    return id
  }
  const offer = (given: Partial<Parameters<typeof makeOffer>[2]> = {}): Promise<Offered> =>
    makeOffer(database.kysely, clock, {
      settlementType: 2,
      unitsTotal: 2,
      memberShareBp: 10_000,
      validityDays: 1,
      ...given,
    })
  const late = (machine: Offered, amount: number, ms: number) =>
    lateTrip(database, machine.deviceNumber, amount, crypto.randomUUID(), clock, ms)
  const earn = (machine: Offered, amount: number) =>
    trip(database, machine.deviceNumber, amount, crypto.randomUUID(), clock)
  const pass = async (ms: number) => {
    clock.advance(ms)
    await settleDue(database, clock)
  }
  const pending = (memberId: string) => balance(database, memberId, 'pending')
  const sound = async () => expect(await reconcile(database.kysely)).toEqual([])

  test('is not of who bought after the trip had ended', async () => {
    const [machine, id] = [await offer(), await member()]
    await earn(machine, 500)
    clock.advance(hour)
    await buy(database, id, machine.productId, 2, clock)
    clock.advance(minute)
    await late(machine, 36_436, 30 * minute)
    await late(machine, 80, 20_000)
    await pass(hour)
    expect(await pending(id)).toBe(80)
    await sound()
  })

  test('is of who held the unit when the trip ended, though it has expired, and is paid once', async () => {
    const [machine, before, after] = [await offer(), await member(), await member()]
    await buy(database, before, machine.productId, 1, clock)
    await pass(day + 2 * hour)
    await buy(database, after, machine.productId, 2, clock)
    await pass(hour)
    await late(machine, 1001, 4 * hour)
    await late(machine, 30, 30 * minute)
    for (let hours = 0; hours < 3; hours += 1) await pass(hour)
    expect([await pending(before), await pending(after)]).toEqual([500, 30])
    await pass(3 * day)
    expect([await pending(before), await pending(after)]).toEqual([500, 30])
    await sound()
  })

  test('counts in the order of the trips, whatever the order of arrival', async () => {
    const [machine, first, second] = [await offer({ validityDays: 5 }), await member(), await member()]
    await buy(database, first, machine.productId, 1, clock)
    clock.advance(2 * hour)
    await earn(machine, 100)
    clock.advance(hour)
    await buy(database, second, machine.productId, 1, clock)
    clock.advance(hour)
    await earn(machine, 40)
    await late(machine, 1000, 3 * hour)
    await late(machine, 200, 90 * minute)
    await late(machine, 6, 10 * minute)
    await pass(hour)
    expect([await pending(first), await pending(second)]).toEqual([(100 + 40 + 1000 + 200 + 6) / 2, (40 + 6) / 2])
    const { rows } = await sql`
      select share_total_after - lag(share_total_after, 1, 0::bigint) over (order by counted_at) - share as off
      from revenue where machine_id = ${machine.machineId}`.execute(database.kysely)
    expect(rows).toEqual([1, 2, 3, 4, 5].map(() => ({ off: 0 })))
    await sound()
  })

  test('of a cancelled unit or of nobody is paid to nobody', async () => {
    const [machine, id] = [await offer({ validityDays: 3 }), await member()]
    const orderId = await buy(database, id, machine.productId, 1, clock)
    clock.advance(2 * hour)
    await database.inTransaction((db) => cancelOrder(db, { memberId: id, orderId, expectedRefund: 1000 }, clock))
    await late(machine, 700, hour)
    await pass(5 * day)
    expect(await pending(id)).toBe(0)
    await sound()
  })

  test('income of a cancelled order is deducted from its refund, also when it was claimed', async () => {
    const [machine, id] = [await offer({ price: 11_600, validityDays: 3 }), await member()]
    const orderId = await buy(database, id, machine.productId, 2, clock)
    await earn(machine, 5001)
    await pass(hour)
    await database.inTransaction((db) => claimIncome(db, { memberId: id, unitId: null }, clock))
    await earn(machine, 100)
    await pass(hour)
    expect(await cancellationOf(database.kysely, { memberId: id, orderId }, clock)).toEqual({
      paid: 23_200,
      earned: 5100,
      refund: 18_100,
      giftPoints: 14,
      hasCoupon: false,
      wallet: 'recharge',
    })
    const cancel = (expectedRefund: number | null) =>
      database.inTransaction((db) => cancelOrder(db, { memberId: id, orderId, expectedRefund }, clock))
    await expect(cancel(23_200)).rejects.toMatchObject({ code: 'price_changed' })
    // Devices that don't name a figure said that the whole payment returns.
    await expect(cancel(null)).rejects.toMatchObject({ code: 'price_changed' })
    await cancel(18_100)
    expect(await balance(database, id, 'recharge')).toBe(100_000 - 5100)
    expect((await balance(database, id, 'income')) + (await pending(id))).toBe(5100)
    await sound()
  })

  test('an order whose units earned more than was paid for them can no longer be cancelled', async () => {
    const [machine, id] = [await offer({ price: 50, validityDays: 3 }), await member()]
    const orderId = await buy(database, id, machine.productId, 1, clock)
    await earn(machine, 102)
    await pass(hour)
    expect(await cancellationOf(database.kysely, { memberId: id, orderId }, clock)).toBeNull()
    await expect(
      database.inTransaction((db) => cancelOrder(db, { memberId: id, orderId, expectedRefund: 0 }, clock)),
    ).rejects.toMatchObject({ code: 'price_changed' })
  })

  test('counts as ended thirty days before its arrival when it is older', async () => {
    const [machine, old, present] = [await offer({ settlementType: 0 }), await member(), await member()]
    await buy(database, old, machine.productId, 1, clock)
    await pass(day / 2 + 30 * day)
    await buy(database, present, machine.productId, 1, clock)
    await late(machine, 900, 200 * day)
    await pass(day / 2)
    expect([await pending(old), await pending(present)]).toEqual([450, 0])
    await pass(3 * day)
    await late(machine, 900, 200 * day)
    await pass(2 * day)
    expect([await pending(old), await pending(present)]).toEqual([450, 0])
    await sound()
  })
})
