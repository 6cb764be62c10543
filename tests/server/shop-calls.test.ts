import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/open.ts'
import { seedId } from '#server/db/seed/seed-id.ts'
import { creditTopUp } from '#server/features/wallet/top-up/crediting.ts'
import { callerOf } from '#tests/support/caller.ts'
import { demoStart, openDemo } from '#tests/support/demo-database.ts'
import { shopOn } from '#tests/support/shop.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import type { World } from '#tests/support/world.ts'
import { worldOn } from '#tests/support/world.ts'

const clock = new ManualClock(demoStart)
let database: Database
let world: World
let call: ReturnType<typeof callerOf>
const notThere = { errno: 1404, errmsg: "This wasn't found.", data: null }

beforeAll(async () => {
  database = await openDemo('pglite')
  world = await worldOn(database, clock)
  call = callerOf(world.app)
})
afterAll(() => database.close())

/** Someone with a token and so much in the recharge wallet. */
async function buyer(recharge: number): Promise<{ token: string; memberId: string }> {
  return await world.signIn(await shopOn(database, clock).member(recharge))
}

test('a visitor browses everything there is to browse, and is asked to log in to buy', async () => {
  const list = await call('g/goods/list', { method: 'GET', args: { kind: 'pile', sort: 'price', limit: 3 } })
  const { items, next } = list.body.data as { items: { id: string; kind: string; price: number }[]; next?: string }
  expect(items.map((it) => it.kind)).toEqual(['pile', 'pile', 'pile'])
  const more = await call('g/goods/list', {
    method: 'GET',
    args: { kind: 'pile', sort: 'price', limit: 3, after: next },
  })
  expect((more.body.data as { items: unknown[] }).items).toHaveLength(3)
  const pile = items[0] as { id: string }
  expect((await call('g/goods/info', { method: 'GET', args: { id: pile.id } })).body.data).toMatchObject({
    id: pile.id,
    held: 0,
  })
  expect((await call(`etel/plan/getById/${pile.id}`, { method: 'GET' })).body.data).toMatchObject({ id: pile.id })
  expect((await call('g/goods/vehicle/info', { method: 'GET', args: { id: pile.id } })).body.errno).toBe(1404)
  expect((await call('order/draft/generate', { args: { productId: pile.id, quantity: 1 } })).body.errno).toBe(401)
})

test("an offer speaks the caller's language and shows the whole month of its machine", async () => {
  const id = seedId('product', 'kilat-fifty')
  const [en, indonesian] = await Promise.all(
    ['en', 'id'].map(
      async (language) =>
        (await call('g/goods/info', { method: 'GET', args: { id }, headers: { 'x-language': language } })).body
          .data as {
          description: string
          specification: { label: string; value: string }[]
          history: { day: string; revenue: number; perUnit: number }[]
          earnedLast30Days: number
        },
    ),
  )
  expect(en?.description).not.toBe(indonesian?.description)
  expect(indonesian?.specification[0]).toEqual({ label: 'Daya', value: '50 kW DC' })
  expect(en?.history).toHaveLength(30)
  expect(en?.history.at(-1)?.day).toBe('2026-11-20')
  expect(en?.history.map((it) => it.day)).toEqual(en?.history.map((it) => it.day).toSorted())
})

test('what is recommended beside an offer is in stock, never itself, and the most alike comes first', async () => {
  const cardsFor = async (args: Record<string, unknown>) =>
    (
      (await call('g/goods/recommend', { method: 'GET', args })).body.data as {
        items: { id: string; categoryId: string; kind: string; stock: number }[]
      }
    ).items
  const like = seedId('product', 'kilat-fifty')
  const found = await cardsFor({ like, limit: 20 })
  expect(found.map((it) => it.id)).not.toContain(like)
  expect(found.every((it) => it.stock > 0)).toBe(true)
  const nearness = found.map((it) => (it.categoryId === 'dc-fast' ? 0 : it.kind === 'pile' ? 1 : 2))
  expect(new Set(nearness)).toEqual(new Set([0, 1, 2]))
  expect(nearness).toEqual(nearness.toSorted())
  expect(await cardsFor({ limit: 2 })).toHaveLength(2)
  const unknown = await call('g/goods/recommend', { method: 'GET', args: { like: randomUUID() } })
  expect(unknown.body).toEqual(notThere)
})

