import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Address } from '#protocol/addresses.ts'
import { appVersionCode, header, oldestVersionCode } from '#protocol/headers.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/open.ts'
import { sweep } from '#server/features/auth/sweep.ts'
import { settle } from '#server/features/rewards/settle.ts'
import { rekeyDigests } from '#server/http/idempotency.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { bareWorldFor } from '#tests/support/bare-world.ts'
import { databases } from '#tests/support/databases.ts'
import { balances, makeMachine, makeUnits } from '#tests/support/people-and-machines.ts'
import { shopOn } from '#tests/support/shop.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const day = 86_400_000

describe.each(databases)('keys on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const env = { CARD_KEY: randomBytes(32).toString('base64url') }
  const world = bareWorldFor(open, clock, env)

  const now = () => new Date(clock.now()).toISOString()
  const address = (over: Record<string, unknown> = {}) => ({
    id: randomUUID(),
    basedOn: null,
    recipient: 'Ayu',
    phone: '+6281200000001',
    regionId: 'id-bali-denpasar',
    detail: 'Here',
    isDefault: false,
    ...over,
  })
  const addresses = async (token: string) =>
    ((await world.call('address/list', { method: 'GET', token })).body.data as { items: Address[] }).items
  const keysOf = (memberId: string) =>
    world.database.kysely.selectFrom('idem').selectAll().where('memberId', '=', memberId).execute()

  describe('a key', () => {
    test('with the same body gives the first answer again, whatever the order of its names and the version of the app by then', async () => {
      const { token } = await world.member()
      const [args, key] = [address(), randomUUID()]
      const first = await world.call('address/save', { args, token, key })
      clock.advance(60_000)
      const reversed = Object.fromEntries(Object.entries(args).toReversed())
      const again = await world.call('address/save', {
        args: { ...reversed, version: '1.0.700' },
        token,
        key: `"${key}"`,
      })
      expect(again.body).toEqual(first.body)
      expect((await addresses(token)).map((it) => it.version)).toEqual([1])
    })

    test('gives the same bytes again, of what was done and of what was refused with its reason', async () => {
      const { token } = await world.member()
      const saved = address({ position: { longitude: 115.2, latitude: -8.65 } })
      const late = { ...saved, basedOn: null, detail: 'There' }
      for (const args of [saved, late]) {
        const sent = { args, token, key: randomUUID() }
        const [first, again] = [await world.call('address/save', sent), await world.call('address/save', sent)]
        expect(first.body.data).toMatchObject({ version: 1 })
        expect(again.text).toBe(first.text)
      }
    })

    test('with another body, or for another call, is refused and changes nothing', async () => {
      const { token } = await world.member()
      const [args, key] = [address(), randomUUID()]
      await world.call('address/save', { args, token, key })
      for (const [path, other] of [
        ['address/save', { ...args, detail: 'There' }],
        ['address/delete', { id: args.id, basedOn: 1 }],
      ] as const) {
        const heard = await world.call(path, { args: other, token, key })
        expect([heard.status, heard.body.errno, heard.body.data]).toEqual([422, 422, null])
      }
      expect((await addresses(token)).map((it) => it.detail)).toEqual(['Here'])
      expect((await world.call('address/save', { args, token, key })).body.errno).toBe(0)
    })

    test('that comes many times at once has one effect, and everyone hears of it or waits', async () => {
      const { token } = await world.member()
      const send = { args: { madeAt: now() }, token, key: randomUUID() }
      const heard = await Promise.all(Array.from({ length: 8 }, () => world.call('game/sign', send)))
      const answered = heard.filter((it) => it.status === 200)
      expect(answered.length).toBeGreaterThan(0)
      for (const it of answered) expect(it.body).toEqual(answered[0]?.body)
      expect(answered[0]?.body.errno).toBe(0)
      expect(heard.filter((it) => it.status !== 200).map((it) => it.status)).toEqual(
        heard.filter((it) => it.status !== 200).map(() => 409),
      )
    })

    test('of another member is another key', async () => {
      const [one, other] = [await world.member(), await world.member()]
      const [args, key] = [address(), randomUUID()]
      await world.call('address/save', { args, token: one.token, key })
      expect(
        (await world.call('address/save', { args: { ...args, detail: 'Mine' }, token: other.token, key })).body,
      ).toMatchObject({ errno: 0, data: { detail: 'Mine', version: 1 } })
      expect((await addresses(one.token)).map((it) => it.detail)).toEqual(['Here'])
    })

    test('of a refused command stays refused, even when it could be done by now', async () => {
      const { memberId, token } = await world.member()
      const key = randomUUID()
      const claim = async (send: { token: string; key?: string }) =>
        (await world.call('g/user/goods/earnings/claim', send)).body.errno
      expect(await claim({ token, key })).toBe(1708)
      await earn(memberId)
      const later = await world.tokenOf(memberId)
      expect(await claim({ token: later, key })).toBe(1708)
      expect(await claim({ token: later })).toBe(0)
    })
  })

  test.each([
    ['before it was committed', true],
    ['in the middle of it', false],
  ])('a failure of ours %s is answered 5xx and kept nowhere: the same key then succeeds', async (_, isLate) => {
    const { memberId, token } = await world.member()
    let isBroken = true
    const shaky: Database = {
      ...world.database,
      inTransaction: (work, last) =>
        world.database.inTransaction(async (db) => {
          if (isBroken && !isLate) throw Object.assign(new Error('terminating connection'), { code: '57P01' })
          const result = await work(db)
          if (isBroken) throw new Error('the disk is gone')
          return result
        }, last),
    }
    const call = world.callWith(shaky)
    const send = { args: address(), token, key: randomUUID() }
    const heard = await call('address/save', send)
    expect(heard.status).toBe(isLate ? 500 : 503)
    expect(heard.headers.get('retry-after')).toBe(isLate ? null : '2')
    expect([await addresses(token), await keysOf(memberId)]).toEqual([[], []])
    isBroken = false
    expect((await call('address/save', send)).body).toMatchObject({ errno: 0, data: { version: 1 } })
  })

  /** One unit whose first day's income is settled: 60 minor units. */
  async function earn(memberId: string): Promise<void> {
    const machine = await makeMachine(world.database.kysely)
    await makeUnits(world.database.kysely, {
      memberId,
      machine,
      activeFrom: now(),
      expiresAt: '2028-01-01T00:00:00.000Z',
    })
    clock.advance(3_600_000)
    await shopOn(world.database, clock).earn(machine, 1000)
    clock.advance(day)
    await settle({ database: world.database, clock })
  }

  test('an answer is replayed for 180 days; afterwards nature sees to it that nothing happens twice', async () => {
    const { memberId } = await world.member()
    const shop = shopOn(world.database, clock)
    await earn(memberId)
    const product = await shop.offer()
    await shop.member()
    const made = now()
    const token = await world.tokenOf(memberId)
    await world.database.kysely.updateTable('product').set({ price: 40 }).where('id', '=', product.productId).execute()
    const sign = { path: 'game/sign', args: { madeAt: made }, key: randomUUID() }
    const claim = { path: 'g/user/goods/earnings/claim', args: {}, key: randomUUID() }
    const save = { path: 'address/save', args: address(), key: randomUUID() }
    const first = []
    for (const it of [sign, claim, save]) first.push(await world.call(it.path, { ...it, token }))
    const draft = (
      await world.call('order/draft/generate', {
        args: { productId: product.productId, quantity: 1, couponId: null },
        token,
      })
    ).body.data as { id: string; actualPayment: number }
    const pay = {
      path: 'order/prepay',
      args: { draftId: draft.id, wallet: 'income', expectedPayment: draft.actualPayment, risksRead: true },
      key: randomUUID(),
    }
    first.push(await world.call(pay.path, { ...pay, token }))
    const sent = [sign, claim, save, pay]
    expect(first.map((it) => it.body.errno)).toEqual([0, 0, 0, 0])
    const books = await balances(world.database.kysely, memberId)

    clock.advance(179 * day)
    await sweep({ database: world.database, clock })
    const later = await world.tokenOf(memberId)
    for (const [n, it] of sent.entries())
      expect((await world.call(it.path, { ...it, token: later })).body).toEqual(first[n]?.body)

    clock.advance(2 * day)
    await sweep({ database: world.database, clock })
    expect((await keysOf(memberId)).filter((it) => sent.some(({ key }) => key === it.key))).toEqual([])
    const last = await world.tokenOf(memberId)
    const heard = []
    for (const it of sent) heard.push((await world.call(it.path, { ...it, token: last })).body)
    expect(heard.map((it) => it.errno).slice(0, 3)).toEqual([1707, 1708, 0])
    expect(heard[2]).toEqual(first[2]?.body)
    expect(heard[3]?.errno).not.toBe(0)
    expect(await balances(world.database.kysely, memberId)).toEqual(books)
    expect(
      await world.database.kysely.selectFrom('purchase').select('id').where('draftId', '=', draft.id).execute(),
    ).toHaveLength(1)
    expect(await reconcile(world.database.kysely)).toEqual([])
  })

  test('the request behind a key is stored under a key of the server; what earlier servers stored plainly still counts', async () => {
    const { memberId, token } = await world.member()
    const key = randomUUID()
    const body = { by: 'code', code: '000000', password: 'another-good-one', phone: '+6281200000556' }
    const send = (over: object = {}) => world.call('auth/reset', { args: { ...body, ...over }, key, token })
    const first = await send()
    const stored = async () => (await keysOf(memberId)).find((it) => it.key === key)?.reqHash
    const keyed = await stored()
    // In the order of their names, as digests take them.
    const text = JSON.stringify(body)
    const plain = createHash('sha256').update('POST').update('auth/reset').update(text).digest('base64url')
    expect(keyed).toMatch(/^k:/)
    expect(keyed).not.toContain(plain)
    // As an earlier server stored it.
    await world.database.kysely.updateTable('idem').set({ reqHash: plain }).where('key', '=', key).execute()
    expect((await send()).body).toEqual(first.body)
    expect((await send({ password: 'yet-another-one' })).status).toBe(422)
    await rekeyDigests({ database: world.database, config: readConfig(env) })
    expect(await stored()).toBe(keyed)
    expect((await send()).body).toEqual(first.body)
    expect((await send({ password: 'yet-another-one' })).status).toBe(422)
  })

  test('what a visitor was refused is kept for a day', async () => {
    const refused = {
      path: 'auth/reset',
      args: { by: 'code', phone: '+6281200000555', code: '000000', password: 'good-enough' },
      key: randomUUID(),
    }
    expect((await world.call(refused.path, refused)).body.errno).toBeGreaterThan(1000)
    const kept = () => world.database.kysely.selectFrom('idem').select('key').where('key', '=', refused.key).execute()
    expect(await kept()).toHaveLength(1)
    clock.advance(day - 1000)
    await sweep({ database: world.database, clock })
    expect(await kept()).toHaveLength(1)
    clock.advance(2000)
    await sweep({ database: world.database, clock })
    expect(await kept()).toEqual([])
  })

  test('a payment rail that repeats itself after the sweep credits nothing', async () => {
    const { memberId } = await world.member()
    const paid = { source: 'rail', externalId: randomUUID(), memberId, amount: 500, currency: 'USD', receivedAt: now() }
    const sent = { args: paid, token: await world.feedKey('rail'), key: randomUUID() }
    const report = async () => (await world.call('feed/topUp', sent)).body
    const first = await report()
    expect(first).toMatchObject({ errno: 0, data: { counted: true } })
    clock.advance(200 * day)
    await sweep({ database: world.database, clock })
    expect(await report()).toMatchObject({ errno: 0, data: { ...(first.data as object), counted: false } })
    expect(await balances(world.database.kysely, memberId)).toMatchObject({ recharge: 500 })
  })

  test('this version and the two before it are understood; an older one is told to update, and nothing is done', async () => {
    const { token } = await world.member()
    expect(appVersionCode - oldestVersionCode).toBe(2)
    const save = (versionCode: number, args: object) =>
      world.call('address/save', { args, token, headers: { [header.versionCode]: String(versionCode) } })
    for (const code of [1707, 1708, 1709, 1710])
      expect([code, (await save(code, address())).body.errno]).toEqual([code, 0])
    for (const code of [1706, 1, -1]) expect([code, (await save(code, address())).status]).toEqual([code, 426])
    expect(await addresses(token)).toHaveLength(4)
  })
})
