import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer, Call } from '#protocol/call.ts'
import { bindCardList } from '#protocol/cards.ts'
import { contractBills, contractInfo } from '#protocol/contracts.ts'
import { depositList } from '#protocol/deposits.ts'
import { homeIndex, barrage, categoryIndex } from '#protocol/home.ts'
import { goodsList } from '#protocol/products.ts'
import { invitationRewards, teamRechargeTotal, teamTotal } from '#protocol/team.ts'
import { streamList, withdrawInfo } from '#protocol/wallet.ts'
import type { Database } from '#server/db/open.ts'
import { demoProducts } from '#server/db/seed/demo-products.ts'
import { expectedRevenuePerDay, projectionOf } from '#server/db/seed/demo-product.ts'
import { seedReference } from '#server/db/seed/reference.ts'
import { seedDemoMember } from '#server/demo-member.ts'
import { seedDemoCatalogue } from '#server/features/products/demo-catalogue.ts'
import { instant } from '#server/clock.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { demoStart, openDemo } from '#tests/support/demo-database.ts'
import { callerOf } from '#tests/support/caller.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import type { World } from '#tests/support/world.ts'
import { worldOn } from '#tests/support/world.ts'

const clock = new ManualClock(demoStart)
let database: Database
let world: World
let call: ReturnType<typeof callerOf>

beforeAll(async () => {
  database = await openDemo('pglite')
  world = await worldOn(database, clock)
  call = callerOf(world.app)
})
afterAll(() => database.close())

async function read<C extends Call>(
  declared: C,
  args: object = {},
  more: Parameters<typeof call>[1] = {},
): Promise<Answer<C>> {
  const heard = await call(declared.path, { method: declared.method, args, ...more })
  expect([declared.path, heard.body.errmsg]).toEqual([declared.path, ''])
  return heard.body.data as Answer<C>
}

const made = (key: unknown) => Buffer.from(JSON.stringify(key)).toString('base64url')

/** What is in a table, whatever the order. */
async function picture(...tables: string[]): Promise<string[]> {
  return await Promise.all(
    tables.map(async (table) => {
      const {
        rows: [found],
      } = await sql<{
        digest: string
      }>`select count(*) || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest
        from ${sql.table(table)} t`.execute(database.kysely)
      return `${table} ${found?.digest}`
    }),
  )
}

async function seedAgain(): Promise<void> {
  await seedReference(database.kysely)
  await database.inTransaction((db) => seedDemoCatalogue(db, clock))
  await database.inTransaction((db) => seedDemoMember(db, { joined: clock, bought: clock, passwordHash: 'none' }))
}

test('seeding again, and by two at once, changes nothing', async () => {
  const tables = [
    'country',
    'level',
    'setting',
    'category',
    'product',
    'machine',
    'banner',
    'member',
    'account',
    'coupon',
    'purchase',
    'unit',
    'transfer',
    'top_up',
  ]
  const before = await picture(...tables)
  await Promise.all([seedAgain(), seedAgain()])
  expect(await picture(...tables)).toEqual(before)
})

describe('the demo', () => {
  test('is as rich as it says', () => {
    expect(demoProducts.length).toBeGreaterThanOrEqual(24)
    expect(new Set(demoProducts.map((it) => it.slug)).size).toBe(demoProducts.length)
    expect(new Set(demoProducts.map((it) => it.settlementType))).toEqual(new Set([0, 1, 2]))
    for (const it of demoProducts) {
      expect(it.description.en).not.toBe(it.description.id)
      expect((it.tripsPerDay === undefined) !== (it.sessionsPerDay === undefined)).toBe(true)
    }
  })

  test('projects no more than the machines can take in', () => {
    for (const it of demoProducts) {
      const { dailyIncome, totalReturn } = projectionOf(it)
      expect(dailyIncome * it.unitsTotal).toBeLessThanOrEqual((expectedRevenuePerDay(it) * it.memberShareBp) / 10_000)
      expect(totalReturn).toBeGreaterThanOrEqual(dailyIncome * it.validityDays)
    }
  })

  test('projections and what was earned are near each other over a month', async () => {
    const { items } = await read(goodsList, { limit: 100 })
    expect(items).toHaveLength(demoProducts.length)
    const part = (it: (typeof items)[number]) => (it.earnedLast30Days ?? 0) / (it.dailyIncome * 30)
    expect(items.filter((it) => part(it) < 0.8 || part(it) > 1.35).map((it) => [it.name, part(it)])).toEqual([])
  })

  test('the demo member has a picture, made small as any', async () => {
    const { avatarUrl } = await database.kysely
      .selectFrom('member')
      .select('avatarUrl')
      .where('isDemo', '=', true)
      .executeTakeFirstOrThrow()
    expect(avatarUrl).toMatch(/^\/wx\/picture\/[\w-]{43}\.webp$/)
  })

  test('the demo member has a team that holds units or not, with rewards received and waiting', async () => {
    const { token } = world.demo
    const { direct, indirect, valid, invalid } = await read(teamTotal, {}, { token })
    expect({ direct, indirect, valid, invalid }).toEqual({ direct: 4, indirect: 3, valid: 3, invalid: 4 })
    expect(await read(invitationRewards, {}, { token })).toMatchObject({ receivable: 2, receivedCoins: 600 })
    // Two have joined since Monday.
    expect(await read(teamRechargeTotal, {}, { token })).toMatchObject({ members: 5, total: 250_000 })
  })

  test('the demo member owns units of every settlement type and has something to claim', async () => {
    const types = await database.kysely
      .selectFrom('unit')
      .select('settlementType')
      .distinct()
      .where('memberId', '=', world.demo.memberId)
      .execute()
    expect(types.map((it) => it.settlementType).toSorted((a, b) => a - b)).toEqual([0, 1, 2])
    const heard = await call('g/account/info', { method: 'GET', token: world.demo.token })
    expect(heard.body.data).toMatchObject({
      currency: 'USD',
      recharge: 78_900,
      pendingIncome: expect.any(Number),
    })
    const { pendingIncome, luckyBalls, goldCoins } = heard.body.data as Record<string, number>
    expect(pendingIncome).toBeGreaterThan(1000)
    // Enough to play: a code brought balls and coins, of which few were spent.
    expect(luckyBalls).toBeGreaterThanOrEqual(13)
    expect(goldCoins).toBeGreaterThan(1000)
  })
})

