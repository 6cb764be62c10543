import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { billDetail } from '#protocol/books.ts'
import type { Answer, ArgsInput, Call } from '#protocol/call.ts'
import { earnBills, earnReceive, streamList } from '#protocol/wallet.ts'
import type { Database } from '#server/db/open.ts'
import { bookRevenue } from '#server/features/products/machines/booking.ts'
import { bareWorld, type BareWorld } from '#tests/support/bare-world.ts'
import { databases } from '#tests/support/databases.ts'
import { settleDue } from '#tests/support/ledger-world.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { asPostedBefore } from '#tests/support/old-income.ts'
import { makeMachine, makeUnits, type MadeMachine } from '#tests/support/people-and-machines.ts'
import { shopOn } from '#tests/support/shop.ts'

const day = 86_400_000

describe.each(databases)('Bills of income on $name', ({ open }) => {
  let database: Database
  let world: BareWorld
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  let memberId: string
  /** Owns one unit, of the first car. */
  let neighbour: string
  let cars: [MadeMachine, MadeMachine]
  let pile: MadeMachine
  let carUnits: string[]
  let pileUnits: string[]
  let neighboursUnit: string

  const heard = async <C extends Call>(call: C, args: ArgsInput<C>, who: string) =>
    (await world.call(call.path, { method: call.method, args, token: await world.tokenOf(who), key: randomUUID() }))
      .body
  const ask = async <C extends Call>(call: C, args: ArgsInput<C>, who = memberId): Promise<Answer<C>> => {
    const body = await heard(call, args, who)
    expect([call.path, body.errno, body.errmsg]).toEqual([call.path, 0, ''])
    return body.data as Answer<C>
  }
  const bills = async (args: ArgsInput<typeof streamList> = {}, who = memberId) =>
    (await ask(streamList, { limit: 100, type: 'income', ...args }, who)).items
  const [firstDay, secondDay] = [
    { from: '2026-11-21', to: '2026-11-21' },
    { from: '2026-11-22', to: '2026-11-22' },
  ]
  const [ofCars, ofPile] = [
    async (span = secondDay) => (await bills({ type: 'vehicle', ...span }))[0]!,
    async () => (await bills({ type: 'pile', ...secondDay }))[0]!,
  ]
  const settleDay = async () => {
    const shop = shopOn(database, clock)
    // Half of it is for ten units, of the pile all of it.
    await shop.earn(cars[0], 1000)
    await shop.earn(cars[1], 2000)
    const at = new Date(clock.now()).toISOString()
    const { deviceNumber } = pile
    const session = { source: 'test', externalId: randomUUID(), deviceNumber, startedAt: at, endedAt: at }
    const report = { ...session, kind: 'session' as const, energyWh: 4000, amount: 3000, currency: 'USD' }
    await database.inTransaction((db) => bookRevenue(db, report, clock))
    clock.advance(day)
    await settleDue(database, clock)
  }

  beforeAll(async () => {
    database = await open()
    world = await bareWorld(database, clock)
    memberId = (await world.member()).memberId
    neighbour = (await world.member()).memberId
    const { kysely } = database
    cars = [await makeMachine(kysely, { memberShareBp: 5000 }), await makeMachine(kysely, { memberShareBp: 5000 })]
    pile = await makeMachine(kysely, { kind: 'pile', memberShareBp: 10_000 })
    const term = {
      activeFrom: new Date(clock.now()).toISOString(),
      expiresAt: new Date(clock.now() + 30 * day).toISOString(),
    }
    clock.advance(10 * 60_000)
    carUnits = [
      ...(await makeUnits(kysely, { memberId, machine: cars[0], count: 2, ...term })),
      ...(await makeUnits(kysely, { memberId, machine: cars[1], ...term })),
    ]
    pileUnits = await makeUnits(kysely, { memberId, machine: pile, count: 2, ...term })
    ;[neighboursUnit = ''] = await makeUnits(kysely, { memberId: neighbour, machine: cars[0], ...term })
    await settleDay()
    await asPostedBefore(database, '2026-11-21')
    await settleDay()
  })
  afterAll(() => database.close())

  test('a day brings one bill for all units of vehicles and one for all of piles, with their number', async () => {
    const brief = (await bills(secondDay)).map(({ amount, units, machines, unitId, subject }) => ({
      amount,
      units,
      machines,
      unitId,
      subject,
    }))
    expect(brief.toSorted((a, b) => a.amount - b.amount)).toEqual([
      { amount: 50 + 50 + 100, units: 3, machines: 'vehicle', unitId: null, subject: null },
      { amount: 300 + 300, units: 2, machines: 'pile', unitId: null, subject: null },
    ])
    const { items } = await ask(earnBills, { limit: 100, ...secondDay })
    expect(items).toEqual(await bills(secondDay))
  })

  test('one unit is named, in the books of today as in those of before', async () => {
    const own = await bills({}, neighbour)
    expect(own).toMatchObject(
      [50, 50].map((amount) => ({
        amount,
        unitId: neighboursUnit,
        machines: 'vehicle',
        subject: `Product ${cars[0].deviceNumber}`,
      })),
    )
    for (const bill of own) {
      expect(bill).not.toHaveProperty('units')
      const detail = await ask(billDetail, { id: bill.id }, neighbour)
      expect(detail).not.toHaveProperty('settled')
      expect(detail.bill).toEqual(bill)
      expect(detail.income).toMatchObject({ unitId: neighboursUnit, machineId: cars[0].id, revenue: 1000, share: 500 })
      expect(await ask(billDetail, { id: bill.id, unitId: neighboursUnit }, neighbour)).toEqual(detail)
    }
    expect((await bills(firstDay)).map((it) => it.amount).toSorted((a, b) => a - b)).toEqual([50, 50, 100, 300, 300])
    for (const { unitId, units } of await bills(firstDay)) {
      expect([...carUnits, ...pileUnits]).toContain(unitId)
      expect(units).toBeUndefined()
    }
  })

  test('what vehicles and what piles brought are told apart in the books of both times', async () => {
    const amounts = async (type: 'vehicle' | 'pile', args: ArgsInput<typeof streamList> = {}) =>
      (await bills({ type, ...args })).map((it) => it.amount)
    expect(await amounts('vehicle', secondDay)).toEqual([200])
    expect(await amounts('pile', secondDay)).toEqual([600])
    expect((await amounts('vehicle', firstDay)).toSorted((a, b) => a - b)).toEqual([50, 50, 100])
    expect(await amounts('pile', firstDay)).toEqual([300, 300])
    for (const type of ['vehicle', 'pile'] as const) {
      const seen: number[] = []
      for (let after: string | undefined, first = true; first || after !== undefined; first = false) {
        const page = await ask(streamList, { type, limit: 1, ...(after === undefined ? {} : { after }) })
        seen.push(...page.items.map((it) => it.amount))
        after = page.next
      }
      expect(seen).toEqual(await amounts(type))
      expect(seen).toHaveLength(type === 'vehicle' ? 4 : 3)
    }
  })

  test('the parts of a bill add up to it, and each leads to the revenue that pays for it exactly', async () => {
    for (const [bill, machines, unitIds] of [
      [await ofCars(), cars, carUnits],
      [await ofPile(), [pile], pileUnits],
    ] as const) {
      const { settled = [], income, postings, claim, ...detail } = await ask(billDetail, { id: bill.id })
      expect(detail.bill).toEqual(bill)
      expect([income, claim]).toEqual([null, null])
      expect(postings).toMatchObject([
        {
          amount: bill.amount,
          from: { account: `${bill.units === 3 ? 'vehicle' : 'pile'}_clearing`, isYours: false, machineId: null },
          to: { account: 'pending', isYours: true },
        },
      ])
      expect(settled.map((it) => it.unitId).toSorted()).toEqual(unitIds.toSorted())
      expect(settled.reduce((sum, it) => sum + it.amount, 0)).toBe(bill.amount)
      expect(settled.map((it) => it.amount)).toEqual(settled.map((it) => it.amount).toSorted((a, b) => b - a))
      for (const { unitId, name, deviceNumber, amount } of settled) {
        const machine = machines.find((it) => it.deviceNumber === deviceNumber)!
        expect(name).toBe(`Product ${deviceNumber}`)
        const { income: source, settled: others } = await ask(billDetail, { id: bill.id, unitId })
        expect(others).toBeUndefined()
        expect(source).toMatchObject({ unitId, machineId: machine.id, deviceNumber, name, sessions: 1 })
        expect(Math.floor(source!.sharedTotal / source!.unitsTotal) - source!.paidBefore).toBe(amount)
        expect(source!.runs.reduce((sum, it) => sum + it.share, 0)).toBe(source!.share)
      }
    }
  })

  test("another member's bill, and a unit that is not the bill's, are not found", async () => {
    const [cars_, pile_, before] = [await ofCars(), await ofPile(), await ofCars(firstDay)]
    const of = async (who: string, id: string, unitId?: string) =>
      (await heard(billDetail, { id, ...(unitId !== undefined && { unitId }) }, who)).errno
    const [carUnit, pileUnit] = [carUnits[0]!, pileUnits[0]!]
    expect(await of(memberId, cars_.id, carUnit)).toBe(0)
    for (const unitId of [undefined, carUnit, neighboursUnit]) expect(await of(neighbour, cars_.id, unitId)).toBe(1404)
    for (const unitId of [pileUnit, neighboursUnit, randomUUID()])
      expect(await of(memberId, cars_.id, unitId)).toBe(1404)
    expect(await of(memberId, pile_.id, carUnit)).toBe(1404)
    expect(await of(memberId, before.id, before.unitId!)).toBe(0)
    expect(
      await of(
        memberId,
        before.id,
        carUnits.find((it) => it !== before.unitId),
      ),
    ).toBe(1404)

    await ask(earnReceive, { before: new Date(clock.now() + 1).toISOString() })
    const [claimed] = await bills({ type: 'transfer' })
    // It is of units of both kinds.
    expect(claimed).not.toHaveProperty('units')
    expect(claimed).not.toHaveProperty('machines')
    expect((await ask(billDetail, { id: claimed!.id })).claim?.map((it) => [it.settlements, it.amount])).toEqual([
      [2, 600],
      [2, 600],
      [2, 200],
      [2, 100],
      [2, 100],
    ])
    expect(await of(memberId, claimed!.id, carUnit)).toBe(1404)
  })

  test('of very many units those with the highest amounts are named, and any of them can be asked for', async () => {
    const collector = (await world.member()).memberId
    const [large, small] = [
      await makeMachine(database.kysely, { unitsTotal: 100, memberShareBp: 10_000 }),
      await makeMachine(database.kysely, { unitsTotal: 100, memberShareBp: 10_000 }),
    ]
    const term = {
      activeFrom: new Date(clock.now()).toISOString(),
      expiresAt: new Date(clock.now() + 30 * day).toISOString(),
    }
    await makeUnits(database.kysely, { memberId: collector, machine: large, count: 99, ...term })
    const few = await makeUnits(database.kysely, { memberId: collector, machine: small, count: 3, ...term })
    clock.advance(60_000)
    await shopOn(database, clock).earn(large, 20_000)
    await shopOn(database, clock).earn(small, 1000)
    clock.advance(day)
    await settleDue(database, clock)
    const [bill] = await bills({}, collector)
    expect(bill).toMatchObject({ units: 102, machines: 'vehicle', amount: 99 * 200 + 3 * 10 })
    const { settled = [] } = await ask(billDetail, { id: bill!.id }, collector)
    expect(settled.map((it) => it.amount)).toEqual([...Array.from({ length: 99 }, () => 200), 10])
    for (const unitId of few)
      expect((await ask(billDetail, { id: bill!.id, unitId }, collector)).income).toMatchObject({ unitId })
  })
})
