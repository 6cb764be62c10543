import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instant } from '#server/clock.ts'
import type { Database } from '#server/db/open.ts'
import { rankOffers } from '#server/db/earned-ranks.ts'
import type { ProductOrder } from '#server/db/product-cards.ts'
import { productCards } from '#server/db/product-cards.ts'
import { categoriesOf } from '#server/features/home/categories.ts'
import { catalogue } from '#server/features/products/catalogue.ts'
import { shareOf } from '#server/features/products/machines/rules.ts'
import type { Context } from '#server/http/handler.ts'
import { databases } from '#tests/support/databases.ts'
import type { MadeMachine } from '#tests/support/people-and-machines.ts'
import { shopOn } from '#tests/support/shop.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const day = 86_400_000

describe.each(databases)('the catalogue on $name', ({ open }) => {
  const clock = new ManualClock('2026-09-01T00:00:00.000Z')
  let database: Database
  let shop: ReturnType<typeof shopOn>
  beforeAll(async () => {
    database = await open()
    shop = shopOn(database, clock)
  })
  afterAll(() => database.close())

  const cards = (order: ProductOrder = 'featured', over: Partial<Parameters<typeof productCards>[1]> = {}) =>
    productCards(database.kysely, { order, limit: 100, asOf: instant(clock), language: 'en', ...over })
  const earnedOf = async (productId: string) => (await cards('featured', { ids: [productId] }))[0]?.earnedLast30Days

  test('what a unit earned in 30 days is its part of what was booked in them, to the minor unit', async () => {
    const machine = await shop.offer({}, { unitsTotal: 7, memberShareBp: 6543 })
    expect(await earnedOf(machine.productId)).toBeNull()
    const booked: { at: number; share: number }[] = []
    const earn = async (amount: number) => {
      await shop.earn(machine, amount)
      booked.push({ at: clock.now(), share: shareOf(amount, 6543) })
    }
    await earn(1234)
    expect(await earnedOf(machine.productId)).toBeNull()
    for (const amount of [501, 77, 9999, 3, 1201, 45_678, 12]) {
      clock.advance(5 * day + 3)
      await earn(amount)
      const total = (from: number) => booked.filter((it) => it.at <= from).reduce((sum, it) => sum + it.share, 0)
      const expected = Math.floor(total(clock.now()) / 7) - Math.floor(total(clock.now() - 30 * day) / 7)
      expect(await earnedOf(machine.productId)).toBe(expected)
    }
    // A machine that stood still for a month has earned 0, which differs from never having run (null).
    clock.advance(31 * day)
    expect(await earnedOf(machine.productId)).toBe(0)
  })

  test('pages of every order have each offer once, also while machines go on earning', async () => {
    const machines: MadeMachine[] = []
    for (let at = 0; at < 13; at += 1) {
      machines.push(
        await shop.offer({
          price: 100 * ((at % 4) + 1),
          isFeatured: at % 3 === 0,
          position: at % 5,
          offeredFrom: instant(clock.now() - (at % 3) * day),
        }),
      )
    }
    for (const machine of machines.slice(0, 6)) await shop.earn(machine, 1000)
    clock.advance(2 * day)
    const everything = (await cards()).map((it) => it.id).toSorted()
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<ProductOrder>('featured', 'price', 'earned', 'newest'),
        fc.integer({ min: 1, max: 9 }),
        async (order, limit) => {
          const asOf = instant(clock)
          const whole = await cards(order, { asOf })
          const seen = []
          for (let after: { rank: number; id: string } | undefined; ;) {
            const page = await productCards(database.kysely, { order, limit, asOf, after, language: 'en' })
            seen.push(...page)
            after = page.at(-1)
            if (page.length < limit || !after) break
            clock.advance(1000)
            await shop.earn(machines[seen.length % 13] as MadeMachine, 5000)
          }
          expect(seen.map((it) => it.id)).toEqual(whole.map((it) => it.id))
          expect(seen.map((it) => it.id).toSorted()).toEqual(everything)
        },
      ),
      { numRuns: 16 },
    )
  })

  test('by earnings offers stand as a job has measured them, and a list keeps to its order', async () => {
    const ids = (it: { id: string }[]) => it.map(({ id }) => id)
    const listed = async (after?: string) => {
      const context = { db: database.kysely, clock, language: 'en', callerId: null } as unknown as Context
      return await catalogue(context, { sort: 'earned', limit: 4, ...(after === undefined ? {} : { after }) })
    }
    const slow = await shop.offer()
    await shop.earn(slow, 10)
    clock.advance(2 * day)
    const measured = ids(await cards('earned'))
    await rankOffers({ database, clock })
    const first = await listed()
    expect(ids(first.items)).toEqual(measured.slice(0, 4))
    await shop.earn(slow, 50_000_000)
    clock.advance(600_000)
    expect(ids(await cards('earned'))[0]).toBe(slow.productId)
    expect(ids((await listed()).items)).toEqual(measured.slice(0, 4))
    await rankOffers({ database, clock })
    expect(ids((await listed()).items)[0]).toBe(slow.productId)
    expect(ids((await listed(first.next)).items)).toEqual(measured.slice(4, 8))
    // Two hours later the first order is forgotten: the rest of its list is measured as of then, which is the same.
    clock.advance(day / 12)
    expect(ids((await listed()).items)[0]).toBe(slow.productId)
    await rankOffers({ database, clock })
    expect(ids((await listed(first.next)).items)).toEqual(measured.slice(4, 8))
  })

  test('orders mean what they say', async () => {
    const featured = await cards('featured')
    const flags = new Map(
      (await database.kysely.selectFrom('product').select(['id', 'isFeatured', 'offeredFrom']).execute()).map((it) => [
        it.id,
        it,
      ]),
    )
    const isFeatured = featured.map((it) => flags.get(it.id)?.isFeatured)
    expect(isFeatured.lastIndexOf(true)).toBeLessThan(isFeatured.indexOf(false))
    const prices = (await cards('price')).map((it) => it.price)
    expect(prices).toEqual(prices.toSorted((a, b) => a - b))
    const earned = (await cards('earned')).map((it) => it.earnedLast30Days ?? -1)
    expect(earned).toEqual(earned.toSorted((a, b) => b - a))
    const newest = (await cards('newest')).map((it) => flags.get(it.id)?.offeredFrom ?? '')
    expect(newest).toEqual(newest.toSorted().toReversed())
  })

  test('filters: a category with those below it, a kind, a price, stock, and nothing before it is offered', async () => {
    const { kysely: db } = database
    await db
      .insertInto('category')
      .values([
        { id: 'above', parentId: null, kind: 'pile', name: '{"en":"Above"}', art: 'x', position: 9 },
        { id: 'below', parentId: 'above', kind: 'pile', name: '{"en":"Below"}', art: 'x', position: 10 },
      ])
      .execute()
    const cheap = await shop.offer({ categoryId: 'below', price: 10 }, { kind: 'pile', unitsTotal: 1 })
    const dear = await shop.offer({ categoryId: 'below', price: 20 }, { kind: 'pile' })
    const future = await shop.offer({ categoryId: 'below', offeredFrom: instant(clock.now() + 1) }, { kind: 'pile' })
    const ids = async (over: Parameters<typeof cards>[1]) => (await cards('price', over)).map((it) => it.id)
    expect(await ids({ categoryId: 'above' })).toEqual([cheap.productId, dear.productId])
    expect(await ids({ categoryId: 'below', affordableWith: 10 })).toEqual([cheap.productId])
    expect(await ids({ kind: 'pile' })).toEqual([cheap.productId, dear.productId])
    expect(await ids({ categoryId: 'above', kind: 'vehicle' })).toEqual([])
    await shop.buy(await shop.member(100), cheap.productId)
    expect(await ids({ categoryId: 'above', inStock: true })).toEqual([dear.productId])
    expect(await ids({ categoryId: 'above', affordableWith: 20 })).toEqual([dear.productId])
    expect((await cards('price', { ids: [cheap.productId] }))[0]?.stock).toBe(0)
    const counts = async () =>
      (await categoriesOf({ db: database.kysely, clock, language: 'en' }))
        .filter((it) => ['above', 'below'].includes(it.id))
        .map((it) => it.products)
    expect(await counts()).toEqual([2, 2])
    clock.advance(1)
    expect(await ids({ categoryId: 'above' })).toContain(future.productId)
    expect(await counts()).toEqual([3, 3])
    const withdrawn = { offer: 'withdrawn' } as const
    await database.kysely.updateTable('product').set(withdrawn).where('id', '=', dear.productId).execute()
    expect(await counts()).toEqual([2, 2])
  })
})