describe('the demo member', () => {
  const mine = <C extends Call>(declared: C, args: object = {}) => read(declared, args, { token: world.demo.token })

  test('has a card that takes withdrawals, and one whose annual fee is unpaid', async () => {
    const { items } = await mine(bindCardList)
    expect(items.map((it) => [it.status, it.bills.map((bill) => [bill.status, bill.amount]).toSorted()])).toEqual([
      [
        'active',
        [
          [0, 600],
          [2, 1000],
        ],
      ],
      ['unactive', [[-1, 300]]],
    ])
  })

  test('has withdrawn: arrived, returned, and on its way', async () => {
    const { recent, balance } = await mine(withdrawInfo)
    expect(recent.map((it) => [it.state, it.amount, it.steps.map((step) => step.state).join(' ')])).toEqual([
      ['requested', 1200, 'requested'],
      ['returned', 1500, 'requested approved sent returned'],
      ['arrived', 2000, 'requested approved sent arrived'],
    ])
    expect(balance).toBeGreaterThan(0)
  })

  test("has topped up by the demonstration's rail, and holds a deposit", async () => {
    const { items } = await mine(streamList, { wallet: 'recharge', range: 'last 7 days' })
    expect(items.map((it) => [it.kind, it.amount])).toEqual([
      ['deposit', -10_000],
      ['card_repayment', -1000],
      ['topup', 11_000],
    ])
    expect((await mine(depositList, { limit: 10 })).items).toMatchObject([
      { state: 'running', days: 90, principal: 10_000 },
    ])
  })

  test("has a contract, and of three weeks' pay received two", async () => {
    expect(await mine(contractInfo)).toMatchObject({
      button: 2,
      version: 1,
      contract: { name: 'Sari', idNumberMasked: '•••• 0001' },
    })
    const { items, receivable, received } = await mine(contractBills, { limit: 10 })
    expect(items.map((it) => [it.week, it.status])).toEqual([
      ['2026-W46', 0],
      ['2026-W45', 1],
      ['2026-W44', 1],
    ])
    expect(received).toBe(2 * receivable)
  })

  test('has books that agree', async () => {
    expect(await reconcile(database.kysely)).toEqual([])
  })
})

describe('home', () => {
  test("shows what is there: banners, categories with their numbers, and the machines' own takings", async () => {
    const home = await read(homeIndex)
    expect(home.banners.length).toBeGreaterThan(0)
    expect(home.categories.reduce((sum, it) => sum + it.products, 0)).toBe(demoProducts.length)
    expect(home.featured.map((it) => it.name)).toContain('Kilat Rest Stop')
    const {
      rows: [booked],
    } = await sql<{ today: number; month: number }>`
      select coalesce(sum(amount) filter (where booked_at >= '2026-11-19T17:00:00Z'), 0)::bigint as today,
        sum(amount)::bigint as month
      from revenue where booked_at >= '2026-10-21T17:00:00Z'`.execute(database.kysely)
    expect(home.machines).toMatchObject({
      currency: 'USD',
      total: demoProducts.length,
      revenueToday: booked?.today,
      revenueLast30Days: booked?.month,
    })
  })

  test("speaks the caller's language", async () => {
    const { l1Category } = await read(
      categoryIndex,
      { positionCode: 'labelCategory' },
      { headers: { 'x-language': 'id-ID' } },
    )
    expect(l1Category.map((it) => it.name)).toEqual(['Kendaraan', 'Stasiun pengisian'])
    expect((await read(categoryIndex, { positionCode: 'aiCategory' })).l1Category).toEqual([])
  })

  test('the barrage is empty until somebody does something, and then names nobody', async () => {
    expect((await read(barrage)).items).toEqual([])
    const heard = await call('g/user/goods/earnings/claim', { token: world.demo.token })
    const { amount } = heard.body.data as { amount: number }
    const { items } = await read(barrage)
    expect(items).toEqual([
      expect.objectContaining({ who: 'S***', what: 'claimed', amount, currency: 'USD', at: instant(clock) }),
    ])
    expect(JSON.stringify(items)).not.toMatch(/Sari|81200000001/)
  })
})

test('a cursor that the list did not give out is refused by its name', async () => {
  const { token } = world.demo
  const lists = [
    'g/goods/list',
    'g/user/goods/list',
    'g/order/list',
    'g/coupon/my/list',
    'capital/streamList',
    'g/account/bill/earn/list',
  ]
  const forged = [
    'x',
    '%',
    made(null),
    made([]),
    made([1, 2, 3]),
    made(['2026-02-31T00:00:00.000Z', world.demo.unitId]),
    made(['2026-02-31', 1, 'income']),
    made(['2026-11-20', 1e300, 'income']),
    made(['2026-11-20T06:00:00.000Z', 1e300, world.demo.unitId]),
  ]
  for (const path of lists) {
    for (const after of forged) {
      const heard = await call(path, { method: 'GET', args: { after }, token })
      expect([path, after, heard.status, heard.body.errmsg]).toEqual([
        path,
        after,
        400,
        expect.stringContaining('after: '),
      ])
    }
  }
})
