import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GoodsTerms, type PointsGoods, type PointsGoodsDetail, type PointsOrder } from '#protocol/pointsmall.ts'
import type { Bill } from '#protocol/wallet.ts'
import { instant } from '#server/clock.ts'
import { demoGoods } from '#server/db/seed/demo-mall-goods.ts'
import { silentLog } from '#server/log.ts'
import { readConfig } from '#server/config.ts'
import { operate } from '#server/cli/operator/operate.ts'
import { refundDueOrders } from '#server/features/pointsmall/refunding.ts'
import { moveOrder } from '#server/features/pointsmall/moving.ts'
import { orderGoods } from '#server/features/pointsmall/ordering.ts'
import { DomainError } from '#server/http/domain-error.ts'
import type { Db } from '#server/db/open.ts'
import { runOverlapping } from '#tests/support/overlap.ts'
import { seedDemoMall } from '#server/features/pointsmall/demo-mall.ts'
import { writeCategory, writeGoods } from '#server/features/pointsmall/stocking.ts'
import { house } from '#server/ledger/accounts.ts'
import { post } from '#server/ledger/post.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { bareWorldFor } from '#tests/support/bare-world.ts'
import { cheapHash } from '#tests/support/cheap-hash.ts'
import { databases } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { balances } from '#tests/support/people-and-machines.ts'

const hour = 3_600_000