test('opening advertisements are the operator’s own, apart from the banners, in the language of the caller', async () => {
  const ads = async (language: string) =>
    (await call('v2/openAd/list', { method: 'GET', headers: { 'x-language': language } })).body.data as {
      items: { id: string; title: string; route: string }[]
    }
  const { items } = await ads('en')
  expect(items.map((it) => it.route)).toEqual(['/pages/my/books', '/pages/my/invite', '/pages/index/index'])
  expect((await ads('th')).items[0]?.title).not.toBe(items[0]?.title)
  const page = (await call('home/indexV3', { method: 'GET' })).body.data as { banners: { id: string }[] }
  expect(page.banners.filter((it) => items.some((ad) => ad.id === it.id))).toEqual([])
})

test('operators are the demo’s, each with the machines of its town', async () => {
  const { items } = (await call('v2/operator/list', { method: 'GET' })).body.data as {
    items: { id: string; machines: number; sharedLast30Days: number }[]
  }
  expect(items.map((it) => it.id)).toEqual(['voltfolio-demo', 'bandung-demo', 'surabaya-demo'])
  const offers = (await call('g/goods/list', { method: 'GET', args: { limit: 100 } })).body.data as {
    items: { operatorId: string }[]
  }
  for (const { id, machines, sharedLast30Days } of items) {
    expect(offers.items.filter((it) => it.operatorId === id)).toHaveLength(machines)
    expect(sharedLast30Days).toBeGreaterThan(0)
  }
  const { body } = await call('v2/operator/rechargeList', { method: 'GET', args: { limit: 50 } })
  const budgets = (body.data as { items: { budget: string }[] }).items.map((it) => it.budget)
  expect(budgets).toEqual(expect.arrayContaining(['deposits', 'salaries']))
})

test('the machines that run now are those in service now, whatever they took in today', async () => {
  const running = async () =>
    ((await call('home/indexV3', { method: 'GET' })).body.data as { machines: { running: number } }).machines.running
  const set = (serviceState: 'idle' | 'in service', ids: string[]) =>
    database.kysely.updateTable('machine').set({ serviceState }).where('id', 'in', ids).execute()
  const before = await database.kysely.selectFrom('machine').select(['id', 'serviceState']).execute()
  const of = (state: string) => before.filter((it) => it.serviceState === state).map((it) => it.id)
  expect(await running()).toBe(of('in service').length)
  const all = before.map((it) => it.id)
  await set('idle', all)
  expect(await running()).toBe(0)
  await set('in service', all.slice(0, 2))
  expect(await running()).toBe(2)
  await set('idle', all)
  await set('in service', of('in service'))
})

