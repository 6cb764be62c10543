import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { operate } from '#server/cli/operator/operate.ts'
import { instant, millisOf, type Clock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/open.ts'
import { seedReference } from '#server/db/seed/reference.ts'
import { cancelOrder } from '#server/features/orders/cancelling.ts'
import { frontPage } from '#server/features/home/front-page.ts'
import { machinesOnOffer, ownMachines } from '#server/features/locations/positions.ts'
import { closeMachine } from '#server/features/orders/machine-closing.ts'
import { orderOf } from '#server/features/orders/orders.ts'
import { restOf } from '#server/features/orders/rules.ts'
import { applyCatalogue } from '#server/features/products/offers/applying.ts'
import { detailOf } from '#server/features/products/detail.ts'
import { exportCatalogue } from '#server/features/products/offers/exporting.ts'
import { setMachineState } from '#server/features/products/machines/service-state.ts'
import { simulate } from '#server/features/products/machines/simulate.ts'
import { unitDetail } from '#server/features/products/unit-detail.ts'
import { unitsPage } from '#server/features/products/units.ts'
import { seedDemoCatalogue } from '#server/features/products/demo-catalogue.ts'
import { settle } from '#server/features/rewards/settle.ts'
import type { Context } from '#server/http/handler.ts'
import { balanceOf, house } from '#server/ledger/accounts.ts'
import { post } from '#server/ledger/post.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { bookUnsoldShares } from '#server/ledger/unsold.ts'
import { spend } from '#server/ledger/spending.ts'
import { silentLog } from '#server/log.ts'
import { databases } from '#tests/support/databases.ts'
import { giveIncome } from '#tests/support/give-income.ts'
import {
  balance,
  buy,
  lateTrip,
  makeMember,
  makeOffer,
  topUp,
  trip,
  type Offered,
} from '#tests/support/ledger-world.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { shopOn } from '#tests/support/shop.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const who = ['--as', 'Ana', '--why', 'a test']
const config = readConfig({ DATA_DIR: 'no-such-folder' })

test('what is for the rest of a term lies between nothing and the payment, falls with time and is rounded down', () => {
  const instants = fc.integer({ min: 0, max: 4e12 })
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
      instants,
      fc.integer({ min: 1, max: 10_000 * day }),
      fc.tuple(instants, instants),
      (paid, from, length, times) => {
        const [early, later] = times.toSorted((a, b) => a - b) as [number, number]
        const term = { paid, from, until: from + length }
        const [more, less] = [restOf(term, early), restOf(term, later)]
        expect(more).toBeLessThanOrEqual(paid)
        expect(less).toBeGreaterThanOrEqual(0)
        expect(less).toBeLessThanOrEqual(more)
        expect(restOf(term, from)).toBe(paid)
        expect(restOf(term, term.until)).toBe(0)
        // What was used and what goes back never come to more than was paid, and to one minor unit less at most.
        const used = { paid, from: 0, until: length }
        const both = restOf(used, length - (later % length)) + restOf(used, later % length)
        expect([paid, paid - 1]).toContain(both)
      },
    ),
  )
})