describe.each(databases)('the points mall on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const world = bareWorldFor(open, clock)
  let slugs = 0

  interface Person {
    memberId: string
    token: string
    addressId: string
  }

  beforeAll(() => writeCategory(world.database.kysely, { id: 'things', art: 'helmet', name: { en: 'Things' } }))

  /** A member with so many gold coins and an address. */
  async function member(gold: number): Promise<Person> {
    const { memberId, token } = await world.member()
    await world.database.inTransaction(async (db) => {
      const mint = house('mint')
      const credit = { ownerId: memberId, code: 'gold' }
      await post(db, [{ debit: mint, credit, amount: gold, asset: 'GOLD', kind: 'gift_points', ref: memberId }], clock)
    })
    const addressId = randomUUID()
    const saved = await world.call('address/save', {
      token,
      args: {
        id: addressId,
        basedOn: null,
        recipient: 'Ayu Lestari',
        phone: '+6281234567890',
        regionId: 'id-bali-denpasar',
        detail: 'Jl. Teuku Umar 12',
        postcode: '80113',
        isDefault: true,
      },
    })
    expect(saved.body.errno).toBe(0)
    return { memberId, token, addressId }
  }

  /** Goods with so much stock; gives their id and slug. */
  async function goods(over: Partial<Parameters<typeof writeGoods>[1]> = {}): Promise<{ id: string; slug: string }> {
    const slug = over.slug ?? `thing-${(slugs += 1)}`
    const words = { en: `Thing ${slugs}`, id: `Barang ${slugs}` }
    await writeGoods(
      world.database.kysely,
      {
        slug,
        category: 'things',
        art: 'helmet',
        kind: 'parcel',
        points: 100,
        stock: 5,
        limit: 0,
        level: 0,
        name: words,
        line: words,
        description: words,
        ...over,
      },
      clock,
    )
    const { id } = await world.database.kysely
      .selectFrom('pointsGoods')
      .select('id')
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow()
    return { id, slug }
  }

  const checkout = async (who: Person, goodsId: string, over: Record<string, unknown> = {}, key = randomUUID()) =>
    (
      await world.call('integral/order/checkout', {
        token: who.token,
        key,
        args: { goodsId, quantity: 1, expectedPoints: 100, addressId: who.addressId, ...over },
      })
    ).body
  const ordered = async (who: Person, goodsId: string, over: Record<string, unknown> = {}): Promise<PointsOrder> => {
    const { errno, data } = await checkout(who, goodsId, over)
    expect(errno).toBe(0)
    return data as PointsOrder
  }
  const move = async (who: Person, what: 'refund' | 'receive', orderId: string) =>
    (await world.call(`integral/order/${what}`, { token: who.token, args: { orderId } })).body
  const orders = async (who: Person, args: object = {}) =>
    (
      (await world.call('integral/order/list', { method: 'GET', token: who.token, args })).body.data as {
        items: PointsOrder[]
        next?: string
      }
    ).items
  const stockOf = async (id: string) =>
    (
      await world.database.kysely
        .selectFrom('pointsGoods')
        .select('stock')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).stock
  const goldOf = async ({ memberId }: Person) => (await balances(world.database.kysely, memberId))['gold']
  const operator = (...argv: string[]) =>
    operate(
      { database: world.database, clock, config: readConfig({}), log: silentLog },
      argv[1] === 'list' ? argv : [...argv, '--as', 'Tester', '--why', 'a test'],
    )
  const ship = (id: string, ...more: string[]) =>
    operator('points-order', 'ship', id, '--carrier', 'Pos', '--tracking', 'JP1', ...more)
  const messagesOf = async (who: Person) =>
    (
      (await world.call('mallNotice/noticeList', { method: 'GET', token: who.token })).body.data as {
        items: { title: string; line: string; route: string }[]
      }
    ).items
  afterAll(async () => {
    expect(await reconcile(world.database.kysely)).toEqual([])
  })

  describe('ordering', () => {
    test('takes coins and stock once, copies the address, and masks the phone', async () => {
      const [who, { id }, key] = [await member(500), await goods({ stock: 5 }), randomUUID()]
      const wanted = { quantity: 2, expectedPoints: 200, remark: '  Blue, please  ' }
      const first = await checkout(who, id, wanted, key)
      expect(first).toMatchObject({
        errno: 0,
        data: {
          goodsId: id,
          quantity: 2,
          points: 200,
          status: 201,
          kind: 'parcel',
          remark: 'Blue, please',
          address: {
            recipient: 'Ayu Lestari',
            phoneMasked: '+62812****7890',
            line: 'Jl. Teuku Umar 12, Denpasar, Bali, 80113',
          },
          at: instant(clock),
          receivedAt: null,
        },
      })
      expect(await checkout(who, id, wanted, key)).toEqual(first)
      expect([await goldOf(who), await stockOf(id)]).toEqual([300, 3])
      await world.call('address/delete', { token: who.token, args: { id: who.addressId, basedOn: 1 } })
      expect(await orders(who)).toEqual([first.data])
      expect((await orders({ ...who, token: (await member(0 + 1)).token })).length).toBe(0)
    })

    test('is refused with its reason, and nothing moves', async () => {
      const [who, other] = [await member(250), await member(1)]
      const [usual, high, few, limited] = [
        await goods(),
        await goods({ level: 2 }),
        await goods({ stock: 1 }),
        await goods({ limit: 1 }),
      ]
      const gone = await goods()
      await operator('goods', 'withdraw', gone.slug)
      const errno = async (...args: Parameters<typeof checkout>) => (await checkout(...args)).errno
      expect(await errno(who, usual.id, { expectedPoints: 99 })).toBe(1482)
      expect(await errno(who, usual.id, { quantity: 3, expectedPoints: 300 })).toBe(1483)
      expect(await errno(who, high.id)).toBe(1485)
      expect(await errno(who, few.id, { quantity: 2, expectedPoints: 200 })).toBe(1786)
      expect(await errno(who, gone.id)).toBe(1786)
      expect(await errno(who, randomUUID())).toBe(1404)
      expect(await errno(who, usual.id, { addressId: null })).toBe(400)
      expect(await errno(who, usual.id, { addressId: other.addressId })).toBe(1404)
      expect(await errno(who, usual.id, { quantity: 101, expectedPoints: 10_100 })).toBe(400)
      expect(await errno(who, usual.id, { remark: 'x'.repeat(201) })).toBe(400)
      expect([await goldOf(who), await stockOf(usual.id), await orders(who)]).toEqual([250, 5, []])
      await ordered(who, limited.id)
      expect(await errno(who, limited.id)).toBe(1702)
      expect(await goldOf(who)).toBe(150)
    })

    test('what goods give and what they are has to be what was read; who says nothing agrees to what is there', async () => {
      const who = await member(1000)
      const gives = { of: 'coupon', type: 2, value: 500, minimum: 2000, savesAtMost: null, days: 60 } as const
      const { id, slug } = await goods({ kind: 'coupon', gives })
      const read = async () => {
        const { body } = await world.call('integral/goods/info', { method: 'GET', token: who.token, args: { id } })
        return v.parse(GoodsTerms, body.data)
      }
      const before = await read()
      const errno = async (expectedTerms: object) => (await checkout(who, id, { expectedTerms })).errno
      expect(await errno(before)).toBe(0)
      expect(await errno({ ...before, description: 'Another thing' })).toBe(1706)
      await goods({ slug, kind: 'coupon', gives: { ...gives, value: 50 } })
      expect(await errno(before)).toBe(1706)
      await goods({ slug, kind: 'lucky balls', gives: { of: 'lucky', amount: 1 } })
      expect(await errno(before)).toBe(1706)
      expect([await goldOf(who), await stockOf(id)]).toEqual([900, 4])
      expect(await errno(await read())).toBe(0)
      expect((await checkout(who, id)).errno).toBe(0)
    })

    test('a coupon and Lucky Balls are there at once, and are received', async () => {
      const who = await member(1000)
      const coupon = await goods({
        kind: 'coupon',
        gives: { of: 'coupon', type: 2, value: 500, minimum: 2000, savesAtMost: null, days: 60 },
      })
      const lucky = await goods({ kind: 'lucky balls', gives: { of: 'lucky', amount: 10 } })
      const order = await ordered(who, coupon.id, { quantity: 2, expectedPoints: 200, addressId: null })
      expect(order).toMatchObject({ status: 401, receivedAt: instant(clock), address: null })
      expect(await ordered(who, lucky.id, { quantity: 3, expectedPoints: 300 })).toMatchObject({ status: 401 })
      expect(await balances(world.database.kysely, who.memberId)).toMatchObject({ gold: 500, lucky: 30 })
      const coupons = (await world.call('g/coupon/my/list', { method: 'GET', token: who.token })).body.data as {
        items: { expiresAt: string }[]
      }
      expect(coupons.items).toHaveLength(2)
      // Shown by its last day, it counts until the end of that in Jakarta.
      expect(coupons.items[0]?.expiresAt).toMatch(/T16:59:59\.999Z$/)
      expect(coupons.items[0]).toMatchObject({ type: 2, value: 500, minimumSpend: 2000, status: 0 })
      expect((await move(who, 'refund', order.id)).errno).toBe(1787)
      expect(await operator('points-order', 'refund', order.id)).toMatchObject({ ok: false })
    })

    test('has its bills: spent, bought, refunded, in the words of the reader, each leading to its order', async () => {
      const who = await member(1000)
      const lucky = await goods({ kind: 'lucky balls', gives: { of: 'lucky', amount: 10 } })
      const parcel = await goods()
      const bought = await ordered(who, lucky.id)
      const { id } = await ordered(who, parcel.id)
      await operator('points-order', 'refund', id)
      const { items } = (
        await world.call('capital/streamList', {
          method: 'GET',
          token: who.token,
          args: { type: 'points' },
          headers: { 'x-language': 'id', 'accept-language': 'id' },
        })
      ).body.data as { items: Bill[] }
      expect(items[0]?.subject).toMatch(/^Barang/)
      expect(items.map((it) => [it.kind, it.wallet, it.amount, it.pointsOrderId])).toEqual([
        ['points_refund', 'gold', 100, id],
        ['points_spent', 'gold', -100, id],
        ['lucky_bought', 'lucky', 10, bought.id],
        ['points_spent', 'gold', -100, bought.id],
        ['gift_points', 'gold', 1000, undefined],
      ])
    })
  })

  describe('an order', () => {
    test('is refunded once, by the member first and the operator then: coins, stock and limit are back', async () => {
      const [who, { id }] = [await member(100), await goods({ stock: 1, limit: 1 })]
      const { id: orderId } = await ordered(who, id)
      const asked = await move(who, 'refund', orderId)
      expect(asked).toMatchObject({
        errno: 0,
        data: { status: 202, refundAskedAt: instant(clock), refundDueAt: instant(clock.now() + 24 * hour) },
      })
      expect(await move(who, 'refund', orderId)).toEqual(asked)
      expect([await goldOf(who), await stockOf(id)]).toEqual([0, 0])
      expect((await operator('points-order', 'refund', orderId)).ok).toBe(true)
      expect((await operator('points-order', 'refund', orderId)).lines[0]).toContain('refunded already')
      expect([await goldOf(who), await stockOf(id)]).toEqual([100, 1])
      expect((await move(who, 'refund', orderId)).data).toMatchObject({ status: 203, refundDueAt: null })
      expect(await ship(orderId)).toMatchObject({ ok: false })
      expect((await move(who, 'receive', orderId)).errno).toBe(1787)
      expect(await messagesOf(who)).toMatchObject([
        { title: 'Points refunded', route: `/subPages/pointsmall/orderList?order=${orderId}` },
      ])
      await ordered(who, id)
    })

    test('whose refund nobody answers is refunded by itself after a day, not before', async () => {
      const [who, { id }] = [await member(100), await goods({ stock: 1 })]
      const { id: orderId } = await ordered(who, id)
      await move(who, 'refund', orderId)
      clock.advance(24 * hour - 1)
      await refundDueOrders({ database: world.database, clock })
      expect(await goldOf(who)).toBe(0)
      clock.advance(1)
      await Promise.all([1, 2].map(() => refundDueOrders({ database: world.database, clock })))
      expect([await goldOf(who), await stockOf(id)]).toEqual([100, 1])
    })

    test('whose refund is due is not shipped any more, though the job has not come round', async () => {
      const [who, { id }] = [await member(200), await goods({ stock: 2 })]
      const [early, late] = [await ordered(who, id), await ordered(who, id)]
      for (const it of [early, late]) await move(who, 'refund', it.id)
      clock.advance(24 * hour - 1)
      expect((await ship(early.id)).ok).toBe(true)
      clock.advance(1)
      expect(await ship(late.id)).toMatchObject({ ok: false })
      // Said again, it still corrects how the other one travels.
      expect((await ship(early.id)).ok).toBe(true)
      await refundDueOrders({ database: world.database, clock })
      expect([await goldOf(who), await stockOf(id)]).toEqual([100, 1])
    })

    test('shipped after a refund was asked for goes its way, and can be received', async () => {
      const [who, { id }] = [await member(100), await goods()]
      const { id: orderId } = await ordered(who, id)
      await move(who, 'refund', orderId)
      expect((await ship(orderId, '--link', 'https://pos.example/track/JP1')).ok).toBe(true)
      clock.advance(30 * hour)
      who.token = await world.tokenOf(who.memberId)
      await refundDueOrders({ database: world.database, clock })
      expect(await goldOf(who)).toBe(0)
      const [order] = await orders(who)
      expect(order).toMatchObject({
        status: 301,
        carrier: 'Pos',
        tracking: 'JP1',
        trackingUrl: 'https://pos.example/track/JP1',
        refundDueAt: null,
      })
      expect((await move(who, 'refund', orderId)).errno).toBe(1787)
      const received = await move(who, 'receive', orderId)
      expect(received).toMatchObject({ errno: 0, data: { status: 401 } })
      expect(await move(who, 'receive', orderId)).toEqual(received)
      expect(await operator('points-order', 'refund', orderId)).toMatchObject({ ok: false })
      expect(await messagesOf(who)).toMatchObject([{ title: 'Parcel shipped' }])
    })

    test('shipped keeps its link when its number is corrected, until the operator takes the link away', async () => {
      const [who, { id }] = [await member(100), await goods()]
      const { id: orderId } = await ordered(who, id)
      const link = 'https://pos.example/track'
      const seen = async () => (await orders(who))[0]
      await ship(orderId, '--link', link)
      expect((await ship(orderId)).lines).toEqual([
        `${orderId} was shipped already. It now travels as Pos JP1, with the link ${link}. --link none takes it away.`,
      ])
      expect(await seen()).toMatchObject({ tracking: 'JP1', trackingUrl: link })
      expect((await ship(orderId, '--link', 'none')).lines).toEqual([
        `${orderId} was shipped already. It now travels as Pos JP1, without a link.`,
      ])
      expect(await seen()).toMatchObject({ trackingUrl: null })
      expect((await ship(orderId, '--link', 'nowhere')).ok).toBe(false)
    })

    test('that waits is listed with up to 199 others, and the list says where there are more', async () => {
      const [who, { id }] = [await member(100), await goods()]
      const { id: orderId } = await ordered(who, id)
      const last = async () => (await operator('points-order', 'list')).lines.at(-1)
      expect(await last()).not.toContain('And more')
      const { rows } = await asOwner(world.database, (db) =>
        sql<{ id: string }>`
          insert into points_order
          select (jsonb_populate_record(it, jsonb_build_object('id', gen_random_uuid(), 'order_number', 'C' || n))).*
          from points_order it, generate_series(1, 200) n where it.id = ${orderId} returning id`.execute(db),
      )
      expect(await last()).toBe('And more: only the first 200 are listed.')
      const copies = rows.map((it) => it.id)
      await asOwner(world.database, (db) => db.deleteFrom('pointsOrder').where('id', 'in', copies).execute())
    })

    test('lost on its way is refunded by the operator: the coins come back, the piece does not', async () => {
      const [who, { id, slug }] = [await member(100), await goods({ stock: 1 })]
      const { id: orderId } = await ordered(who, id)
      await ship(orderId)
      expect((await operator('points-order', 'refund', orderId)).ok).toBe(true)
      expect([await goldOf(who), await stockOf(id)]).toEqual([100, 0])
      expect((await operator('goods', 'stock', slug, '--add', '1')).lines).toEqual([`${slug}: 1 in stock.`])
      expect((await operator('goods', 'stock', slug, '--take', '2')).ok).toBe(false)
    })

    test('is counted once by the reference of a delivery, however often it is said', async () => {
      const { id, slug } = await goods({ stock: 1 })
      const said = async (...more: string[]) => (await operator('goods', 'stock', slug, ...more)).lines[0]
      expect(await said('--add', '5', '--reference', 'delivery 7')).toBe(`${slug}: 6 in stock.`)
      expect(await said('--add', '5', '--reference', 'delivery 7')).toMatch(/^delivery 7: was done before/)
      expect(await said('--take', '5', '--reference', 'delivery 7')).toMatch(/^reference was given to another/)
      expect(await stockOf(id)).toBe(6)
      expect(await said('--add', '5', '--reference', 'delivery 8')).toBe(`${slug}: 11 in stock.`)
    })

    test('is nobody else’s', async () => {
      const [who, other, { id }] = [await member(100), await member(100), await goods()]
      const { id: orderId } = await ordered(who, id)
      expect((await move(other, 'refund', orderId)).errno).toBe(1404)
      expect((await move(other, 'receive', orderId)).errno).toBe(1404)
      expect(await orders(who)).toMatchObject([{ status: 201 }])
    })

    test('is named in each language, and listed by status and by pages', async () => {
      const [who, { id }] = [await member(300), await goods()]
      const made: string[] = []
      for (let n = 0; n < 3; n += 1) {
        clock.advance(1000)
        made.unshift((await ordered(who, id)).id)
      }
      await ship(made[1] ?? '')
      expect((await orders(who)).map((it) => it.id)).toEqual(made)
      expect((await orders(who, { status: 301 })).map((it) => it.id)).toEqual([made[1]])
      const page = (await world.call('integral/order/list', { method: 'GET', token: who.token, args: { limit: 2 } }))
        .body.data as { items: PointsOrder[]; next?: string }
      expect((await orders(who, { limit: 2, after: page.next })).map((it) => it.id)).toEqual([made[2]])
    })
  })

  test('an open parcel keeps an account from being deleted; afterwards nothing says where parcels went', async () => {
    const [who, { id }] = [await member(100), await goods()]
    await world.database.kysely
      .updateTable('member')
      .set({ passwordHash: cheapHash('a-good-one') })
      .where('id', '=', who.memberId)
      .execute()
    const leave = async () =>
      (await world.call('auth/unsubscribe', { token: who.token, args: { password: 'a-good-one', confirmed: true } }))
        .body
    const { id: orderId } = await ordered(who, id, { remark: 'Ring twice' })
    expect(await leave()).toMatchObject({ errno: 1740, errmsg: expect.stringContaining('parcels of the points mall') })
    await ship(orderId)
    expect((await leave()).errno).toBe(1740)
    await move(who, 'receive', orderId)
    expect((await leave()).errno).toBe(0)
    expect(
      await world.database.kysely
        .selectFrom('pointsOrder')
        .select(['recipient', 'phone', 'line', 'remark', 'tracking', 'status'])
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow(),
    ).toEqual({ recipient: null, phone: null, line: null, remark: null, tracking: null, status: 401 })
  })

  describe('at once', () => {
    const outcomes = async (first: (db: Db) => Promise<unknown>, second: (db: Db) => Promise<unknown>) =>
      (await runOverlapping(world.database, first, second)).map((it) => {
        if (it.status === 'fulfilled') return 'done'
        if (it.reason instanceof DomainError) return it.reason.code
        throw it.reason
      })
    const order =
      ({ memberId, addressId }: Person, goodsId: string) =>
      (db: Db) =>
        orderGoods(
          db,
          { memberId, goodsId, quantity: 1, expectedPoints: 100, addressId, remark: null, language: 'en' },
          clock,
        )

    test('the last piece goes to one of two members, and the other keeps their coins', async () => {
      const [one, two, { id }] = [await member(100), await member(100), await goods({ stock: 1 })]
      expect(await outcomes(order(one, id), order(two, id))).toEqual(['done', 'goods_gone'])
      expect([await goldOf(one), await goldOf(two), await stockOf(id)]).toEqual([0, 100, 0])
    })

    test('two orders of one member keep to the limit', async () => {
      const [who, { id }] = [await member(200), await goods({ limit: 1 })]
      expect(await outcomes(order(who, id), order(who, id))).toEqual(['done', 'purchase_limit_reached'])
      expect(await goldOf(who)).toBe(100)
    })

    test('a refund and a shipment of one order: one of them, and a refund is not paid twice', async () => {
      const [who, { id }] = [await member(200), await goods({ stock: 2 })]
      const [first, second] = [await ordered(who, id), await ordered(who, id)]
      const step = (orderId: string, what: 'refund' | 'ship') => (db: Db) =>
        moveOrder(db, { orderId, step: what }, clock)
      expect(await outcomes(step(first.id, 'refund'), step(first.id, 'ship'))).toEqual(['done', 'order_not_refundable'])
      expect(await runOverlapping(world.database, step(second.id, 'refund'), step(second.id, 'refund'))).toMatchObject([
        { value: { changed: true } },
        { value: { changed: false } },
      ])
      expect([await goldOf(who), await stockOf(id)]).toEqual([200, 2])
    })

    test('a parcel that leaves as its refund falls due keeps its points spent; the operator can still refund it', async () => {
      const [who, { id }] = [await member(100), await goods()]
      const { id: orderId } = await ordered(who, id)
      await move(who, 'refund', orderId)
      const step = (what: 'lapse' | 'refund' | 'ship') => (db: Db) => moveOrder(db, { orderId, step: what }, clock)
      expect(await outcomes(step('ship'), step('lapse'))).toEqual(['done', 'order_not_refundable'])
      expect(await goldOf(who)).toBe(0)
      await world.database.inTransaction(step('refund'))
      expect(await world.database.inTransaction(step('lapse'))).toEqual({ changed: false })
      expect(await goldOf(who)).toBe(100)
    })
  })

  describe('goods', () => {
    const read = async <T>(path: string, args: object = {}, token?: string, language = 'en') =>
      (
        await world.call(path, {
          method: 'GET',
          args,
          ...(token === undefined ? {} : { token }),
          headers: { 'x-language': language },
        })
      ).body.data as T

    test('of the demonstration are there once, for visitors too: by category, sorted, in full', async () => {
      for (let n = 0; n < 2; n += 1) await world.database.inTransaction((db) => seedDemoMall(db, clock))
      const { items: categories } = await read<{ items: { id: string; goods: number }[] }>(
        'integral/goods/category/list',
      )
      expect(categories.map((it) => [it.id, it.goods])).toEqual([
        ['things', expect.any(Number)],
        ['at-once', 6],
        ['on-the-road', 9],
        ['power-and-home', 9],
      ])
      const all = async (args: object) =>
        (await read<{ items: PointsGoods[] }>('integral/goods/v2/list', { limit: 100, ...args })).items
      const atOnce = await all({ categoryId: 'at-once' })
      expect(atOnce.map((it) => it.name)).toContain('Voucher of $5.00')
      const cheap = (await all({ sort: 'points' })).map((it) => it.points)
      expect(cheap).toEqual(cheap.toSorted((a, b) => a - b))
      expect((await all({})).at(-1)).toMatchObject({ name: 'Solar lamp', stock: 0 })
      const both = [
        await read<{ items: PointsGoods[] }>('integral/goods/list', { limit: 100 }),
        await read<{ items: PointsGoods[] }>('v2/pointMall/list', { limit: 4 }),
      ].map((it) => it.items)
      expect(both[0]).toEqual(await all({}))
      expect(both[1]).toEqual((await all({})).slice(0, 4))
      expect(demoGoods).toHaveLength(24)
      const lucky = atOnce.find((it) => it.kind === 'lucky balls')
      expect(await read<PointsGoodsDetail>('integral/goods/info', { id: lucky?.id })).toMatchObject({
        gives: { of: 'lucky', amount: 10 },
        had: 0,
      })
    })

    test('say how many of them a member has had, refunded ones not counted', async () => {
      const [who, { id }] = [await member(500), await goods({ limit: 3 })]
      await ordered(who, id, { quantity: 2, expectedPoints: 200 })
      const { id: back } = await ordered(who, id)
      await operator('points-order', 'refund', back)
      expect(await read<PointsGoodsDetail>('integral/goods/info', { id }, who.token)).toMatchObject({
        had: 2,
        limit: 3,
        gives: null,
      })
    })

    test('come from a file, change by it, and say what is wrong in it', async () => {
      const file = (content: unknown) => operator('goods', 'write', `mall.json\n${JSON.stringify(content)}`)
      const words = { en: 'Kite', ar: 'طائرة' }
      const kite = { slug: 'kite', category: 'toys', art: 'umbrella', kind: 'parcel', points: 90, stock: 2 }
      const whole = { ...kite, name: words, line: words, description: words }
      const toys = { id: 'toys', art: 'umbrella', name: { en: 'Toys' } }
      expect((await file({ goods: [whole] })).lines[0]).toContain('"toys" is not known')
      expect((await file({ categories: [toys], goods: [whole] })).lines).toEqual([
        'toys: category "Toys".',
        'kite: new, 2 in stock, 90 gold coins.',
      ])
      expect((await file({ goods: [{ ...whole, points: 95, stock: 9 }] })).lines).toEqual([
        'kite: changed, 95 gold coins.',
      ])
      expect((await operator('goods', 'list')).lines.find((it) => it.startsWith('kite'))).toContain(
        '95 coins  stock 2  limit none',
      )
      expect((await file({ goods: [{ ...whole, points: 0 }] })).lines[0]).toContain('goods.0.points')
      expect((await file({ goods: [{ ...whole, kind: 'coupon' }] })).lines[0]).toContain('needs `gives`')
      expect((await operator('points-order', 'list')).ok).toBe(true)
    })
  })
})
