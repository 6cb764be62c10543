import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer, ArgsInput, Call } from '#protocol/call.ts'
import { billDetail } from '#protocol/books.ts'
import {
  dayTotals,
  earnReceive,
  exchange,
  exchangeRule,
  streamList,
  vehicleEarnings,
  accountInfo,
} from '#protocol/wallet.ts'
import type { Database } from '#server/db/open.ts'
import { bookRevenue } from '#server/features/products/machines/booking.ts'
import { settle } from '#server/features/rewards/settle.ts'
import { creditTopUp } from '#server/features/wallet/top-up/crediting.ts'
import { moveWithdrawal, requestWithdrawal } from '#server/features/wallet/withdrawal/withdrawing.ts'
import { house } from '#server/ledger/accounts.ts'
import { post } from '#server/ledger/post.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { bareWorld, type BareWorld } from '#tests/support/bare-world.ts'
import { bindCard } from '#tests/support/bound-card.ts'
import { databases } from '#tests/support/databases.ts'
import { cancelAsShown } from '#tests/support/ledger-world.ts'
import { giveIncome } from '#tests/support/give-income.ts'
import { makeMachine, makeUnits, type MadeMachine } from '#tests/support/people-and-machines.ts'
import { shopOn } from '#tests/support/shop.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const hour = 3_600_000
const day = 24 * hour

