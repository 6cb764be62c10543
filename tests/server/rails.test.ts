import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TopUp } from '#protocol/wallet.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/open.ts'
import { seedReference } from '#server/db/seed/reference.ts'
import { openTopUp, topUpOf } from '#server/features/wallet/top-up/awaiting.ts'
import { stockAddresses } from '#server/features/wallet/top-up/deposit-addresses.ts'
import { cross, exactOf, price, textOf, worth } from '#server/features/wallet/exchange/exchange-math.ts'
import { lookAt } from '#server/features/wallet/top-up/looking.ts'
import { readChecked, withChecksum } from '#server/base58.ts'
import { demoRail } from '#server/features/wallet/rails/demo-rail.ts'
import type { Rail } from '#server/features/wallet/rails/rail.ts'
import { tronRail } from '#server/features/wallet/rails/trongrid.ts'
import { publishRate } from '#server/features/wallet/exchange/rates.ts'
import { watchRails } from '#server/features/wallet/top-up/watch-rails.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import type { Log } from '#server/log.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { databases } from '#tests/support/databases.ts'
import { balances, makeMember } from '#tests/support/people-and-machines.ts'
import type { TronNode } from '#tests/support/tron-node.ts'
import { startTronNode, tronAddress, usdt } from '#tests/support/tron-node.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const minute = 60_000

describe('the arithmetic of rates', () => {
  test('is exact, truncates, and what has to be sent is always worth what was asked', () => {
    expect(textOf(exactOf('1.0400'))).toBe('1.04')
    expect(textOf(cross(exactOf('1.0004'), exactOf('1')))).toBe('0.999600159936025589')
    const of = (perUsd: string, decimals: number) => ({ perUsd: exactOf(perUsd), decimals })
    expect(worth(1_000_000n, of('1.0004', 6), of('1', 2))).toBe(99n)
    expect(worth(1_000_400n, of('1.0004', 6), of('1', 2))).toBe(100n)
    expect(worth(100n, of('1', 2), of('26345', 0))).toBe(26_345n)
    for (const wrong of ['0', '0.0', '-1', '1e3', '', '.5', '1.', 'x']) expect(() => exactOf(wrong)).toThrow(RangeError)
    const rate = fc
      .tuple(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 1, max: 999_999 }))
      .map(([whole, part]) => exactOf(`${whole}.${String(part).padStart(6, '0')}`))
    fc.assert(
      fc.property(rate, rate, fc.bigInt({ min: 1n, max: 10n ** 10n }), (one, other, amount) => {
        const [asset, wallet] = [
          { perUsd: one, decimals: 6 },
          { perUsd: other, decimals: 2 },
        ]
        const due = price(amount, wallet, asset)
        expect(worth(due, asset, wallet)).toBeGreaterThanOrEqual(amount)
        expect(worth(due - 1n, asset, wallet)).toBeLessThan(amount)
      }),
    )
  })

  test('addresses carry a checksum that a slip breaks', () => {
    expect(readChecked(usdt).toString('hex')).toBe('41a614f803b6fd780986a42c78ec9c7f77e6ded13c')
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 25 }), fc.nat(), fc.nat(), (bytes, at, by) => {
        const text = withChecksum(Buffer.from(bytes))
        expect(readChecked(text)).toEqual(Buffer.from(bytes))
        const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
        const place = at % text.length
        const other = letters[(letters.indexOf(text[place] ?? '') + 1 + (by % 57)) % 58] ?? ''
        expect(() => readChecked(text.slice(0, place) + other + text.slice(place + 1))).toThrow(RangeError)
      }),
    )
  })
})

