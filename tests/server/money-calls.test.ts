import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer, ArgsInput, Call } from '#protocol/call.ts'
import {
  accountInfo,
  checkCapital,
  currencyCalculate,
  currencyList,
  rechargeGoods,
  streamList,
  topUpAfterPaying,
  topUpOpen,
  withdraw,
  withdrawInfo,
  withdrawalCalculate,
  withdrawalRule,
} from '#protocol/wallet.ts'
import { instant } from '#server/clock.ts'
import type { Database } from '#server/db/open.ts'
import { stockAddresses } from '#server/features/wallet/top-up/deposit-addresses.ts'
import { tronRail } from '#server/features/wallet/rails/trongrid.ts'
import { publishRate } from '#server/features/wallet/exchange/rates.ts'
import { moveWithdrawal } from '#server/features/wallet/withdrawal/withdrawing.ts'
import type { BareWorld } from '#tests/support/bare-world.ts'
import { bareWorld } from '#tests/support/bare-world.ts'
import { bindCard } from '#tests/support/bound-card.ts'
import { cheapHash } from '#tests/support/cheap-hash.ts'
import { databases } from '#tests/support/databases.ts'
import { giveIncome } from '#tests/support/give-income.ts'
import type { SecureClient } from '#tests/support/secure-client.ts'
import { secureClientFor } from '#tests/support/secure-client.ts'
import type { TronNode } from '#tests/support/tron-node.ts'
import { startTronNode, tronAddress, usdt } from '#tests/support/tron-node.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import type { Person } from '#tests/support/world.ts'

const password = '112233'