describe('one purchase, from the price to the cancellation', () => {
  const productId = seedId('product', 'kilat-rest-stop')

  test("names its coupons in the member's language", async () => {
    const { token, memberId } = await buyer(50_000)
    const id = await shopOn(database, clock).coupon(memberId, { type: 2, value: 500 })
    await database.kysely.updateTable('coupon').set({ name: 'Welcome voucher' }).where('id', '=', id).execute()
    const draft = (
      await call('order/draft/generate', { args: { productId, quantity: 1 }, token, headers: { 'x-language': 'id' } })
    ).body.data
    expect(draft).toMatchObject({ couponId: id, coupons: [{ id, name: 'Voucer selamat datang', saves: 500 }] })
  })

  test('is answered at every step, paid once under one key, and taken back whole', async () => {
    const { token } = await buyer(50_000)
    const draft = (await call('order/draft/generate', { args: { productId, quantity: 2 }, token })).body.data as {
      id: string
      actualPayment: number
    }
    expect(draft).toMatchObject({
      amount: 35_000,
      discount: 0,
      coupon: 0,
      actualPayment: 35_000,
      productName: 'Kilat Rest Stop',
      kind: 'pile',
    })
    expect((await call(`order/draft/info/${draft.id}`, { method: 'GET', token })).body.data).toEqual(draft)
    expect((await call('order/getPrepayType', { args: { draftId: draft.id }, token })).body.data).toEqual({
      currency: 'USD',
      methods: [
        { wallet: 'recharge', balance: 50_000, sufficient: true },
        { wallet: 'income', balance: 0, sufficient: false },
      ],
    })
    expect((await call('order/payInfo', { args: { draftId: draft.id }, token })).body.data).toEqual({ order: null })
    const other = await buyer(50_000)
    for (const path of ['order/getPrepayType', 'order/payInfo']) {
      expect((await call(path, { args: { draftId: draft.id }, token: other.token })).body).toEqual(notThere)
      expect((await call(path, { args: { draftId: randomUUID() }, token })).body).toEqual(notThere)
    }

    const payment = { draftId: draft.id, wallet: 'recharge', expectedPayment: draft.actualPayment }
    expect((await call('order/prepay', { args: payment, token })).body).toMatchObject({
      errno: 400,
      errmsg: expect.stringContaining('risksRead'),
    })
    const key = randomUUID()
    const paid = await call('order/prepay', { args: { ...payment, risksRead: true }, token, key })
    const again = await call('order/prepay', { args: { ...payment, risksRead: true }, token, key })
    expect(paid.body.errno).toBe(0)
    expect(again.body).toEqual(paid.body)
    expect((await call('order/prepay', { args: { ...payment, risksRead: true }, token })).body.errno).toBe(1704)

    const order = paid.body.data as { id: string; unitIds: string[] }
    expect((await call('order/payInfo', { args: { draftId: draft.id }, token })).body.data).toEqual({ order })
    expect((await call('g/order/list', { method: 'GET', token })).body.data).toEqual({ items: [order] })
    expect((await call('g/account/info', { method: 'GET', token })).body.data).toMatchObject({
      recharge: 15_000,
      goldCoins: 180,
    })
    expect((await call('g/user/goods/total', { method: 'GET', token })).body.data).toMatchObject({
      units: 2,
      activeUnits: 2,
      invested: 35_000,
      pending: 0,
      claimed: 0,
    })
    const unit = (await call('g/user/goods/info', { method: 'GET', args: { id: order.unitIds[0] }, token })).body.data
    expect(unit).toMatchObject({
      orderId: order.id,
      status: 'active',
      nextSettlementAt: '2026-11-20T07:00:00.000Z',
      cancellableUntil: '2026-11-22T06:00:00.000Z',
      deviceNumber: 'VF-DC-0058',
      sessions: [],
      settlements: [],
    })
    expect((await call('mallNotice/noticeList', { method: 'GET', token })).body.data).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ title: 'Order paid' })]),
    })

    const cancelled = await call('order/cancel', { args: { orderId: order.id }, token })
    expect(cancelled.body.data).toMatchObject({
      id: order.id,
      status: 'invalid',
      cancelledAt: '2026-11-20T06:00:00.000Z',
    })
    expect((await call('order/cancel', { args: { orderId: order.id }, token })).body.errno).toBe(1709)
    expect((await call('g/account/info', { method: 'GET', token })).body.data).toMatchObject({
      recharge: 50_000,
      goldCoins: 0,
    })
    const bills = (await call('capital/streamList', { method: 'GET', args: { wallet: 'recharge' }, token })).body
      .data as { items: { kind: string; amount: number; subject: string | null }[] }
    expect(bills.items.map((it) => [it.kind, it.amount])).toEqual([
      ['refund', 35_000],
      ['purchase', -35_000],
      ['topup', 50_000],
    ])
    expect(bills.items[0]?.subject).toBe('Kilat Rest Stop')
  })

  test('the level that is missing is said with its number', async () => {
    const { token } = await buyer(100_000)
    const draft = (
      await call('order/draft/generate', {
        args: { productId: seedId('product', 'kilat-highway'), quantity: 1 },
        token,
      })
    ).body.data as { id: string; actualPayment: number }
    const heard = await call('order/prepay', {
      args: { draftId: draft.id, wallet: 'recharge', expectedPayment: draft.actualPayment, risksRead: true },
      token,
    })
    expect(heard.body).toMatchObject({ errno: 1485, errmsg: 'This needs member level 3; yours is 0.', data: null })
    expect(heard.status).toBe(200)
  })

  test('five at once cost two per cent less', async () => {
    const { token } = await buyer(0)
    const draft = await call('order/draft/generate', {
      args: { productId: seedId('product', 'kancil-s1'), quantity: 5 },
      token,
    })
    expect(draft.body.data).toMatchObject({ amount: 18_000, discount: 360, actualPayment: 17_640 })
  })
})

