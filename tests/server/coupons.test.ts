import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer, ArgsInput } from '#protocol/call.ts'
import { couponList, usableCoupons } from '#protocol/wallet.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Database } from '#server/db/open.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { bareWorld, type BareWorld } from '#tests/support/bare-world.ts'
import { isOnCitus } from '#tests/support/citus-server.ts'
import { databases } from '#tests/support/databases.ts'
import { shopOn } from '#tests/support/shop.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const hour = 3_600_000
const day = 24 * hour
const [received, used, expired] = [0, 1, 2] as const
const [discount, voucher] = [1, 2] as const

describe.each(databases)('Coupons on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  let database: Database
  let world: BareWorld
  let shop: ReturnType<typeof shopOn>
  beforeAll(async () => {
    database = await open()
    world = await bareWorld(database, clock)
    shop = shopOn(database, clock)
  })
  afterAll(() => database.close())

  // A migration of before; a database is distributed after all of them.
  test.skipIf(isOnCitus)('received before they counted to the end of their last day do so since', async () => {
    const who = await shop.member(5000)
    const expiring = async (expiresAt: string) => {
      const id = await shop.coupon(who, { type: voucher, value: 500, days: 10 })
      await database.kysely.updateTable('coupon').set({ expiresAt }).where('id', '=', id).execute()
      return async () =>
        (await database.kysely.selectFrom('coupon').select('expiresAt').where('id', '=', id).executeTakeFirstOrThrow())
          .expiresAt
    }
    const open = await expiring('2100-12-04T17:30:00.000Z')
    const last = await expiring('2100-12-04T16:59:59.999Z')
    const over = await expiring('2020-12-04T17:30:00.000Z')
    await asOwner(database, (db) => sql`delete from migration where name = '205_coupon_days.sql'`.execute(db))
    await migrate(database)
    expect([await open(), await last(), await over()]).toEqual([
      '2100-12-05T16:59:59.999Z',
      '2100-12-04T16:59:59.999Z',
      '2020-12-04T17:30:00.000Z',
    ])
  })

  const heard = async (memberId: string, path: string, args: object) =>
    (await world.call(path, { method: 'GET', args, token: await world.tokenOf(memberId) })).body

  test('of a member are found by what became of them, by type, and by when they came', async () => {
    const who = await shop.member(5000)
    const { productId } = await shop.offer()
    const past = await shop.coupon(who, { type: voucher, value: 500, days: 10 })
    clock.advance(10 * day)
    const tenth = await shop.coupon(who, { type: discount, value: 1000, savesAtMost: 250, days: 60 })
    clock.advance(25 * day)
    const open = await shop.coupon(who, { type: voucher, value: 300, minimum: 400, days: 30 })
    clock.advance(hour)
    const spent = await shop.coupon(who, { type: voucher, value: 200, days: 30 })
    const order = await shop.pay(who, await shop.draft(who, productId, 1, spent))
    clock.advance(day)

    const listed = async (args: ArgsInput<typeof couponList>) =>
      ((await heard(who, couponList.path, args)).data as Answer<typeof couponList>).items
    const ids = async (args: ArgsInput<typeof couponList>) => (await listed(args)).map((it) => it.id)
    expect(await ids({})).toEqual([spent, open, tenth, past])
    expect([await ids({ status: received }), await ids({ status: used }), await ids({ status: expired })]).toEqual([
      [open, tenth],
      [spent],
      [past],
    ])
    expect([await ids({ type: discount }), await ids({ type: voucher })]).toEqual([[tenth], [spent, open, past]])
    expect([await ids({ days: 7 }), await ids({ days: 30 })]).toEqual([
      [spent, open],
      [spent, open, tenth],
    ])
    expect(await ids({ type: voucher, days: 30, status: received })).toEqual([open])
    expect(await ids({ status: expired, days: 30 })).toEqual([])
    expect(await listed({ status: used })).toEqual([
      expect.objectContaining({ id: spent, status: used, orderId: order, usedAt: '2026-12-25T07:00:00.000Z' }),
    ])
    expect(await listed({ status: expired })).toEqual([
      expect.objectContaining({
        id: past,
        status: expired,
        orderId: null,
        usedAt: null,
        expiresAt: '2026-11-30T06:00:00.000Z',
      }),
    ])
    expect(await listed({ type: discount })).toEqual([
      expect.objectContaining({ value: 1000, currency: 'USD', minimumSpend: 0, savesAtMost: 250 }),
    ])

    const first = (await heard(who, couponList.path, { type: voucher, limit: 2 })).data as Answer<typeof couponList>
    expect(first.items.map((it) => it.id)).toEqual([spent, open])
    expect(await heard(who, couponList.path, { type: voucher, limit: 2, after: first.next })).toMatchObject({
      data: { items: [{ id: past }] },
    })
    expect((await heard(await shop.member(), couponList.path, {})).data).toEqual({ items: [] })
    for (const [name, value] of [
      ['status', 3],
      ['type', 0],
      ['days', 8],
    ] as const) {
      expect(await heard(who, couponList.path, { [name]: value })).toMatchObject({
        errno: 400,
        errmsg: expect.stringContaining(`${name}:`),
      })
    }
  })

  test('that fit a purchase come with what each saves, the best first, and no others', async () => {
    const [who, other] = [await shop.member(5000), await shop.member()]
    const { productId } = await shop.offer({ price: 1000 })
    const late = await shop.coupon(who, { type: voucher, value: 900, days: 1 })
    clock.advance(day)
    const half = await shop.coupon(who, { type: discount, value: 5000, savesAtMost: 600 })
    const five = await shop.coupon(who, { type: voucher, value: 500, minimum: 2000 })
    const three = await shop.coupon(who, { type: voucher, value: 300 })
    const spent = await shop.coupon(who, { type: voucher, value: 800 })
    await shop.coupon(other, { type: voucher, value: 950 })
    await shop.pay(who, await shop.draft(who, productId, 1, spent))

    const fitting = async (quantity: number) =>
      ((await heard(who, usableCoupons.path, { productId, quantity })).data as Answer<typeof usableCoupons>).items
    const saved = async (quantity: number) => (await fitting(quantity)).map((it) => [it.id, it.saves])
    expect(await saved(1)).toEqual([
      [half, 500],
      [three, 300],
    ])
    expect(await saved(2)).toEqual([
      [half, 600],
      [five, 500],
      [three, 300],
    ])
    expect((await fitting(2))[0]).toEqual({
      id: half,
      type: discount,
      status: received,
      name: 'Coupon',
      value: 5000,
      currency: 'USD',
      minimumSpend: 0,
      savesAtMost: 600,
      saves: 600,
      receivedAt: new Date(clock.now()).toISOString(),
      expiresAt: new Date(clock.now() + 10 * day).toISOString(),
      usedAt: null,
      orderId: null,
    })
    expect((await fitting(2)).map((it) => it.id)).not.toContain(late)
    expect((await heard(await shop.member(), usableCoupons.path, { productId, quantity: 1 })).data).toEqual({
      items: [],
    })
    expect(await heard(who, usableCoupons.path, { productId: who, quantity: 1 })).toMatchObject({
      errno: 1404,
      data: null,
    })
    expect((await world.call(usableCoupons.path, { method: 'GET', args: { productId, quantity: 1 } })).body.errno).toBe(
      401,
    )
  })
})