describe.each(databases)('Bills on $name', ({ open }) => {
  let database: Database
  let world: BareWorld
  // 13:00 in Jakarta, where these members live.
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  let memberId: string
  /** Who asks. */
  let caller: string
  let car: MadeMachine
  let pile: MadeMachine
  let carUnits: string[] = []
  let pileUnits: string[] = []

  const heard = async <C extends Call>(call: C, args: ArgsInput<C>, key: string = randomUUID()) =>
    (await world.call(call.path, { method: call.method, args, token: await world.tokenOf(caller), key })).body
  const ask = async <C extends Call>(call: C, args: ArgsInput<C>, key?: string): Promise<Answer<C>> => {
    const body = await heard(call, args, key)
    expect([call.path, body.errno, body.errmsg]).toEqual([call.path, 0, ''])
    return body.data as Answer<C>
  }
  const at = () => new Date(clock.now()).toISOString()
  const kinds = async (args: Partial<ArgsInput<typeof streamList>>) =>
    (await ask(streamList, { limit: 100, ...args })).items.map((it) => `${it.wallet} ${it.kind} ${it.amount}`)

  beforeAll(async () => {
    database = await open()
    world = await bareWorld(database, clock)
    ;({ memberId } = await world.member())
    caller = memberId
    const shop = shopOn(database, clock)
    car = await makeMachine(database.kysely, { unitsTotal: 3, memberShareBp: 5000 })
    pile = await makeMachine(database.kysely, { kind: 'pile', unitsTotal: 10, memberShareBp: 10_000 })
    const term = { activeFrom: at(), expiresAt: new Date(clock.now() + 30 * day).toISOString() }
    carUnits = await makeUnits(database.kysely, { memberId, machine: car, count: 2, settlementType: 2, ...term })
    pileUnits = await makeUnits(database.kysely, { memberId, machine: pile, count: 1, ...term })
    // Another member's unit of the same machine stays out of it.
    await makeUnits(database.kysely, {
      memberId: (await world.member()).memberId,
      machine: car,
      count: 1,
      settlementType: 2,
      ...term,
    })

    clock.advance(10 * 60_000)
    await shop.earn(car, 600)
    await database.inTransaction((db) =>
      bookRevenue(
        db,
        {
          source: 'test',
          externalId: 'session',
          deviceNumber: pile.deviceNumber,
          kind: 'session',
          amount: 1234,
          currency: 'USD',
          energyWh: 4000,
          startedAt: at(),
          endedAt: at(),
        },
        clock,
      ),
    )
    clock.advance(hour)
    await settle({ database, clock })
    await shop.earn(car, 31)
    clock.advance(hour)
    await settle({ database, clock })
    await shop.earn(car, 100)
    clock.advance(day)
    await settle({ database, clock })
  })
  afterAll(() => database.close())

  test("the vehicle summary has what each machine brought on each of the member's days, with the runs it came from", async () => {
    const { items, next } = await ask(vehicleEarnings, { limit: 20 })
    expect(next).toBeUndefined()
    const brief = items.map(({ day: on, machineId, kind, units, sessions, machineRevenue, amount, currency }) => [
      on,
      machineId === car.id ? 'car' : 'pile',
      kind,
      units,
      sessions,
      machineRevenue,
      amount,
      currency,
    ])
    expect(brief.toSorted()).toEqual(
      [
        // Half of 631 over three units is 105 each, of 731 it is 121; the pile's day ended at midnight UTC.
        ['2026-11-20', 'car', 'vehicle', 2, 2, 631, 210, 'USD'],
        ['2026-11-21', 'car', 'vehicle', 2, 1, 100, 32, 'USD'],
        ['2026-11-21', 'pile', 'pile', 1, 1, 1234, 123, 'USD'],
      ].toSorted(),
    )
    expect(items[0]?.day).toBe('2026-11-21')
    expect((await ask(vehicleEarnings, { limit: 20, kind: 'pile' })).items.map((it) => it.amount)).toEqual([123])
    expect((await ask(vehicleEarnings, { limit: 20, range: 'yesterday' })).items.map((it) => it.amount)).toEqual([210])
    expect(
      (await ask(vehicleEarnings, { limit: 20, from: '2026-11-20', to: '2026-11-20' })).items.map((it) => it.amount),
    ).toEqual([210])
  })

  test('and comes page by page, none twice and none left out', async () => {
    const all = (await ask(vehicleEarnings, { limit: 20 })).items
    const found: typeof all = []
    for (let after: string | undefined, n = 0; n < 9; n += 1) {
      const page = await ask(vehicleEarnings, { limit: 1, ...(after === undefined ? {} : { after }) })
      found.push(...page.items)
      after = page.next
      if (after === undefined) break
    }
    expect(found).toEqual(all)
    expect((await heard(vehicleEarnings, { limit: 1, after: 'nonsense' })).errmsg).toContain('after')
  })

  test('an income bill opens to the revenue that pays for it exactly', async () => {
    const { items } = await ask(streamList, { limit: 100, type: 'vehicle' })
    expect(items).toHaveLength(3)
    for (const item of items) {
      const { bill, settled = [], postings, claim, link } = await ask(billDetail, { id: item.id })
      expect(bill).toEqual(item)
      expect(settled.map((it) => it.unitId).toSorted()).toEqual(carUnits.toSorted())
      for (const { unitId, amount } of settled) {
        const { income } = await ask(billDetail, { id: item.id, unitId })
        if (!income) throw new Error('no source')
        expect(Math.floor(income.sharedTotal / income.unitsTotal) - income.paidBefore).toBe(amount)
        expect(income.runs.reduce((sum, it) => sum + it.amount, 0)).toBe(income.revenue)
        expect(income).toMatchObject({
          unitId,
          machineId: car.id,
          deviceNumber: car.deviceNumber,
          memberShareBp: 5000,
          unitsTotal: 3,
          sessions: income.runs.length,
        })
      }
      expect(postings).toEqual([
        expect.objectContaining({
          kind: 'income',
          amount: bill.amount,
          from: { account: 'vehicle_clearing', isYours: false, machineId: null },
          to: { account: 'pending', isYours: true, machineId: null },
        }),
      ])
      expect([claim, link]).toEqual([null, null])
    }
    const [pileBill] = (await ask(streamList, { limit: 100, type: 'pile' })).items
    expect((await ask(billDetail, { id: pileBill?.id ?? '' })).income).toMatchObject({
      unitId: pileUnits[0],
      revenue: 1234,
      share: 1234,
      sharedTotal: 1234,
      paidBefore: 0,
    })
  })

  test('what was settled before an instant is transferred, once, and the rest waits', async () => {
    const before = '2026-11-20T12:00:00.000Z'
    const key = randomUUID()
    const first = await ask(earnReceive, { before }, key)
    expect(first).toEqual({ currency: 'USD', moved: 210, toTransfer: 155, transferred: 210, incomeBalance: 210 })
    expect(await ask(earnReceive, { before }, key)).toEqual(first)
    expect(await ask(earnReceive, { before })).toEqual({ ...first, moved: 0 })
    const both = await Promise.all([
      ask(earnReceive, { before: at() }),
      ask(earnReceive, { before: at() }),
      ask(earnReceive, { before: '2026-11-21T08:10:00.001Z' }),
    ])
    expect(both.reduce((sum, it) => sum + it.moved, 0)).toBe(155)
    expect(await ask(accountInfo, {})).toMatchObject({ income: 365, pendingIncome: 0, claimedIncome: 365 })
    const transfers = (await ask(streamList, { limit: 100, type: 'transfer' })).items
    expect(transfers.map((it) => it.amount).reduce((sum, it) => sum + it, 0)).toBe(365)
    const { claim, postings } = await ask(billDetail, { id: transfers.at(-1)?.id ?? '' })
    expect(claim?.map((it) => [carUnits.includes(it.unitId), it.settlements, it.amount])).toEqual([
      [true, 2, 105],
      [true, 2, 105],
    ])
    expect(postings).toEqual([
      expect.objectContaining({
        amount: 210,
        from: expect.objectContaining({ account: 'pending', isYours: true }),
        to: expect.objectContaining({ account: 'income', isYours: true }),
      }),
    ])
  })

  test('income may become recharge, one for one and once; never the other way', async () => {
    expect(await ask(exchangeRule, {})).toEqual({
      ways: [{ from: 'income', to: 'recharge', currency: 'USD', minimum: 1, balance: 365 }],
    })
    const key = randomUUID()
    const way = { from: 'income', to: 'recharge' } as const
    const first = await ask(exchange, { ...way, amount: 65 }, key)
    expect(first).toEqual({ currency: 'USD', amount: 65, recharge: 65, income: 300 })
    expect(await ask(exchange, { ...way, amount: 65 }, key)).toEqual(first)
    for (const amount of [301, Number.MAX_SAFE_INTEGER])
      expect((await heard(exchange, { ...way, amount })).errno).toBe(1703)
    expect((await heard(exchange, { from: 'recharge', to: 'income', amount: 1 } as never)).errno).toBe(400)
    const raced = await Promise.all([1, 2, 3].map(() => heard(exchange, { ...way, amount: 140 })))
    expect(raced.map((it) => it.errno).toSorted((a, b) => a - b)).toEqual([0, 0, 1703])
    expect(await ask(accountInfo, {})).toMatchObject({ recharge: 345, income: 20 })
    expect(await reconcile(database.kysely)).toEqual([])
  })

  test("bills are told apart by type, wallet and the member's days", async () => {
    await database.inTransaction((db) =>
      creditTopUp(
        db,
        { source: 'test', externalId: randomUUID(), memberId, amount: 900, currency: 'USD', receivedAt: at() },
        clock,
      ),
    )
    expect(await kinds({ type: 'recharge' })).toEqual(['recharge topup 900'])
    expect(await kinds({ type: 'exchange', wallet: 'income' })).toEqual([
      'income exchange -140',
      'income exchange -140',
      'income exchange -65',
    ])
    expect(await kinds({ type: 'exchange', wallet: 'recharge' })).toEqual([
      'recharge exchange 140',
      'recharge exchange 140',
      'recharge exchange 65',
    ])
    expect(await kinds({ type: 'exchange' })).toHaveLength(6)
    expect((await kinds({ type: 'income' })).toSorted()).toEqual([
      'pending income 10',
      'pending income 123',
      'pending income 200',
      'pending income 32',
    ])
    expect(await kinds({ type: 'pile' })).toEqual(['pending income 123'])
    expect(await kinds({ type: 'pile', wallet: 'recharge' })).toEqual([])
    expect(await kinds({ type: 'points' })).toEqual([])
    // Settled at 14:10 and 15:10 of the 20th in Jakarta; the rest is of the 21st.
    expect(await kinds({ from: '2026-11-20', to: '2026-11-20' })).toEqual(['pending income 10', 'pending income 200'])
    expect(await kinds({ to: '2026-11-20', range: 'today' })).toEqual(['pending income 10', 'pending income 200'])
    // The last day there is has no day after it.
    expect((await heard(streamList, { to: '9999-12-31' })).errno).toBe(400)
    expect(await kinds({ type: 'recharge', from: '1900-01-01', to: '9998-12-31' })).toEqual(['recharge topup 900'])
    clock.advance(6 * day)
    expect(await kinds({ type: 'recharge', range: 'last 7 days' })).toEqual(['recharge topup 900'])
    clock.advance(day)
    expect(await kinds({ type: 'recharge', range: 'last 7 days' })).toEqual([])
  })

  test('so are withdrawals, purchases and quiz rewards, and the bills of a withdrawal name it', async () => {
    const who = (caller = (await world.member()).memberId)
    const shop = shopOn(database, clock)
    const cardId = await bindCard(database.kysely, who)
    const id = await database.inTransaction(async (db) => {
      await giveIncome(db, who, 9000, clock)
      await creditTopUp(
        db,
        { source: 'test', externalId: randomUUID(), memberId: who, amount: 3000, currency: 'USD', receivedAt: at() },
        clock,
      )
      const wanted = { memberId: who, amount: 5000, cardId, expectedArrival: 4950 }
      return (await requestWithdrawal(db, wanted, clock)).id
    })
    expect(await kinds({ type: 'withdrawal' })).toEqual(['income withdrawal -5000'])
    await database.inTransaction((db) =>
      moveWithdrawal(db, { id, to: 'returned', reason: 'The bank is closed.' }, clock),
    )
    expect((await kinds({ type: 'withdrawal' })).toSorted()).toEqual([
      'income withdrawal -5000',
      'income withdrawal_return 5000',
    ])
    expect((await ask(streamList, { type: 'withdrawal' })).items.map((it) => it.withdrawalId)).toEqual([id, id])

    const order = await shop.buy(who, (await shop.offer({ cancellationHours: 24 })).productId)
    expect(await kinds({ type: 'purchase' })).toEqual(['recharge purchase -1000'])
    await cancelAsShown(database, { memberId: who, orderId: order }, clock)
    expect((await kinds({ type: 'purchase' })).toSorted()).toEqual(['recharge purchase -1000', 'recharge refund 1000'])
    expect((await ask(streamList, { type: 'purchase' })).items.map((it) => [it.orderId, 'withdrawalId' in it])).toEqual(
      [
        [order, false],
        [order, false],
      ],
    )

    await post(
      database.kysely,
      [
        {
          debit: house('mint'),
          credit: { ownerId: who, code: 'gold' },
          amount: 7,
          asset: 'GOLD',
          kind: 'quiz_reward',
          ref: randomUUID(),
        },
      ],
      clock,
    )
    expect(await kinds({ type: 'quiz' })).toEqual(['gold quiz_reward 7'])
    expect(await kinds({ type: 'points' })).toEqual(['gold quiz_reward 7'])

    for (const [type, wallet] of [
      ['withdrawal', 'recharge'],
      ['purchase', 'income'],
      ['quiz', 'recharge'],
      ['prize', 'recharge'],
    ] as const)
      expect(await kinds({ type, wallet })).toEqual([])
    caller = memberId
    for (const type of ['withdrawal', 'purchase', 'quiz', 'prize'] as const) expect(await kinds({ type })).toEqual([])
  })

  test('each movement tells what its wallet held after it, on every page and under every filter', async () => {
    caller = memberId
    const { items: all } = await ask(streamList, { limit: 100 })
    const held = new Map<string, number>()
    // Oldest first: each balance follows from the one before.
    for (const { wallet, amount, balanceAfter } of all.toReversed()) {
      held.set(wallet, (held.get(wallet) ?? 0) + amount)
      expect(balanceAfter).toBe(held.get(wallet))
    }
    const now = await ask(accountInfo, {})
    expect([held.get('income'), held.get('recharge'), held.get('pending')]).toEqual([
      now.income,
      now.recharge,
      now.pendingIncome,
    ])
    const known = new Map(all.map((it) => [it.id, it]))
    const paged: typeof all = []
    for (let after: string | undefined, first = true; first || after !== undefined; first = false) {
      const page = await ask(streamList, { limit: 3, ...(after === undefined ? {} : { after }) })
      paged.push(...page.items)
      after = page.next
    }
    expect(paged).toEqual(all)
    const exchanged = (await ask(streamList, { limit: 2, type: 'exchange', wallet: 'income' })).items
    expect(exchanged).toEqual(exchanged.map((it) => known.get(it.id)))
    expect((await ask(billDetail, { id: exchanged[1]?.id ?? '' })).bill).toEqual(exchanged[1])
  })

  test("a day's totals are of the member's whole day, by wallet and kind", async () => {
    caller = memberId
    const { items } = await ask(dayTotals, { month: '2026-11' })
    const of = (on: string) => items.filter((it) => it.day === on).map((it) => `${it.wallet} ${it.kind} ${it.amount}`)
    // Settled at 14:10 and 15:10 of the 20th in Jakarta; the rest is of the 21st.
    expect(of('2026-11-20')).toEqual(['pending income 210'])
    expect(of('2026-11-21').toSorted()).toEqual([
      'income exchange -345',
      'income income_claim 365',
      'pending income 155',
      'pending income_claim -365',
      'recharge exchange 345',
      'recharge topup 900',
    ])
    expect((await ask(dayTotals, { month: '2026-10' })).items).toEqual([])
    expect((await heard(dayTotals, { month: '2026-13' })).errno).toBe(400)
    caller = (await world.member()).memberId
    expect((await ask(dayTotals, { month: '2026-11' })).items).toEqual([])
    caller = memberId
  })

  test('where the clocks of servers differ around midnight, no balance is told that never was', async () => {
    const { token, memberId: owner } = await world.member()
    const [ahead, behind] = ['2026-11-30T00:00:01.000Z', '2026-11-29T23:59:59.000Z'].map((it) => new ManualClock(it))
    const [credit, debit] = [randomUUID(), randomUUID()]
    const topUp = { debit: house('world'), credit: { ownerId: owner, code: 'recharge' }, kind: 'topup', ref: credit }
    const repaid = { debit: topUp.credit, credit: house('operator'), kind: 'card_repayment', ref: debit }
    for (const [transfer, when] of [
      [topUp, ahead],
      [repaid, behind],
    ] as const)
      await database.inTransaction((db) => post(db, [{ ...transfer, amount: 300, asset: 'USD' }], when ?? clock))
    const { body } = await world.call(streamList.path, { method: 'GET', token, args: { limit: 10 } })
    const { items } = body.data as Answer<typeof streamList>
    expect(items.map((it) => [it.kind, it.balanceAfter])).toEqual([
      ['topup', 0],
      ['card_repayment', undefined],
    ])
  })

  test("a stranger's bill, an unknown and a forged one are not found", async () => {
    const [{ id } = { id: '' }] = (await ask(streamList, { limit: 1 })).items
    caller = (await world.member()).memberId
    for (const wanted of [
      id,
      'x',
      Buffer.from('[1,"income"]').toString('base64url'),
      Buffer.from('[1e13,"gold"]').toString('base64url'),
      Buffer.from('[[],null]').toString('base64url'),
    ]) {
      expect((await heard(billDetail, { id: wanted })).errno).toBe(1404)
    }
    caller = memberId
  })
})