describe.each(databases)('money in and out over the wire on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  let database: Database
  let world: BareWorld
  let secureClient: SecureClient
  let node: TronNode
  const transactionPasswordHash = cheapHash(password)
  beforeAll(async () => {
    database = await open()
    node = await startTronNode()
    world = await bareWorld(database, clock, { TRONGRID_URL: node.url })
    secureClient = await secureClientFor(world.call)
    for (const [code, perUsd] of [
      ['USD', '1'],
      ['USDT', '1.0004'],
      ['IDR', '16635'],
      ['VND', '26345'],
    ] as const)
      await publishRate(database.kysely, { code, perUsd }, clock)
    await stockAddresses(
      database.kysely,
      tronRail({ url: node.url, key: undefined, second: undefined, contract: usdt, confirmations: 20 }),
      [tronAddress(), tronAddress()],
      clock,
    )
  })
  afterAll(async () => {
    await node.close()
    await database.close()
  })

  async function member(income = 0): Promise<Person & { cardId: string }> {
    const { memberId, token } = await world.member()
    await database.kysely.updateTable('member').set({ transactionPasswordHash }).where('id', '=', memberId).execute()
    if (income > 0) await database.inTransaction((db) => giveIncome(db, memberId, income, clock))
    return { memberId, token, cardId: await bindCard(database.kysely, memberId) }
  }
  const heard = async <C extends Call>(who: Person | null, call: C, args: ArgsInput<C>, key: string = randomUUID()) =>
    (await world.call(call.path, { method: call.method, args, key, ...(who ? { token: who.token } : {}) })).body
  const ask = async <C extends Call>(
    who: Person | null,
    call: C,
    args: ArgsInput<C>,
    key?: string,
  ): Promise<Answer<C>> => {
    const { errno, errmsg, data } = await heard(who, call, args, key)
    expect([call.path, errno, errmsg]).toEqual([call.path, 0, ''])
    return data as Answer<C>
  }
  const send = async (who: Person, args: ArgsInput<typeof withdraw>, key?: string) =>
    (await secureClient.send(withdraw, who, { args, password, ...(key === undefined ? {} : { key }) })).body

  test('a withdrawal: shown before, proved, done once however often it is sent, and followed to its end', async () => {
    const who = await member(10_000)
    expect(await ask(who, withdrawInfo, {})).toMatchObject({
      currency: 'USD',
      balance: 10_000,
      minimum: 1000,
      maximum: 500_000,
      leftToday: 1_000_000,
      feeBp: 100,
      feeMinimum: 50,
      discountBp: 0,
      taxBp: 0,
      activeCards: 1,
      recent: [],
    })
    expect(await ask(who, checkCapital, {})).toEqual({ clear: true })
    const rule = await ask(who, withdrawalRule, {})
    expect(rule).toMatchObject({ hoursToArrive: 72 })
    expect(rule.lines).toContain("You don't have to buy anything, invite anyone or pay anything first.")
    const { arrives } = await ask(who, withdrawalCalculate, { amount: 8000 })
    expect(arrives).toBe(7920)
    const wish = { amount: 8000, cardId: who.cardId, expectedArrival: arrives }
    expect((await heard(who, withdraw, wish)).errno).toBe(1721)
    expect((await send(who, { ...wish, expectedArrival: 8000 })).errno).toBe(1706)
    const key = randomUUID()
    const answers = [await send(who, wish, key), await send(who, wish, key)]
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({
      errno: 0,
      data: {
        state: 'requested',
        amount: 8000,
        fee: 80,
        arrives: 7920,
        cardMasked: '•••• 1234',
        steps: [{ state: 'requested' }],
      },
    })
    expect((await send(who, wish)).errno).toBe(1703)
    const { id } = (answers[0] as unknown as { data: { id: string } }).data
    for (const to of ['approved', 'sent'] as const)
      await database.inTransaction((db) => moveWithdrawal(db, { id, to }, clock))
    await database.inTransaction((db) =>
      moveWithdrawal(db, { id, to: 'returned', reason: 'The bank is closed.' }, clock),
    )
    expect(await ask(who, withdrawInfo, {})).toMatchObject({
      balance: 10_000,
      leftToday: 1_000_000,
      recent: [
        {
          id,
          state: 'returned',
          reason: 'The bank is closed.',
          steps: [{ state: 'requested' }, { state: 'approved' }, { state: 'sent' }, { state: 'returned' }],
        },
      ],
    })
    expect(await ask(who, accountInfo, {})).toMatchObject({ income: 10_000 })
    const bills = (await ask(who, streamList, { wallet: 'income' })).items.map(({ kind, amount, subject }) => ({
      kind,
      amount,
      subject,
    }))
    expect(bills.slice(0, 2)).toEqual([
      { kind: 'withdrawal_return', amount: 8000, subject: '•••• 1234' },
      { kind: 'withdrawal', amount: -8000, subject: '•••• 1234' },
    ])
    expect((await send(who, wish)).errno).toBe(0)
  })

  test('a withdrawal of more than 30 days ago is listed where it is asked for by its id, for its own member', async () => {
    const [who, other] = [await member(10_000), await member()]
    const { data } = await send(who, { amount: 8000, cardId: who.cardId, expectedArrival: 7920 })
    const { id } = data as { id: string }
    const listed = async (by: Person, args: ArgsInput<typeof withdrawInfo>) =>
      (await ask(by, withdrawInfo, args)).recent.map((it) => it.id)
    expect(await listed(who, { id })).toEqual([id])
    for (const to of ['approved', 'sent', 'arrived'] as const)
      await database.inTransaction((db) => moveWithdrawal(db, { id, to }, clock))
    await database.kysely
      .updateTable('withdrawal')
      .set({ requestedAt: instant(clock.now() - 31 * 86_400_000) })
      .where('id', '=', id)
      .execute()
    expect(await listed(who, {})).toEqual([])
    expect(await listed(who, { id })).toEqual([id])
    expect(await listed(other, { id })).toEqual([])
    expect((await heard(who, withdrawInfo, { id: 'none' })).errno).toBe(400)
  })

  test('beyond what a day allows is refused with what is left, and moves nothing', async () => {
    const who = await member(1_500_000)
    const wish = { amount: 500_000, cardId: who.cardId, expectedArrival: 495_000 }
    for (let n = 0; n < 2; n += 1) expect((await send(who, wish)).errno).toBe(0)
    expect((await send(who, { ...wish, amount: 1000, expectedArrival: 950 })).errno).toBe(1752)
    expect(await ask(who, withdrawInfo, {})).toMatchObject({ balance: 500_000, leftToday: 0 })
    expect(await ask(who, accountInfo, {})).toMatchObject({ income: 500_000 })
  })

  test("what is refused says what to do, in the member's language, and changes nothing", async () => {
    const [who, other] = [await member(10_000), await member()]
    const withdrawWith = async (wish: Partial<ArgsInput<typeof withdraw>>) =>
      await send(who, { amount: 5000, cardId: who.cardId, expectedArrival: 4950, ...wish })
    expect(await withdrawWith({ amount: 500 })).toMatchObject({
      errno: 1751,
      errmsg: 'The amount must be from $10.00 to $5,000.00.',
    })
    expect(await withdrawWith({ cardId: other.cardId })).toMatchObject({ errno: 1750 })
    expect(await withdrawWith({ amount: 20_000, expectedArrival: 19_800 })).toMatchObject({ errno: 1703 })
    expect((await heard(null, withdrawInfo, {})).errno).toBe(401)
    expect(await ask(who, accountInfo, {})).toMatchObject({ income: 10_000 })
  })

  test("rates: every currency in the caller's, dated; truncated, never rounded up", async () => {
    const all = await ask(null, currencyList, { base: 'IDR' })
    expect(all.items.map(({ code, rate }) => [code, rate])).toEqual([
      ['USD', '16635'],
      ['USDT', '16628.348660535785685725'],
      ['IDR', '1'],
      ['VND', '0.631429113683810969'],
    ])
    expect(all.items[0]?.publishedAt).toBe('2026-11-20T06:00:00.000Z')
    expect(await ask(null, currencyCalculate, { amount: 10_000, from: 'USD', to: 'USDT' })).toMatchObject({
      result: 100_040_000,
      rate: '1.0004',
    })
    expect(await ask(null, currencyCalculate, { amount: 199, from: 'USD', to: 'VND' })).toMatchObject({
      result: 52_426,
    })
    expect((await heard(null, currencyCalculate, { amount: 1, from: 'USD', to: 'XXX' })).errno).toBe(1404)
    expect(
      (await heard(null, currencyCalculate, { amount: Number.MAX_SAFE_INTEGER, from: 'USD', to: 'IDR' })).errno,
    ).toBe(400)
  })

  test('a top-up: opened once, looked at when asked, credited once', async () => {
    const [who, other] = [await member(), await member()]
    expect(await ask(who, rechargeGoods, {})).toMatchObject({
      currency: 'USD',
      minimum: 1000,
      rails: [{ asset: 'USDT', network: 'trc20', decimals: 6, confirmations: 20, demo: false }],
    })
    const wish = { amount: 10_000, asset: 'USDT', network: 'trc20' }
    const opened = await ask(who, topUpOpen, wish)
    expect(opened).toMatchObject({ state: 'waiting', due: 100_040_000, rate: '0.999600159936025589', amount: 10_000 })
    expect((await ask(who, topUpOpen, wish)).id).toBe(opened.id)
    // For the member's other devices.
    expect((await ask(who, rechargeGoods, {})).open).toEqual([opened])
    expect((await ask(other, rechargeGoods, {})).open).toEqual([])
    expect((await heard(who, topUpOpen, { ...wish, network: 'demo' })).errno).toBe(1754)
    expect((await heard(other, topUpAfterPaying, { topUpId: opened.id })).errno).toBe(1404)
    node.mine({ to: opened.address, value: opened.due, at: clock.now(), ago: 4 })
    clock.advance(3000)
    expect(await ask(who, topUpAfterPaying, { topUpId: opened.id })).toMatchObject({
      state: 'confirming',
      confirmed: 5,
    })
    node.chain.newest += 20
    // A second look at once does not ask the rail again.
    const asked = node.asked.length
    expect(await ask(who, topUpAfterPaying, { topUpId: opened.id })).toMatchObject({
      state: 'confirming',
      confirmed: 5,
    })
    expect(node.asked.length).toBe(asked)
    clock.advance(3000)
    await Promise.all([1, 2, 3].map(() => ask(who, topUpAfterPaying, { topUpId: opened.id })))
    expect(await ask(who, topUpAfterPaying, { topUpId: opened.id })).toMatchObject({ state: 'credited', confirmed: 20 })
    expect(await ask(who, accountInfo, {})).toMatchObject({ recharge: 10_000 })
    clock.advance(3000)
    node.broken = 503
    expect(await ask(who, topUpAfterPaying, { topUpId: opened.id })).toMatchObject({ state: 'credited' })
    node.broken = null
    // However many ask at once, the rail is asked once.
    clock.advance(3000)
    const before = node.asked.length
    await Promise.all(Array.from({ length: 20 }, () => ask(who, topUpAfterPaying, { topUpId: opened.id })))
    expect(node.asked.slice(before).filter(({ path }) => path.endsWith('/trc20'))).toHaveLength(1)
    await ask(other, topUpOpen, wish)
    expect((await heard(await member(), topUpOpen, wish)).errno).toBe(1754)
  })
})