describe.each(databases)('A machine that is closed on $name', ({ open }) => {
  let database: Database
  let clock: ManualClock
  let shop: ReturnType<typeof shopOn>
  beforeAll(async () => {
    database = await open()
    await seedReference(database.kysely)
    clock = new ManualClock('2026-11-20T08:00:00.000Z')
    shop = shopOn(database, clock)
  })
  afterAll(() => database.close())
  beforeEach(() => clock.advance(hour))

  const offer = (given: Partial<Parameters<typeof makeOffer>[2]> = {}): Promise<Offered> =>
    makeOffer(database.kysely, clock, {
      settlementType: 2,
      unitsTotal: 5,
      memberShareBp: 10_000,
      price: 1001,
      ...given,
    })
  const member = async () => {
    const id = await makeMember(database.kysely, clock)
    await topUp(database, id, 100_000, id, clock)
    return id
  }
  const close = ({ deviceNumber }: Offered, reason = 'Sold to a museum.') =>
    database.inTransaction((db) => closeMachine(db, { deviceNumber, reason }, clock))
  const earn = (machine: Offered, amount: number, lateMs = 0) =>
    lateTrip(database, machine.deviceNumber, amount, randomUUID(), clock, lateMs)
  const pass = async (ms: number) => {
    clock.advance(ms)
    await settle({ database, clock })
  }
  const cancel = (memberId: string, orderId: string, expectedRefund: number) =>
    database.inTransaction((db) => cancelOrder(db, { memberId, orderId, expectedRefund }, clock))
  const sales = async () => await balanceOf(database.kysely, { ...house('sales'), asset: 'USD' })
  const inMachine = async ({ machineId }: Offered) => {
    return await balanceOf(database.kysely, { ownerId: machineId, code: 'machine', asset: 'USD' })
  }
  const sound = async () => expect(await reconcile(database.kysely)).toEqual([])
  const orderOfMember = (memberId: string, orderId: string) => orderOf(database.kysely, { memberId, orderId }, clock)
  const messages = async (memberId: string) =>
    await database.kysely
      .selectFrom('message')
      .select(['kind', 'params'])
      .where('memberId', '=', memberId)
      .where('kind', 'in', ['machine_closed', 'unit_expired', 'order_cancelled', 'machine_stopped'])
      .execute()
  const run = (...argv: string[]) => operate({ database, clock, config, log: silentLog }, argv)
  /** Everything that a closing could change. */
  const standing = async (machine: Offered) => {
    const { kysely: db } = database
    const of = { productId: machine.productId }
    return {
      machine: await db.selectFrom('machine').selectAll().where('id', '=', machine.machineId).execute(),
      offer: await db.selectFrom('product').select('offer').where('id', '=', machine.productId).execute(),
      units: await db.selectFrom('unit').selectAll().where('productId', '=', of.productId).orderBy('id').execute(),
      orders: await db.selectFrom('purchase').selectAll().where('productId', '=', of.productId).orderBy('id').execute(),
      transfers: await db
        .selectFrom('transfer')
        .select((it) => it.fn.countAll<number>().as('count'))
        .execute(),
      messages: await db
        .selectFrom('message')
        .select((it) => it.fn.countAll<number>().as('count'))
        .execute(),
    }
  }

  test.each([
    ['daily', 0],
    ['at expiry', 1],
    ['hourly', 2],
  ] as const)(
    'pays back the rest of the term to the wallet that paid, and its income until then is settled: %s',
    async (_, settlementType) => {
      const [machine, first, second] = [await offer({ settlementType }), await member(), await member()]
      await giveIncome(database.kysely, second, 5000, clock)
      const twoUnits = await buy(database, first, machine.productId, 2, clock)
      await pass(hour)
      const oneUnit = await buy(database, second, machine.productId, 1, clock, 'income')
      await pass(10 * hour)
      await earn(machine, 500)
      await pass(18 * hour + 59 * minute)
      await earn(machine, 505)
      clock.advance(minute)
      const before = await sales()
      const { plan } = await close(machine)
      // 42 of 72 hours of 20.02, and 43 of 72 of 10.01.
      expect(plan?.orders.map((it) => [it.end, it.refund])).toEqual([
        ['ended', 1167],
        ['ended', 597],
      ])
      expect(await sales()).toBe(before - 1167 - 597)
      expect(await balance(database, first, 'recharge')).toBe(100_000 - 2002 + 1167)
      expect(await balance(database, second, 'income')).toBe(5000 - 1001 + 597)
      await sound()
      await pass(2 * hour)
      // A fifth of 10.05 each.
      expect([await balance(database, first, 'pending'), await balance(database, second, 'pending')]).toEqual([
        402, 201,
      ])
      const at = instant(clock.now() - 2 * hour)
      expect(await orderOfMember(first, twoUnits)).toMatchObject({
        status: 'invalid',
        cancellableUntil: null,
        closing: { at, reason: 'Sold to a museum.', refund: 1167 },
      })
      expect(await orderOfMember(second, oneUnit)).toMatchObject({ refund: null, closing: { refund: 597 } })
      const { items } = await unitsPage(database.kysely, { memberId: first, limit: 5 }, clock)
      expect(items).toMatchObject([1, 2].map(() => ({ status: 'expired', closedAt: at, expiresAt: at, accruing: 0 })))
      await sound()
    },
  )

  test('shares revenue that arrives late for its time, and no other', async () => {
    const [machine, id] = [await offer(), await member()]
    await buy(database, id, machine.productId, 1, clock)
    await pass(30 * hour)
    await close(machine)
    clock.advance(10 * minute)
    await earn(machine, 1000, 20 * minute)
    await earn(machine, 700)
    await pass(2 * hour)
    expect(await balance(database, id, 'pending')).toBe(200)
    await earn(machine, 3000, 5 * hour)
    await pass(2 * hour)
    await earn(machine, 900)
    await pass(2 * hour)
    expect(await balance(database, id, 'pending')).toBe(800)
    await sound()
  })

  test('cancels orders that can be cancelled: payment less income, coupon and gift points go back', async () => {
    const [machine, id] = [await offer(), await member()]
    const coupon = await shop.coupon(id, { type: 2, value: 101 })
    const draft = await shop.draft(id, machine.productId, 2, coupon)
    const orderId = await shop.pay(id, draft)
    expect(await balance(database, id, 'gold')).toBe(14)
    await earn(machine, 100)
    await pass(2 * hour)
    await earn(machine, 5)
    await close(machine)
    expect(await balance(database, id, 'recharge')).toBe(100_000 - 40)
    expect(await balance(database, id, 'pending')).toBe(40)
    expect(await balance(database, id, 'gold')).toBe(0)
    const { status } = await database.kysely
      .selectFrom('coupon')
      .select('status')
      .where('id', '=', coupon)
      .executeTakeFirstOrThrow()
    expect(status).toBe(0)
    expect(await orderOfMember(id, orderId)).toMatchObject({
      cancelledAt: instant(clock),
      refund: 1901 - 40,
      closing: { refund: 1901 - 40 },
    })
    await pass(3 * hour)
    expect(await balance(database, id, 'pending')).toBe(40)
    expect(await messages(id)).toEqual([
      {
        kind: 'machine_closed',
        params: { product: 'Scooter', reason: 'Sold to a museum.', ended: 0, amount: 1861, currency: 'USD' },
      },
    ])
    await sound()
  })

  test('says so on the orders it cancels, however long it takes, and on none that its member cancelled before', async () => {
    const [machine, id] = [await offer(), await member()]
    const own = await buy(database, id, machine.productId, 1, clock)
    const closed = await buy(database, id, machine.productId, 1, clock)
    await cancel(id, own, 1001)
    let readings = 0
    const passing: Clock = { now: () => clock.now() + ++readings }
    const closing = { deviceNumber: machine.deviceNumber, reason: 'Sold to a museum.' }
    await database.inTransaction((db) => closeMachine(db, closing, passing))
    const { closedAt } = (await standing(machine)).machine[0]!
    expect(await orderOfMember(id, closed)).toMatchObject({
      cancelledAt: closedAt,
      closing: { at: closedAt, refund: 1001 },
    })
    expect(await orderOfMember(id, own)).toMatchObject({ closing: null })
    // As servers of before wrote it.
    await database.kysely
      .updateTable('purchase')
      .set({ cancelledAt: instant(millisOf(closedAt ?? '') + 40) })
      .where('id', '=', closed)
      .execute()
    expect(await orderOfMember(id, closed)).toMatchObject({ closing: { at: closedAt, refund: 1001 } })
  })

  test('asks for no points that were spent meanwhile: the member did not end it', async () => {
    const [machine, id] = [await offer(), await member()]
    await shop.pay(id, await shop.draft(id, machine.productId, 2, null))
    const [debit, credit] = [{ ownerId: id, code: 'gold' }, house('mint')]
    await post(database.kysely, [{ debit, credit, amount: 10, asset: 'GOLD', kind: 'points_spent', ref: id }], clock)
    await close(machine)
    expect(await balance(database, id, 'gold')).toBe(0)
    const { giftPointsOwed } = await database.kysely
      .selectFrom('member')
      .select('giftPointsOwed')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(giftPointsOwed).toBe(0)
  })

  test('counts what was really paid with a coupon, and ends an order that earned more than it cost', async () => {
    const [machine, id, lucky] = [await offer({ price: 1003 }), await member(), await member()]
    const coupon = await shop.coupon(id, { type: 2, value: 400 })
    await shop.pay(id, await shop.draft(id, machine.productId, 1, coupon))
    await pass(48 * hour)
    const rich = await buy(database, lucky, machine.productId, 1, clock)
    await earn(machine, 6000)
    await pass(12 * hour)
    await close(machine)
    // 12 of 72 hours of 6.03; 60 of 72 hours of 10.03, though the order could be cancelled by its time.
    expect(await balance(database, id, 'recharge')).toBe(100_000 - 603 + 100)
    expect(await balance(database, lucky, 'recharge')).toBe(100_000 - 1003 + 835)
    expect(await orderOfMember(lucky, rich)).toMatchObject({ cancelledAt: null, closing: { refund: 835 } })
    await expect(cancel(lucky, rich, 0)).rejects.toMatchObject({ code: 'cancellation_window_over' })
    await sound()
  })

  test('is refused as a whole where sales do not cover it, until the operator brings the money in', async () => {
    const [machine, other, id] = [await offer(), await offer({ price: 300 }), await member()]
    await buy(database, id, machine.productId, 2, clock)
    await pass(36 * hour)
    await buy(database, id, other.productId, 1, clock)
    // What is left is one minor unit short of this refund and of the order that can still be cancelled.
    const left = 1001 + 300 - 1
    const spent = (await sales()) - left
    // The members' claims are covered by the operator's capital, so that this isn't what refuses it.
    await run('fund', 'capital', '1000.00', ...who)
    const spending = { from: 'sales' as const, amount: spent, currency: 'USD', reference: randomUUID(), what: 'It' }
    await database.inTransaction(async (db) => {
      // Earlier tests left orders that could be cancelled.
      await db
        .updateTable('purchase')
        .set({ cancellableUntil: instant(clock) })
        .where('productId', '!=', other.productId)
        .where('cancellableUntil', '>', instant(clock))
        .execute()
      expect(await spend(db, spending, clock)).toBe('spent')
    })
    const before = await standing(machine)
    const refused = await run('machine', 'close', machine.deviceNumber, '--reason', 'Burnt.', ...who)
    expect(refused).toMatchObject({
      ok: false,
      lines: [expect.stringContaining('bring 0.01 in first'), expect.anything()],
    })
    expect((await run('machine', 'close-preview', machine.deviceNumber, ...who)).lines.at(-1)).toContain(
      'USD 0.01 missing',
    )
    expect(await standing(machine)).toEqual(before)
    expect((await run('fund', 'sales', '0.01', ...who)).ok).toBe(true)
    expect((await run('machine', 'close', machine.deviceNumber, '--reason', 'Burnt.', ...who)).ok).toBe(true)
    expect(await sales()).toBe(300)
    await topUp(database, id, 1, randomUUID(), clock)
    await buy(database, id, other.productId, 1, clock)
    await sound()
  })

  test('is closed once: shown before, logged, told once, never bought, driven or opened again', async () => {
    const [machine, id, late] = [await offer({ settlementType: 0 }), await member(), await member()]
    const seen = { db: database.kysely, clock, language: 'en' } as unknown as Context
    const counted = async () => (await frontPage(seen)).machines
    await database.kysely
      .updateTable('machine')
      .set({ serviceState: 'in service' })
      .where('deviceNumber', '=', machine.deviceNumber)
      .execute()
    const machines = await counted()
    const orderId = await buy(database, id, machine.productId, 1, clock)
    await pass(30 * hour)
    const draft = await shop.draft(late, machine.productId, 1, null)
    const order = await orderOfMember(id, orderId)
    const preview = (await run('machine', 'close-preview', machine.deviceNumber, ...who)).lines
    expect(preview[0]).toMatch(
      new RegExp(
        `^${order?.orderNumber}  \\+\\d+  ended  1 unit  paid USD 10.01  earned USD 0.00  back USD 5.83 to recharge$`,
      ),
    )
    expect(preview[1]).toMatch(/^USD 5\.83 back to 1 member\. sales has USD .* Covered\.$/)
    const closing = ['machine', 'close', machine.deviceNumber, '--reason', 'Broken for good', ...who]
    expect((await run(...closing)).lines.at(-1)).toBe(
      `${machine.deviceNumber} is closed. USD 5.83 back to 1 member; the owners are told.`,
    )
    const action = await database.kysely
      .selectFrom('operatorAction')
      .select(['byName', 'command'])
      .where('command', '=', 'machine close')
      .orderBy('at', 'desc')
      .executeTakeFirstOrThrow()
    expect(action.byName).toBe('Ana')
    await expect(shop.pay(late, draft)).rejects.toMatchObject({ code: 'stock_gone' })
    await pass(2 * hour)
    expect(await counted()).toMatchObject({ total: machines.total - 1, running: machines.running - 1 })
    const after = await standing(machine)
    expect((await run(...closing)).lines).toEqual([
      `${machine.deviceNumber}: was closed on ${after.machine[0]?.closedAt}. Nothing was changed.`,
    ])
    expect(await standing(machine)).toEqual(after)
    const told = { product: 'Scooter', reason: 'Broken for good', ended: 1, amount: 583, currency: 'USD' }
    expect(await messages(id)).toEqual([{ kind: 'machine_closed', params: told }])
    const state = { deviceNumber: machine.deviceNumber, state: 'paused or faulty' as const, since: instant(clock) }
    await database.inTransaction((db) => setMachineState(db, state, clock))
    expect(await messages(id)).toHaveLength(1)
    await expect(shop.draft(late, machine.productId, 1, null)).rejects.toMatchObject({ code: 'stock_gone' })
    const { products } = await exportCatalogue(database.kysely)
    const file = {
      categories: [],
      products: products
        .filter((it) => it.device === machine.deviceNumber)
        .map((it) => ({ ...it, offer: 'open' as const })),
    }
    await expect(
      database.inTransaction((db) =>
        applyCatalogue(db, file, { by: 'Ana', why: 'a test', pictures: new Map() }, clock),
      ),
    ).rejects.toThrow('its machine is closed')
    const context = { db: database.kysely, clock, callerId: id, language: 'en' } as unknown as Context
    const closed = { at: after.machine[0]?.closedAt, reason: 'Broken for good' }
    expect(await detailOf(context, machine.productId)).toMatchObject({ isOnOffer: false, stock: 0, closed })
    expect(await unitDetail(context, after.units[0]?.id ?? '')).toMatchObject({ closing: { ...closed, refund: 583 } })
    await expect(run('machine', 'close', 'none', '--reason', 'It', ...who)).resolves.toMatchObject({ ok: false })
    await sound()
  })

  test('leaves every map: of offers, and of who owns units of it', async () => {
    const [machine, other, id] = [await offer(), await offer(), await member()]
    for (const it of [machine, other]) {
      await buy(database, id, it.productId, 1, clock)
      await database.kysely
        .updateTable('machine')
        .set({ latitude: -6.2, longitude: 106.8 })
        .where('id', '=', it.machineId)
        .execute()
    }
    const { id: unitId } = await database.kysely
      .selectFrom('unit')
      .select('id')
      .where('machineId', '=', machine.machineId)
      .executeTakeFirstOrThrow()
    const shown = async () => {
      const own = (of?: string) => ownMachines(database.kysely, { memberId: id, unitId: of, kind: 'vehicle' }, clock)
      const all = [await machinesOnOffer(database.kysely, undefined, clock), await own(), await own(unitId)]
      return all.map((it) =>
        it.map((of) => of.machineId).filter((of) => [machine, other].some((m) => m.machineId === of)),
      )
    }
    expect((await shown()).map((it) => it.length)).toEqual([2, 2, 1])
    await pass(30 * hour)
    await close(machine)
    expect(await shown()).toEqual([[other.machineId], [other.machineId], []])
    const context = { db: database.kysely, clock, callerId: id, language: 'en' } as unknown as Context
    expect((await unitDetail(context, unitId)).machine?.closedAt).toBe(instant(clock))
  })

  test('tells owners of a fault no more, from the closing on', async () => {
    const [machine, id] = [await offer(), await member()]
    await buy(database, id, machine.productId, 1, clock)
    await pass(30 * hour)
    await close(machine)
    const state = { deviceNumber: machine.deviceNumber, state: 'paused or faulty' as const, since: instant(clock) }
    await database.inTransaction((db) => setMachineState(db, state, clock))
    expect((await messages(id)).map((it) => it.kind)).toEqual(['machine_closed'])
  })

  test.each([
    ['daily', 0],
    ['at expiry', 1],
    ['hourly', 2],
  ] as const)(
    'of an order that could be cancelled gives its owner the better of payment and income with the rest: %s',
    async (_, settlementType) => {
      for (const amount of settlementType === 2 ? [5, 500, 1500, 1675, 4000, 9000] : [1500, 1675]) {
        const [machine, id] = [await offer({ settlementType, memberShareBp: 8000 }), await member()]
        const orderId = await buy(database, id, machine.productId, 1, clock)
        // Settled by the hour, and, in the last half hour, by nobody yet.
        for (let hours = 1; hours < 12; hours += 1) {
          clock.advance(hour)
          await earn(machine, 10)
          await settle({ database, clock })
        }
        clock.advance(30 * minute)
        await earn(machine, amount, minute)
        clock.advance(30 * minute)
        await close(machine)
        await pass(26 * hour)
        const income = Math.floor((8 * 11 + amount * 0.8) / 5)
        // 60 of 72 hours of 10.01; by what units have the share is rounded down, not here.
        const ended = 834 + income
        const has =
          (await balance(database, id, 'recharge')) + (await balance(database, id, 'pending')) - 100_000 + 1001
        expect(has, `${amount}`).toBe(Math.max(1001, ended))
        expect((await orderOfMember(id, orderId))?.cancelledAt === null).toBe(ended > 1001)
        await sound()
        // What no owner has is the operator's, once nothing late can change it; less than a unit each stays.
        const memberShare = 8 * 11 + amount * 0.8
        const paidOut = await balance(database, id, 'pending')
        const before = await inMachine(machine)
        expect(before).toBe(memberShare - paidOut)
        clock.advance(70 * day)
        await bookUnsoldShares(database, clock)
        expect(await inMachine(machine)).toBeLessThan(5)
        await sound()
      }
    },
  )

  test('an order that ended with its machine is not cancelled as well, whatever a clock says', async () => {
    const [machine, owner] = [await offer(), await member()]
    const orderId = await buy(database, owner, machine.productId, 1, clock)
    clock.advance(hour)
    await earn(machine, 1000, minute)
    await close(machine)
    const own = { memberId: owner, orderId, expectedRefund: 1001 }
    // A server that lags, or one that looked at its clock and waited for the closing.
    const lagging = { now: () => clock.now() - minute }
    await expect(database.inTransaction((db) => cancelOrder(db, own, lagging))).rejects.toMatchObject({
      code: 'cancellation_window_over',
    })
    const undone = sql`update purchase set cancelled_at = ${instant(clock)}::timestamptz where id = ${orderId}`
    await expect(undone.execute(database.kysely)).rejects.toThrow('purchase_returned_once')
    expect(await orderOfMember(owner, orderId)).toMatchObject({ cancelledAt: null })
    await sound()
  })

  test('closes at once with a purchase, a cancellation, revenue and a settlement, and the books agree', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [machine, owner, leaver, buyer] = [await offer(), await member(), await member(), await member()]
      await buy(database, owner, machine.productId, 1, clock)
      await pass(30 * hour)
      const orderId = await buy(database, leaver, machine.productId, 1, clock)
      await trip(database, machine.deviceNumber, 50, randomUUID(), clock)
      clock.advance(hour)
      const draft = await shop.draft(buyer, machine.productId, 1, null)
      const outcomes = await Promise.allSettled(
        [
          () => close(machine),
          () => shop.pay(buyer, draft),
          () => cancel(leaver, orderId, 1001),
          () => earn(machine, 250, minute),
          () => settle({ database, clock }),
          () => close(machine),
        ]
          .map((act, at) => ({ act, place: (at + round) % 6 }))
          .toSorted((a, b) => a.place - b.place)
          .map(({ act }) => act()),
      )
      const refused = outcomes.flatMap((it) =>
        it.status === 'rejected' ? [(it.reason as { code?: string }).code] : [],
      )
      const foreseen = ['stock_gone', 'already_cancelled', 'cancellation_window_over', 'price_changed']
      expect(refused.filter((it) => !foreseen.includes(it ?? ''))).toEqual([])
      const refunds = await database.kysely
        .selectFrom('purchase')
        .select(['cancelledAt', 'closingRefund'])
        .where('productId', '=', machine.productId)
        .execute()
      expect(refunds.every((it) => (it.cancelledAt === null) === (it.closingRefund !== null))).toBe(true)
      await pass(2 * hour)
      const { unitsHeld } = await database.kysely
        .selectFrom('machineTotal')
        .select('unitsHeld')
        .where('machineId', '=', machine.machineId)
        .executeTakeFirstOrThrow()
      expect(unitsHeld).toBe(0)
      expect(await messages(owner)).toHaveLength(1)
      await sound()
    }
  })
})

test.each(databases)('the demonstration drives a closed machine no more: $name', async ({ open }) => {
  const database = await open()
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  await seedReference(database.kysely)
  await database.inTransaction((db) => seedDemoCatalogue(db, clock))
  const { deviceNumber } = await database.kysely
    .selectFrom('machine')
    .select('deviceNumber')
    .where('kind', '=', 'vehicle')
    .orderBy('deviceNumber')
    .executeTakeFirstOrThrow()
  await database.kysely
    .updateTable('machine')
    .set({ closedAt: instant(clock), closedBecause: 'Not in this test.' })
    .where('deviceNumber', '!=', deviceNumber)
    .execute()
  await simulate({ database, clock })
  const driven = await database.kysely
    .selectFrom('revenue')
    .innerJoin('machine', 'machine.id', 'machineId')
    .select('deviceNumber')
    .distinct()
    .execute()
  expect(driven).toEqual([{ deviceNumber }])
  await database.close()
})