describe.each(databases)('topping up over a chain on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const errors: string[] = []
  const log: Log = {
    info: () => undefined,
    error: (event) => {
      errors.push(event)
    },
  }
  let database: Database
  let node: TronNode
  let rail: Rail
  beforeAll(async () => {
    database = await open()
    node = await startTronNode()
    rail = tronRail({ url: node.url, key: 'a-key', second: undefined, contract: usdt, confirmations: 20 })
    await seedReference(database.kysely)
    for (const [code, perUsd] of [
      ['USD', '1'],
      ['USDT', '1.0004'],
    ] as const)
      await publishRate(database.kysely, { code, perUsd }, clock)
    await stockAddresses(database.kysely, rail, Array.from({ length: 60 }, tronAddress), clock)
  })
  beforeEach(() => {
    node.broken = null
    node.page.size = 200
    node.page.copies = 1
    errors.length = 0
  })
  afterAll(async () => {
    await node.close()
    await database.close()
  })

  interface Opened {
    memberId: string
    id: string
    topUp: TopUp
  }
  const opened = async (amount = 10_000, memberId?: string): Promise<Opened> => {
    const who = memberId ?? (await makeMember(database.kysely))
    const id = await database.inTransaction((db) => openTopUp(db, { memberId: who, amount, rail }, clock))
    return { memberId: who, id, topUp: await known({ memberId: who, id }) }
  }
  const known = (of: { memberId: string; id: string }) => topUpOf(database.kysely, { ...of, rails: [rail] }, clock)
  const look = async (of: Opened): Promise<TopUp> => {
    await lookAt(
      { db: database.kysely, transact: (work) => database.inTransaction(work), clock, log },
      rail,
      of.topUp.address,
    )
    return await known(of)
  }
  const pay = (of: Opened, value: number, more: { token?: string; at?: number; failed?: boolean; ago?: number } = {}) =>
    node.mine({ to: of.topUp.address, value, at: clock.now(), ...more })
  const recharge = async (of: Opened) => (await balances(database.kysely, of.memberId))['recharge']

  test('goes from waiting over seen and confirming to credited, and stays there', async () => {
    const it = await opened(10_000)
    expect(it.topUp).toMatchObject({
      state: 'waiting',
      asset: 'USDT',
      network: 'trc20',
      amount: 10_000,
      due: 100_040_000,
      seen: 0,
      confirmed: 0,
      confirmations: 20,
      demo: false,
      creditedAt: null,
      expiresAt: '2026-11-20T07:00:00.000Z',
    })
    expect(it.topUp.address).toMatch(/^T\w{33}$/)
    const paid = pay(it, it.topUp.due)
    paid.block = node.chain.newest + 1
    expect(await look(it)).toMatchObject({ state: 'seen', seen: 100_040_000, confirmed: 0 })
    node.chain.newest += 5
    expect(await look(it)).toMatchObject({ state: 'confirming', confirmed: 5 })
    node.chain.newest += 14
    expect(await look(it)).toMatchObject({ state: 'confirming', confirmed: 19 })
    expect(await recharge(it)).toBe(0)
    node.chain.newest += 1
    const credited = await look(it)
    expect(credited).toMatchObject({
      state: 'credited',
      confirmed: 20,
      amount: 10_000,
      creditedAt: '2026-11-20T06:00:00.000Z',
    })
    expect(await look(it)).toEqual(credited)
    expect(await recharge(it)).toBe(10_000)
    expect(
      await database.kysely.selectFrom('message').select('kind').where('memberId', '=', it.memberId).execute(),
    ).toEqual([{ kind: 'topup_received' }])
    expect(node.asked.every(({ key }) => key === 'a-key')).toBe(true)
  })

  test('counts a transfer once, however often and by however many it is told, page by page', async () => {
    const it = await opened(10_000)
    node.page.size = 3
    node.page.copies = 4
    for (const part of [60_040_000, 30_000_000, 10_000_000]) pay(it, part, { ago: 30 })
    await Promise.all([look(it), look(it), look(it), look(it)])
    expect(await look(it)).toMatchObject({ state: 'credited', seen: 100_040_000, amount: 10_000 })
    expect(await recharge(it)).toBe(10_000)
    const rows = await database.kysely.selectFrom('topUp').selectAll().where('memberId', '=', it.memberId).execute()
    expect(rows).toHaveLength(3)
  })

  test('parts come to what the whole would have, to the cent', async () => {
    const it = await opened(1000)
    expect(it.topUp.due).toBe(10_004_000)
    // Each part alone is worth 3.3333.
    for (const part of [3_334_666, 3_334_666, 3_334_668]) pay(it, part, { ago: 30 })
    expect(await look(it)).toMatchObject({ state: 'credited', amount: 1000 })
    expect(await recharge(it)).toBe(1000)
  })

  test('takes what was sent: less is underpaid until the rest comes, more is overpaid, and all of it is credited', async () => {
    const it = await opened(10_000)
    pay(it, 50_020_000, { ago: 30 })
    expect(await look(it)).toMatchObject({ state: 'underpaid', seen: 50_020_000, amount: 5000 })
    expect(await recharge(it)).toBe(5000)
    pay(it, 50_020_000, { ago: 3 })
    expect(await look(it)).toMatchObject({ state: 'confirming', confirmed: 4 })
    node.chain.newest += 30
    expect(await look(it)).toMatchObject({ state: 'credited', amount: 10_000 })
    pay(it, 10_004_000, { ago: 30 })
    expect(await look(it)).toMatchObject({ state: 'overpaid', seen: 110_044_000, amount: 11_000 })
    expect(await recharge(it)).toBe(11_000)
  })

  test('a branch that loses before the transfer was final takes it back; when it comes again it counts, once', async () => {
    const it = await opened(10_000)
    const paid = pay(it, it.topUp.due, { ago: 9 })
    expect(await look(it)).toMatchObject({ state: 'confirming', confirmed: 10 })
    paid.block = null
    expect(await look(it)).toMatchObject({ state: 'waiting', seen: 0, confirmed: 0 })
    node.chain.newest += 50
    expect(await look(it)).toMatchObject({ state: 'waiting' })
    paid.block = node.chain.newest - 1
    expect(await look(it)).toMatchObject({ state: 'confirming', confirmed: 2 })
    expect(await recharge(it)).toBe(0)
    node.chain.newest += 30
    expect(await look(it)).toMatchObject({ state: 'credited' })
    expect(await recharge(it)).toBe(10_000)
  })

  test('a branch that loses after the credit is told to the operator, and neither taken back in silence nor credited again', async () => {
    const it = await opened(10_000)
    const paid = pay(it, it.topUp.due, { ago: 30 })
    expect(await look(it)).toMatchObject({ state: 'credited' })
    paid.block = null
    expect(await look(it)).toMatchObject({ state: 'credited' })
    await look(it)
    expect(errors).toEqual(['a credited transfer is not on its rail any more'])
    const { isGone } = await database.kysely
      .selectFrom('railTransfer')
      .select('isGone')
      .where('awaitedId', '=', it.id)
      .executeTakeFirstOrThrow()
    expect(isGone).toBe(true)
    paid.block = node.chain.newest - 25
    expect(await look(it)).toMatchObject({ state: 'credited' })
    expect(await recharge(it)).toBe(10_000)
  })

  test('another token, a failed transaction, dust and another address are no payment', async () => {
    const it = await opened(10_000)
    pay(it, it.topUp.due, { token: tronAddress(), ago: 30 })
    pay(it, it.topUp.due, { failed: true, ago: 30 })
    pay(it, 0, { ago: 30 })
    pay(it, 10_003, { ago: 0 })
    for (let n = 0; n < 150; n += 1) pay(it, 9999, { ago: 30 })
    node.mine({ to: tronAddress(), value: it.topUp.due, at: clock.now(), ago: 30 })
    // The account's list says USDT, the transaction itself says another token.
    const whole = { token: usdt, to: it.topUp.address, value: BigInt(it.topUp.due) }
    for (const logged of [[{ ...whole, token: tronAddress() }], [{ ...whole, to: tronAddress() }], []])
      pay(it, it.topUp.due, { ago: 30 }).logged = logged
    expect(await look(it)).toMatchObject({ state: 'waiting', seen: 0 })
    expect(await recharge(it)).toBe(0)
    pay(it, it.topUp.due, { ago: 30 })
    expect(await look(it)).toMatchObject({ state: 'credited', seen: it.topUp.due })
  })

  test('runs out, and credits what comes late at the rate of its day', async () => {
    const it = await opened(10_000)
    clock.advance(61 * minute)
    expect(await look(it)).toMatchObject({ state: 'late', seen: 0, creditedAt: null })
    await publishRate(database.kysely, { code: 'USDT', perUsd: '1.25' }, clock)
    pay(it, 100_000_000, { ago: 30 })
    expect(await look(it)).toMatchObject({ state: 'late', amount: 8000, creditedAt: expect.any(String) })
    expect(await recharge(it)).toBe(8000)
    await publishRate(database.kysely, { code: 'USDT', perUsd: '1.0004' }, clock)
  })

  test('what comes for a deleted account is kept for the operator, told once, credited to nobody, and looked at more and more rarely', async () => {
    const it = await opened(10_000)
    await database.kysely
      .updateTable('member')
      .set({ deletedAt: new Date(clock.now()).toISOString() })
      .where('id', '=', it.memberId)
      .execute()
    pay(it, it.topUp.due, { ago: 30 })
    await look(it)
    await look(it)
    expect(errors).toEqual(['a transfer came for an account that was deleted'])
    const kept = await database.kysely
      .selectFrom('railTransfer')
      .select(['value', 'credited', 'isGone'])
      .where('awaitedId', '=', it.id)
      .execute()
    expect(kept).toEqual([{ value: it.topUp.due, credited: null, isGone: false }])
    expect(await recharge(it)).toBe(0)
    const lookAt = async () =>
      (
        await database.kysely
          .selectFrom('awaitedTopUp')
          .select('lookAt')
          .where('id', '=', it.id)
          .executeTakeFirstOrThrow()
      ).lookAt
    clock.advance(61 * minute)
    await look(it)
    expect(Date.parse((await lookAt()) ?? '') - clock.now()).toBe(10 * minute)
    for (const [days, next] of [
      [31, 1440],
      [400, 7 * 1440],
    ] as const) {
      clock.advance(days * 1440 * minute)
      await look(it)
      expect(Date.parse((await lookAt()) ?? '') - clock.now()).toBe(next * minute)
    }
  })

  test('credits what comes months later, and what came unseen before a new top-up at the same address', async () => {
    const config = readConfig({ DEMO: '0', TRONGRID_URL: node.url, TRONGRID_KEY: 'a-key' })
    const it = await opened(10_000)
    await look(it)
    clock.advance(90 * 1440 * minute)
    pay(it, it.topUp.due, { ago: 30 })
    // A run takes 50 addresses, those first that have waited for longest.
    for (let n = 0; n < 2; n += 1) await watchRails({ database, clock, config, log })
    expect(await recharge(it)).toBe(10_000)
    clock.advance(5 * 1440 * minute)
    pay(it, 50_020_000, { ago: 30 })
    clock.advance(60 * minute)
    const again = await opened(20_000, it.memberId)
    expect(again.topUp.address).toBe(it.topUp.address)
    await look(again)
    expect(await recharge(it)).toBe(15_000)
  })

  test('a transfer is credited only once its block is solidified, however many blocks follow', async () => {
    const it = await opened(10_000)
    const paid = pay(it, it.topUp.due, { ago: 40 })
    node.chain.solid = (paid.block ?? 0) - 1
    expect(await look(it)).toMatchObject({ state: 'confirming', confirmed: 19 })
    expect(await recharge(it)).toBe(0)
    node.chain.solid = paid.block
    expect(await look(it)).toMatchObject({ state: 'credited' })
    node.chain.solid = null
  })

  test.each([
    ['before', (real: bigint) => [5000n, real]],
    ['after', (real: bigint) => [real, 5000n]],
  ])(
    'dust %s a payment in the same transaction counts for nothing and does not end the look at it',
    async (_, order) => {
      const it = await opened(10_000)
      const paid = pay(it, it.topUp.due, { ago: 40 })
      paid.paid = order(BigInt(it.topUp.due)).map((value) => ({ token: usdt, to: it.topUp.address, value }))
      node.chain.solid = (paid.block ?? 0) - 1
      expect(await look(it)).toMatchObject({ state: 'confirming', seen: it.topUp.due })
      // Dust is settled an hour after it was seen; the chain stands still for longer.
      clock.advance(70 * minute)
      expect(await look(it)).toMatchObject({ state: 'confirming', seen: it.topUp.due })
      node.chain.solid = paid.block
      expect(await look(it)).toMatchObject({ state: 'credited', seen: it.topUp.due })
      expect(await recharge(it)).toBe(10_000)
      clock.advance(70 * minute)
      await look(it)
      node.asked.length = 0
      await look(it)
      expect(node.asked.filter(({ path }) => path.endsWith('gettransactioninfobyid'))).toEqual([])
      expect(errors).toEqual([])
      node.chain.solid = null
    },
  )

  test('with a second source, both have to say the same', async () => {
    const second = await startTronNode()
    const both = tronRail({
      url: node.url,
      key: undefined,
      second: { url: second.url, key: undefined },
      contract: usdt,
      confirmations: 20,
    })
    const lookAtBoth = async (of: Opened) => {
      await lookAt(
        { db: database.kysely, transact: (work) => database.inTransaction(work), clock, log },
        both,
        of.topUp.address,
      )
      return await known(of)
    }
    const it = await opened(10_000)
    const paid = pay(it, it.topUp.due, { ago: 30 })
    expect(await lookAtBoth(it)).toMatchObject({ state: 'confirming', confirmed: 19 })
    expect(errors).toEqual([])
    node.chain.newest += 300
    await lookAtBoth(it)
    expect(errors.splice(0)).toEqual(['sources of a rail do not agree on a transfer'])
    second.chain.newest = node.chain.newest
    const other = { ...paid, paid: [{ token: usdt, to: it.topUp.address, value: 1_000_000n }] }
    second.chain.mined.push(other)
    expect(await lookAtBoth(it)).toMatchObject({ state: 'confirming' })
    expect(errors).toEqual(['sources of a rail do not agree on a transfer'])
    expect(await recharge(it)).toBe(0)
    second.broken = 500
    await expect(lookAtBoth(it)).rejects.toThrow('answered 500')
    second.broken = null
    other.paid = paid.paid
    expect(await lookAtBoth(it)).toMatchObject({ state: 'credited' })
    expect(await recharge(it)).toBe(10_000)
    await second.close()
  })

  test('many transfers at one address are all taken, oldest first, and a cut answer is no sign that one has gone', async () => {
    const it = await opened(10_000)
    for (let n = 0; n < 130; n += 1) pay(it, 1_000_400, { ago: 30, at: clock.now() + n })
    await look(it)
    expect(await recharge(it)).toBe(10_000)
    clock.advance(61 * minute)
    await look(it)
    expect(await recharge(it)).toBe(13_000)
    expect(errors).toEqual([])
  })

  test.each([
    ['http://api.trongrid.io', undefined],
    ['https://user:word@api.trongrid.io', undefined],
    ['no address', undefined],
    ['https://api.trongrid.io', 'http://node.example'],
    ['https://api.trongrid.io', 'https://api.trongrid.io/again'],
  ])('%s and %s are no sources of a chain', (url, second) => {
    expect(() => readConfig({ DEMO: '0', TRONGRID_URL: url, TRON_SECOND_URL: second })).toThrow(/^TRON/)
  })

  test('a rate that changes meanwhile changes nothing that is open', async () => {
    const it = await opened(10_000)
    await publishRate(database.kysely, { code: 'USDT', perUsd: '2' }, clock)
    expect((await opened(10_000)).topUp.due).toBe(200_000_000)
    pay(it, it.topUp.due, { ago: 30 })
    expect(await look(it)).toMatchObject({ state: 'credited', amount: 10_000 })
    await publishRate(database.kysely, { code: 'USDT', perUsd: '1.0004' }, clock)
  })

  test("opening the same again gives the same; addresses are one member's for ever, and of one open top-up at a time", async () => {
    const first = await opened(10_000)
    const again = await Promise.all(Array.from({ length: 4 }, () => opened(10_000, first.memberId)))
    expect(new Set(again.map((it) => it.id))).toEqual(new Set([first.id]))
    const second = await opened(20_000, first.memberId)
    const third = await opened(30_000, first.memberId)
    expect(new Set([first, second, third].map((it) => it.topUp.address)).size).toBe(3)
    await expect(opened(40_000, first.memberId)).rejects.toMatchObject({ code: 'top_up_limit_reached' })
    clock.advance(61 * minute)
    const later = await opened(10_000, first.memberId)
    expect(later.id).not.toBe(first.id)
    expect([first, second, third].map((it) => it.topUp.address)).toContain(later.topUp.address)
    // Another member never gets one of these addresses.
    const others = await Promise.all(Array.from({ length: 5 }, () => opened()))
    expect(new Set([...others, first, second, third].map((it) => it.topUp.address)).size).toBe(8)
    await expect(known({ memberId: others[0]?.memberId ?? '', id: first.id })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('while it is partly paid, nothing else is opened at its address: the rest counts for it', async () => {
    const first = await opened(10_000)
    pay(first, 60_024_000, { ago: 30 })
    expect(await look(first)).toMatchObject({ state: 'underpaid', amount: 6000 })
    const second = await opened(5000, first.memberId)
    expect(second.topUp.address).not.toBe(first.topUp.address)
    // The same amount again is a new one: the member has to be shown all of it.
    const third = await opened(10_000, first.memberId)
    expect(third.id).not.toBe(first.id)
    await expect(opened(7000, first.memberId)).rejects.toMatchObject({ code: 'top_up_limit_reached' })
    clock.advance(minute)
    pay(first, first.topUp.due - 60_024_000, { ago: 30 })
    expect(await look(first)).toMatchObject({ state: 'credited', amount: 10_000 })
    expect(await look(second)).toMatchObject({ state: 'waiting', amount: 5000 })
    await opened(7000, first.memberId)
  })

  test('is refused without a rate or an address, and outside its bounds', async () => {
    const memberId = await makeMember(database.kysely)
    const odd = { ...rail, asset: 'ODD' }
    await expect(
      database.inTransaction((db) => openTopUp(db, { memberId, amount: 10_000, rail: odd }, clock)),
    ).rejects.toMatchObject({ code: 'rail_unavailable' })
    const bare = { ...rail, network: 'bare' }
    await expect(
      database.inTransaction((db) => openTopUp(db, { memberId, amount: 10_000, rail: bare }, clock)),
    ).rejects.toMatchObject({ code: 'rail_unavailable' })
    for (const amount of [1, 999, 10_000_001])
      await expect(opened(amount, memberId)).rejects.toMatchObject({ code: 'amount_out_of_range' })
    await expect(stockAddresses(database.kysely, rail, [`${usdt.slice(0, -1)}u`], clock)).rejects.toMatchObject({
      code: 'bad_request',
    })
    expect(await stockAddresses(database.kysely, rail, [usdt, usdt], clock).catch(() => 'twice')).toBe(1)
    await asOwner(database, (db) => db.deleteFrom('depositAddress').where('address', '=', usdt).execute())
  })

  test('the job looks at all that is due; a node that fails is logged, and asked again later', async () => {
    const its = [await opened(), await opened()]
    for (const it of its) pay(it, it.topUp.due, { ago: 30 })
    const config = readConfig({ DEMO: '0', TRONGRID_URL: node.url, TRONGRID_KEY: 'a-key' })
    node.broken = 503
    await watchRails({ database, clock, config, log })
    expect(errors.length).toBeGreaterThanOrEqual(2)
    node.broken = null
    errors.length = 0
    await watchRails({ database, clock, config, log })
    expect(await recharge(its[0] as Opened)).toBe(0)
    clock.advance(31_000)
    await watchRails({ database, clock, config, log })
    expect([await recharge(its[0] as Opened), await recharge(its[1] as Opened)]).toEqual([10_000, 10_000])
    const asked = node.asked.length
    await watchRails({ database, clock, config, log })
    expect(node.asked.length).toBe(asked)
    expect(errors).toEqual([])
  })

  test('a node that is busy for a moment is asked again, and that is no fault', async () => {
    const it = await opened()
    pay(it, it.topUp.due, { ago: 30 })
    const config = readConfig({ DEMO: '0', TRONGRID_URL: node.url, TRONGRID_KEY: 'a-key' })
    node.busy = 3
    errors.length = 0
    await watchRails({ database, clock, config, log })
    expect(errors).toEqual([])
    expect(node.busy).toBe(0)
    expect(await recharge(it)).toBe(10_000)
  })

  test('the demonstration pays itself, to addresses that no wallet takes', async () => {
    const demo = demoRail(database.kysely, clock)
    const memberId = await makeMember(database.kysely)
    const id = await database.inTransaction((db) => openTopUp(db, { memberId, amount: 2500, rail: demo }, clock))
    const read = async () => {
      const topUp = await topUpOf(database.kysely, { memberId, id, rails: [demo] }, clock)
      await lookAt(
        { db: database.kysely, transact: (work) => database.inTransaction(work), clock, log },
        demo,
        topUp.address,
      )
      return await topUpOf(database.kysely, { memberId, id, rails: [demo] }, clock)
    }
    const first = await read()
    expect(first).toMatchObject({ state: 'waiting', demo: true, network: 'demo' })
    expect(first.address).toMatch(/^DEMO/)
    demo.checkAddress(first.address)
    expect(() => {
      rail.checkAddress(first.address)
    }).toThrow(RangeError)
    const states = []
    for (let n = 0; n < 12; n += 1) {
      clock.advance(4000)
      states.push((await read()).state)
    }
    expect([...new Set(states)]).toEqual(['waiting', 'seen', 'confirming', 'credited'])
    expect((await balances(database.kysely, memberId))['recharge']).toBe(2500)
  })

  test('leaves sound books behind, and each credit has its transfer on the chain', async () => {
    expect(await reconcile(database.kysely)).toEqual([])
    const credited = await database.kysely
      .selectFrom('railTransfer')
      .select(['externalId', 'credited'])
      .where('credited', '>', 0)
      .orderBy('externalId')
      .execute()
    const booked = await database.kysely
      .selectFrom('topUp')
      .select(['externalId', 'amount as credited'])
      .orderBy('externalId')
      .execute()
    expect(booked).toEqual(credited)
  })
})
