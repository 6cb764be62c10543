import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operate } from '#server/cli/operator/operate.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/open.ts'
import { productCards } from '#server/db/product-cards.ts'
import { setSetting } from '#server/db/settings.ts'
import { seedReference } from '#server/db/seed/reference.ts'
import { instant } from '#server/clock.ts'
import { categoriesOf } from '#server/features/home/categories.ts'
import { offeredVersion } from '#server/features/visitor-contents.ts'
import { seedDemoCatalogue } from '#server/features/products/demo-catalogue.ts'
import { readCatalogue, type CatalogueProduct } from '#server/features/products/offers/catalogue-file.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { silentLog } from '#server/log.ts'
import { catalogueCategory as category, catalogueProduct as scooter } from '#tests/support/catalogue-product.ts'
import { databases } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { shopOn } from '#tests/support/shop.ts'

const who = ['--as', 'Ana', '--why', 'a test']
describe.each(databases)('the catalogue as a file on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  let database: Database
  let shop: ReturnType<typeof shopOn>
  beforeAll(async () => {
    database = await open()
    shop = shopOn(database, clock)
    await seedReference(database.kysely)
    await run('operator', 'set', 'new-operator', '--name', 'New', '--since', '2026-01-01', ...who)
  })
  afterAll(() => database.close())

  const config = readConfig({ DATA_DIR: 'no-such-folder' })
  const run = (...argv: string[]) => operate({ database, clock, config, log: silentLog }, argv)
  const typed = (command: string, file: object | string, ...more: string[]) =>
    run('catalogue', command, `it.json\n${typeof file === 'string' ? file : JSON.stringify(file)}`, ...more)
  const apply = (file: object | string) => typed('apply', file, ...who)
  const exported = async () => (await run('catalogue', 'export')).lines.join('\n')
  const versions = async () => (await run('catalogue', 'versions')).lines
  const cards = (ids?: string[]) =>
    productCards(database.kysely, {
      order: 'featured',
      limit: 100,
      asOf: instant(clock),
      language: 'en',
      ...(ids ? { ids } : {}),
    })
  const cardOf = async (name: string) => (await cards()).find((it) => it.name === name)

  test('adds a product with its machine, which can be bought at once, and keeps the file with who and why', async () => {
    const file = { categories: [category], products: [scooter] }
    expect((await typed('diff', file)).lines).toEqual([
      'category new-scooters: new, "A scooter": members can choose it.',
      'VF-NEW-1: new, "Kijang N1": 8 units on offer.',
    ])
    expect(await cardOf('Kijang N1')).toBeUndefined()
    expect(await apply(file)).toMatchObject({ ok: true, lines: expect.arrayContaining(['This is version 1.']) })
    const card = await cardOf('Kijang N1')
    expect(card).toMatchObject({ price: 3000, stock: 8, unitsTotal: 10, isOnOffer: true, place: 'Menteng, Jakarta' })
    const memberId = await shop.member(100_000)
    await shop.pay(memberId, await shop.draft(memberId, card!.id, 3))
    expect(await cardOf('Kijang N1')).toMatchObject({ stock: 5 })
    expect(await versions()).toEqual(['1  2026-11-20T06:00:00.000Z  Ana  2 changes  why: a test'])
    const kept = await run('catalogue', 'version', '1')
    expect(JSON.parse(kept.lines.join('\n'))).toMatchObject({ products: [{ device: 'VF-NEW-1', price: 3000 }] })
  })

  test('a stand that moves leaves no position at it that was reported before', async () => {
    const { kysely: db } = database
    const { id } = await db
      .selectFrom('machine')
      .select('id')
      .where('deviceNumber', '=', scooter.device)
      .executeTakeFirstOrThrow()
    const { latitude, longitude } = scooter.machine
    const reported = {
      at: instant(clock),
      latitude: latitude!,
      longitude: longitude!,
      battery: null,
      state: 'resting' as const,
    }
    await db
      .insertInto('machinePosition')
      .values({ machineId: id, ...reported, isAtStand: true })
      .execute()
    const isAtStand = async () =>
      (await db.selectFrom('machinePosition').select('isAtStand').where('machineId', '=', id).execute()).map(
        (it) => it.isAtStand,
      )
    await apply({ products: [{ ...scooter, price: scooter.price + 1 }] })
    expect(await isAtStand()).toEqual([true])
    await apply({ products: [{ ...scooter, machine: { ...scooter.machine, latitude: latitude! + 0.01 } }] })
    expect(await isAtStand()).toEqual([false])
    await apply({ products: [scooter] })
  })

  test('an export applied again changes nothing, and makes no version', async () => {
    const before = await versions()
    const file = await exported()
    expect(readCatalogue(file).products).toHaveLength(1)
    expect((await typed('diff', file)).lines).toEqual(['Nothing would change.'])
    expect(await apply(file)).toEqual({ ok: true, lines: ['Nothing to change.'] })
    expect([await exported(), await versions()]).toEqual([file, before])
  })

  test('an instant of offer is the same however it is written, and one that is none is refused', async () => {
    const offered = (offeredFrom: string) => ({ products: [{ ...scooter, offeredFrom }] })
    expect((await apply(offered('2026-11-20T13:00:00+07:00'))).lines).toEqual(['Nothing to change.'])
    expect((await apply(offered('2026-11-20T06:00:00Z'))).lines).toEqual(['Nothing to change.'])
    for (const none of ['2026-11-20T06:00:00', '2026-11-31T06:00:00Z', '2026-11-20T06:00:00+07', '2026-11-20'])
      expect((await apply(offered(none))).lines.join('\n')).toContain(
        'products.0 (VF-NEW-1).offeredFrom: must be an instant with its zone',
      )
  })

  test('what was bought keeps its terms: a price is for new orders, a share or a cut is refused', async () => {
    const units = () => database.kysely.selectFrom('unit').selectAll().orderBy('id').execute()
    const [before, orders] = [await units(), await database.kysely.selectFrom('purchase').selectAll().execute()]
    const dearer = { ...scooter, price: 4000, dailyIncome: 9, yieldRate: 9125, validityDays: 400, cancellationHours: 0 }
    expect(await typed('diff', { products: [dearer] })).toMatchObject({
      ok: true,
      lines: expect.arrayContaining([
        'VF-NEW-1: price 3000 -> 4000: for new orders; 3 units that are held keep theirs.',
      ]),
    })
    expect((await apply({ products: [dearer] })).ok).toBe(true)
    expect(await cardOf('Kijang N1')).toMatchObject({ price: 4000, validityDays: 400, stock: 5 })
    expect([await units(), await database.kysely.selectFrom('purchase').selectAll().execute()]).toEqual([
      before,
      orders,
    ])
    for (const machine of [
      { ...scooter.machine, memberShareBp: 5999 },
      { ...scooter.machine, memberShareBp: 7000 },
      { ...scooter.machine, unitsTotal: 20 },
      { ...scooter.machine, unitsKept: 8 },
    ]) {
      const file = await exported()
      const refused = await apply({ products: [{ ...dearer, price: 1, yieldRate: 0, machine }] })
      expect(refused).toMatchObject({
        ok: false,
        lines: ['The file is refused:', expect.stringContaining('VF-NEW-1'), 'Nothing was changed.'],
      })
      // A script that applies a file only after its diff went well must see that.
      expect(await typed('diff', { products: [{ ...dearer, machine }] })).toMatchObject({
        ok: false,
        isBad: true,
        lines: expect.arrayContaining([expect.stringContaining('REFUSED')]),
      })
      expect(await exported()).toBe(file)
    }
    expect((await apply({ products: [{ ...dearer, machine: { ...scooter.machine, unitsKept: 7 } }] })).ok).toBe(true)
    expect(await cardOf('Kijang N1')).toMatchObject({ stock: 0 })
  })

  test("what is paused or withdrawn is in no list and can't be bought; its units earn on", async () => {
    const { id } = (await cardOf('Kijang N1'))!
    const file = JSON.parse(await exported()) as { products: CatalogueProduct[] }
    const [now] = file.products as [CatalogueProduct]
    const machine = { ...now.machine, unitsKept: 0 }
    await apply({ products: [{ ...now, machine }] })
    const memberId = await shop.member(100_000)
    const draft = await shop.draft(memberId, id)
    for (const offer of ['paused', 'withdrawn'] as const) {
      const told = await apply({ products: [{ ...now, machine, offer }] })
      expect(told.lines[0]).toContain("can't be bought from now on; 3 units that are held earn on")
      expect(await cards()).toEqual([])
      expect(await cards([id])).toMatchObject([{ stock: 0, isOnOffer: false }])
      await expect(shop.pay(memberId, draft)).rejects.toThrow('stock_gone')
      await expect(shop.draft(memberId, id)).rejects.toThrow('stock_gone')
    }
    expect((await apply({ products: [{ ...now, machine, offer: 'open' }] })).ok).toBe(true)
    await shop.pay(memberId, draft)
    expect(await reconcile(database.kysely)).toEqual([])
  })

  test('every fault of a file is named with its place, and none of it is applied', async () => {
    const before = await exported()
    const refusals = async (file: object | string) => (await apply(file)).lines.join('\n')
    expect(await refusals('{')).toContain('the file: ')
    const told = await refusals({
      products: [
        { ...scooter, price: 0, description: { id: 'Skuter' }, settlementType: 3, colour: 'red' },
        { ...scooter, device: 'VF-NEW-2', yieldRate: 12_167, machine: { ...scooter.machine, timeZone: 'Mars' } },
      ],
    })
    for (const fault of [
      'products.0 (VF-NEW-1).price: must be at least 1',
      'products.0 (VF-NEW-1).description.en: ',
      'products.0 (VF-NEW-1).settlementType: must be 0 (daily), 1 (at expiry) or 2 (hourly)',
      'products.0 (VF-NEW-1).colour: ',
      'products.1 (VF-NEW-2).machine.timeZone: must be a time zone',
    ])
      expect(told).toContain(fault)
    expect(await refusals({ products: [{ ...scooter, device: 'VF-NEW-2', yieldRate: 12_167 }] })).toContain(
      'products.0 (VF-NEW-2).yieldRate: promises more than totalReturn',
    )
    // Over its 365 days it is 3,650, or a little less where a part of the smallest unit is cut off.
    expect(await refusals({ products: [{ ...scooter, device: 'VF-NEW-2', dailyIncome: 11 }] })).toContain(
      'products.0 (VF-NEW-2).dailyIncome: comes to more than totalReturn on every day of the term',
    )
    expect(await refusals({ products: [{ ...scooter, device: 'VF-NEW-2', dailyIncome: 9 }] })).toContain(
      'products.0 (VF-NEW-2).totalReturn: promises more than dailyIncome',
    )
    expect(await refusals({ products: [scooter, scooter] })).toContain('products.1 (VF-NEW-1): is there twice')
    const unknown = { ...scooter, device: 'VF-NEW-3', category: 'none', operator: 'nobody', levelNeeded: 99 }
    const missing = await refusals({ products: [{ ...scooter, device: 'VF-NEW-2' }, unknown] })
    for (const part of ['.category: "none"', '.operator: "nobody"', '.levelNeeded: there is no level 99'])
      expect(missing).toContain(`products.1 (VF-NEW-3)${part}`)
    expect(await exported()).toBe(before)
  })

  test('an export keeps which categories are run by AI, and the Mall shows them so', async () => {
    expect((await apply({ categories: [{ ...category, isAi: true }] })).lines[0]).toContain('isAi false -> true')
    expect(readCatalogue(await exported()).categories).toMatchObject([{ id: 'new-scooters', isAi: true }])
    expect((await typed('diff', await exported())).lines).toEqual(['Nothing would change.'])
    const shown = await categoriesOf({ db: database.kysely, clock, language: 'en' })
    expect(shown).toMatchObject([{ id: 'new-scooters', isAi: true }])
    expect((await apply({ categories: [category] })).ok).toBe(true)
  })

  test('categories have two levels: a third, which no list would show, is refused by name', async () => {
    const before = await exported()
    const below = { ...category, id: 'cargo', parent: category.id }
    const deepest = { ...category, id: 'cargo-bikes', parent: below.id }
    const refusal = async (...categories: object[]) => (await apply({ categories })).lines.join('\n')
    expect(await refusal({ ...category, parent: category.id })).toContain(
      "categories.0 (new-scooters).parent: a category can't lie in itself",
    )
    expect(await refusal(below, deepest)).toContain(
      'categories.1 (cargo-bikes).parent: "cargo" lies in a category itself, and there are two levels',
    )
    expect(await exported()).toBe(before)
    // A child before its parent, as an older file may have them.
    const roots = { ...category, id: 'roots' }
    expect(await refusal({ ...below, parent: 'roots' }, roots)).toContain('This is version')
    expect(await refusal(deepest)).toContain('categories.0 (cargo-bikes).parent: "cargo" lies in a category itself')
    expect(await refusal({ ...roots, parent: category.id })).toContain(
      'categories.0 (roots).parent: "cargo" lies in it, and there are two levels',
    )
    expect(readCatalogue(await exported()).categories.map(({ id, parent }) => [id, parent])).toEqual([
      ['new-scooters', null],
      ['cargo', 'roots'],
      ['roots', null],
    ])
  })

  test("a visitor's page is of a version that a catalogue and the operator's switches change, and nothing else", async () => {
    const version = () => offeredVersion(database.kysely)
    const of = [await version()]
    expect(await version()).toBe(of[0])
    const { products } = JSON.parse(await exported()) as { products: [CatalogueProduct] }
    const [product] = products
    expect((await apply({ products: [{ ...product, isFeatured: !product.isFeatured }] })).ok).toBe(true)
    of.push(await version())
    for (const examine of [true, false]) {
      await setSetting(database.kysely, 'examine', { examine, showTimeDeposit: true, showGoods: '0', switchedOff: [] })
      of.push(await version())
    }
    expect(new Set(of.slice(0, 3)).size).toBe(3)
    // The same catalogue and the same switches as before.
    expect(of[3]).toBe(of[1])
  })
})

