import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import type { Answer } from '#protocol/call.ts'
import { calls, type CallPath } from '#protocol/calls.ts'
import type { barrage, homeIndex } from '#protocol/home.ts'
import type { Switches } from '#protocol/settings.ts'
import { switchable, type Switchable } from '#protocol/words.ts'
import { instant } from '#server/clock.ts'
import { setSetting } from '#server/db/settings.ts'
import { arbitraryOf } from '#tests/support/arbitrary-of.ts'
import { bareWorldFor } from '#tests/support/bare-world.ts'
import { oneDatabase } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { makeMachine, makeUnits } from '#tests/support/people-and-machines.ts'

const switchedOff = 1403

describe.each(oneDatabase)('what the operator switches off on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const world = bareWorldFor(open, clock)

  const operatorSets = (change: Partial<Switches>) =>
    setSetting(world.database.kysely, 'examine', {
      examine: true,
      showTimeDeposit: true,
      showGoods: '1',
      switchedOff: [],
      ...change,
    })
  const errnoOf = async (path: string, sent: Parameters<typeof world.call>[1] = {}) =>
    (await world.call(path, sent)).body.errno
  const checkIn = { day: '2026-11-20', madeAt: '2026-11-20T05:00:00.000Z' }
  afterEach(() => operatorSets({ examine: false }))

  const examples: Record<Switchable, readonly [CallPath, 'GET' | 'POST', object?]> = {
    mall: ['catalog/getCategoryIndex', 'GET', { positionCode: 'labelCategory' }],
    buying: ['g/goods/list', 'GET'],
    topup: ['currency/calculate', 'POST'],
    news: ['help/list', 'GET'],
    team: ['g/team/total', 'GET'],
    rewards: ['game/sign/getSignNum', 'GET'],
    games: ['game/box/list', 'GET'],
    pointsmall: ['integral/goods/v2/list', 'GET'],
    salary: ['g/contract/submit', 'POST'],
    locations: ['vehicle/realtime/position/list', 'GET'],
  }

  test.each(switchable)('%s: its calls are refused with a sentence, and only while it is off', async (feature) => {
    const { token } = await world.member()
    const [path, method, given] = examples[feature]
    const args =
      given ?? (method === 'POST' ? fc.sample(arbitraryOf(calls[path].args), { numRuns: 1, seed: 1 })[0] : {})
    const off = feature === 'mall' || feature === 'news' ? [] : [feature]
    await operatorSets({ switchedOff: off })
    const { body } = await world.call(path, { method, args, token })
    expect(body).toEqual({ errno: switchedOff, errmsg: expect.stringMatching(/operator/), data: null })
    await operatorSets({ examine: false, switchedOff: off })
    expect(await errnoOf(path, { method, args, token })).not.toBe(switchedOff)
  })

  test("what is the member's stays: wallets, withdrawing, products, what was earned and won", async () => {
    const { token } = await world.member()
    await operatorSets({ showGoods: '0', switchedOff: [...switchable] })
    for (const path of [
      'g/account/info',
      'capital/streamList',
      'g/goods/withdrawInfo',
      'Profit/rule',
      'g/user/goods/list',
      'g/order/list',
      'g/coupon/my/list',
      'g/contract/info',
      'g/contract/bill',
      'goods/level/list',
      'address/list',
      'mallNotice/noticeList',
      'capital/findBindCardList',
      'capital/deposit/list',
      // Who runs the member's machines, and what the books say of them.
      'v2/operator/list',
      'v2/operator/rechargeList',
    ])
      expect([path, await errnoOf(path, { method: 'GET', token })]).toEqual([path, 0])
    const receipts = ['g/contract/confirm/receipt', 'invitation/reward/confirm/receipt', 'lottery/receipt']
    for (const path of [
      ...receipts,
      'g/user/goods/earnings/claim',
      'g/account/earn/receive',
      'g/contract/end',
      'Profit/withdrawal',
    ])
      expect([path, await errnoOf(path, { token })]).not.toEqual([path, switchedOff])
  })

  test('the front page has no offers without buying, and no banners and categories without the Mall', async () => {
    const { kysely } = world.database
    await makeMachine(kysely)
    const text = JSON.stringify({ en: 'A line' })
    const banner = { title: text, line: text, art: 'battery-storage', route: '/pages/index/index', position: 1 }
    await kysely
      .insertInto('banner')
      .values({ id: randomUUID(), ...banner })
      .execute()
    const shown = async (path: string, headers: Record<string, string> = {}) => {
      const page = (await world.call(path, { method: 'GET', headers })).body.data as Answer<typeof homeIndex>
      return Object.entries(page).flatMap(([name, list]) => (Array.isArray(list) && list.length > 0 ? [name] : []))
    }
    const everything = ['banners', 'categories', 'featured', 'newest']
    for (const path of ['home/indexV3', 'home/index3']) {
      await operatorSets({ examine: false, showGoods: '0', switchedOff: [...switchable] })
      expect(await shown(path)).toEqual(everything)
      await operatorSets({ showGoods: '0' })
      expect(await shown(path)).toEqual([])
      await operatorSets({ switchedOff: ['buying'] })
      expect(await shown(path)).toEqual([])
      await operatorSets({})
      expect(await shown(path)).toEqual(['featured', 'newest'])
      await operatorSets({ showGoods: '0', versions: { from: '1.0.700' } })
      expect(await shown(path, { 'x-app-version': '1.0.699' })).toEqual(everything)
      expect(await shown(path, { 'x-app-version': '1.0.700' })).toEqual([])
    }
  })

  test('what members have bought is not told while buying is off', async () => {
    const { memberId } = await world.member()
    const machine = await makeMachine(world.database.kysely)
    await makeUnits(world.database.kysely, {
      memberId,
      machine,
      activeFrom: '2026-11-20T05:00:00.000Z',
      expiresAt: '2027-11-20T05:00:00.000Z',
    })
    const told = async () => {
      const { body } = await world.call('home/getIndexBarrage', { method: 'GET' })
      return (body.data as Answer<typeof barrage>).items.map((it) => it.what)
    }
    expect(await told()).toEqual(['bought'])
    await operatorSets({ switchedOff: ['buying'] })
    expect(await told()).toEqual([])
  })

  test('a check-in is refused without being kept, and taken under the same key once rewards are back', async () => {
    const { token } = await world.member()
    const key = randomUUID()
    await operatorSets({ switchedOff: ['rewards'] })
    expect(await errnoOf('game/sign', { args: checkIn, token, key })).toBe(switchedOff)
    await operatorSets({ examine: false })
    expect(await errnoOf('game/sign', { args: checkIn, token, key })).toBe(0)
    // What was applied is answered again, whatever is off now: its device may have lost the answer.
    await operatorSets({ switchedOff: ['rewards'] })
    expect(await errnoOf('game/sign', { args: checkIn, token, key })).toBe(0)
  })

  test('a check-in that came in time while rewards were off counts for its day, however long that lasts', async () => {
    const [tried, waited] = [await world.member(), await world.member()]
    const keys = { tried: randomUUID(), waited: randomUUID() }
    const hour = 3_600_000
    const madeAt = instant(clock.now() - 48 * hour + 1000)
    await world.database.kysely
      .updateTable('member')
      .set({ joinedAt: instant(clock.now() - 500 * hour) })
      .where('id', 'in', [tried.memberId, waited.memberId])
      .execute()
    const sign = async (token: string, key: string) =>
      (await world.call('game/sign', { args: { madeAt }, token, key })).body
    await operatorSets({ switchedOff: ['rewards'] })
    expect((await sign(tried.token, keys.tried)).errno).toBe(switchedOff)
    clock.advance(2000)
    expect((await sign(waited.token, keys.waited)).errno).toBe(switchedOff)
    await operatorSets({ examine: false })
    expect(await sign(tried.token, keys.tried)).toMatchObject({ errno: 0, data: { day: madeAt.slice(0, 10) } })
    expect(await sign(waited.token, keys.waited)).toMatchObject({
      errno: 0,
      data: { day: instant(clock).slice(0, 10) },
    })
  })

  test('a version outside its limits knows no restricted mode; one that says none counts as 1.0.0', async () => {
    await operatorSets({ switchedOff: ['team'], versions: { from: '1.0.700' } })
    const { token } = await world.member()
    const saying = (version?: string) => ({
      method: 'GET' as const,
      token,
      headers: { ...(version !== undefined && { 'x-app-version': version }) } as Record<string, string>,
    })
    expect(await errnoOf('g/team/total', saying('1.0.709'))).toBe(switchedOff)
    expect(await errnoOf('g/team/total', saying('1.0.99'))).not.toBe(switchedOff)
    expect(await errnoOf('g/team/total', saying())).not.toBe(switchedOff)
    expect(await errnoOf('g/team/total', saying('newest'))).not.toBe(switchedOff)
    const status = async (args: object, version?: string) =>
      ((await world.call('sysconfig/getExamineStatus', { ...saying(version), args })).body.data as Switches).examine
    expect(await status({}, '1.0.709')).toBe(true)
    expect(await status({}, '1.0.99')).toBe(false)
    // The argument is the word of the specification; the header stands in for it.
    expect(await status({ version: '1.0.709' }, '1.0.99')).toBe(true)
    expect(await status({ version: '1.0.99' }, '1.0.709')).toBe(false)
  })
})