test("ranges of the bills are the member's own days", async () => {
  const { token } = await buyer(0)
  const kinds = async (range: string) =>
    (
      (await call('capital/streamList', { method: 'GET', args: { range }, token })).body.data as {
        items: { kind: string }[]
      }
    ).items.length
  const { memberId } = await call('user/info', { method: 'GET', token }).then(
    (it) => (it.body.data as { userInfo: { memberId: string } }).userInfo,
  )
  // What follows is posted on days that the demonstration has closed.
  await sql`select keep_closed_days('2026-11-01'::date, true)`.execute(database.kysely)
  // 23:50 on the 19th and 00:10 on the 20th in Jakarta.
  for (const at of [
    '2026-11-19T16:50:00.000Z',
    '2026-11-19T17:10:00.000Z',
    '2026-11-13T17:10:00.000Z',
    '2026-11-13T16:50:00.000Z',
  ]) {
    const then = new ManualClock(at)
    await database.inTransaction((db) =>
      creditTopUp(
        db,
        { source: 'test', externalId: randomUUID(), memberId, amount: 100, currency: 'USD', receivedAt: at },
        then,
      ),
    )
  }
  expect([
    await kinds('today'),
    await kinds('yesterday'),
    await kinds('last 7 days'),
    await kinds('last 30 days'),
  ]).toEqual([1, 1, 3, 4])
})

test("a machine's days begin with its first trip, though it rested when the month began", async () => {
  const shop = shopOn(database, clock)
  const machine = await shop.offer()
  await shop.earn(machine, 500)
  clock.advance(40 * 86_400_000)
  await shop.earn(machine, 700)
  const historyOf = async (id: string) =>
    ((await call('g/goods/info', { method: 'GET', args: { id } })).body.data as { history: { revenue: number }[] })
      .history
  expect((await historyOf(machine.productId)).map((it) => it.revenue)).toEqual([...Array<number>(29).fill(0), 700])
  const fresh = await shop.offer()
  expect(await historyOf(fresh.productId)).toEqual([])
  await shop.earn(fresh, 300)
  clock.advance(86_400_000)
  expect((await historyOf(fresh.productId)).map((it) => it.revenue)).toEqual([300, 0])
})

test('what a visitor may read as well is refused to a session that is over: a member would take a visitor’s answer for theirs', async () => {
  const { token } = await buyer(0)
  const read = async () => (await call('g/goods/list', { method: 'GET', args: { limit: 1 }, token })).body.errno
  expect(await read()).toBe(0)
  clock.advance(16 * 60_000)
  expect(await read()).toBe(401)
})