test.each(databases)(
  "the demonstration's catalogue on $name is such a file; its order is changed by a file",
  async ({ open }) => {
    const clock = new ManualClock('2026-11-20T06:00:00.000Z')
    const database = await open()
    await seedReference(database.kysely)
    await database.inTransaction((db) => seedDemoCatalogue(db, clock))
    const deps = { database, clock, config: readConfig({ DATA_DIR: 'no-such-folder' }), log: silentLog }
    const exported = async () => (await operate(deps, ['catalogue', 'export'])).lines.join('\n')
    const file = await exported()
    expect((await operate(deps, ['catalogue', 'diff', `it.json\n${file}`])).lines).toEqual(['Nothing would change.'])
    const { products } = readCatalogue(file)
    expect(products.length).toBeGreaterThan(20)
    const [first, second] = products as [CatalogueProduct, CatalogueProduct]
    const turned = JSON.stringify({ products: [second, first] })
    expect((await operate(deps, ['catalogue', 'apply', `it.json\n${turned}`, ...who])).lines[0]).toContain('order')
    const now = readCatalogue(await exported()).products
    expect(now.map((it) => it.device).slice(0, 2)).toEqual([second.device, first.device])
    expect(now.slice(2)).toEqual(products.slice(2))
    await database.close()
  },
)
