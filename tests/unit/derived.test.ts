import { hashKey } from '@tanstack/react-query'
import { describe, expect, test, vi } from 'vitest'
import { InfiniteQueryObserver } from '@tanstack/react-query'
import { machineKinds } from '#protocol/words.ts'
import type { StoredAnswer } from '#src/cache/persistent/answer-cache.ts'
import { derived } from '#src/cache/persistent/derived.ts'
import { createQueryClient } from '#src/cache/query-client.ts'
import { newest } from '#src/features/home/queries.ts'
import { catalogue, productsOf, unitsOf } from '#src/features/products/queries.ts'
import { listSorts, unitStatuses } from '#src/features/products/search.ts'

const at = Date.parse('2026-01-20T00:00:00Z')
const card = (
  id: string,
  categoryId: string,
  kind: string,
  price: number,
  earnedLast30Days: number | null,
  stock = 5,
) => ({
  id,
  categoryId,
  kind,
  price,
  earnedLast30Days,
  stock,
})
const cards = [
  card('a', 'scooters', 'vehicle', 300, 5),
  card('b', 'home', 'pile', 100, null),
  card('c', 'vans', 'vehicle', 200, 9),
  card('d', 'fast', 'pile', 900, 1),
]
const unit = (id: string, status: string, machineId = id, kind = 'vehicle') => ({ id, status, machineId, kind })

test('a product that is sold out is not within the balance', async () => {
  const soldOut = deviceWith([
    [['g/goods/list', { limit: 100 }, 'pages'], { pages: [{ items: [card('e', 'vans', 'vehicle', 1, 1, 0)] }] }],
  ])
  const answer = await soldOut(['g/goods/list', { affordable: true }, 'pages'], { recharge: 100, income: 0 })
  expect(idsOf(answer)).toEqual([])
})

function storedAs(answers: [readonly unknown[], unknown][]) {
  return new Map(
    answers.map(([key, data]): [string, StoredAnswer] => [hashKey(key), { hash: hashKey(key), key, data, at }]),
  )
}

function deviceWith(answers: [readonly unknown[], unknown][]) {
  const kept = storedAs(answers)
  return (key: readonly unknown[], account?: unknown) =>
    derived(
      key,
      async (hash) => kept.get(hash),
      () => account,
    )
}

const whole: [readonly unknown[], unknown][] = [
  [
    ['g/goods/list', { limit: 100 }, 'pages'],
    { pages: [{ items: cards.slice(0, 3), next: 'x' }, { items: cards.slice(3) }], pageParams: [undefined, 'x'] },
  ],
  [
    ['v2/etel/plan/category/getCategoryTree', {}],
    {
      items: [
        { id: 'piles', children: [{ id: 'home' }, { id: 'fast' }] },
        { id: 'vans', children: [] },
      ],
    },
  ],
  [
    ['g/user/goods/list', {}, 'pages'],
    {
      pages: [{ items: [unit('u', 'active'), unit('v', 'expired'), unit('w', 'active', 'w', 'pile')] }],
      pageParams: [undefined],
    },
  ],
  [
    ['g/goods/list', { sort: 'newest', limit: 100 }, 'pages'],
    { pages: [{ items: cards.toReversed() }], pageParams: [undefined] },
  ],
]
const stored = storedAs(whole)
const ask = deviceWith(whole)

const idsOf = (answer: { data: unknown } | undefined) =>
  (answer?.data as { pages: { items: { id: string }[] }[] } | undefined)?.pages.flatMap((it) =>
    it.items.map(({ id }) => id),
  )

describe('an answer that was never asked for', () => {
  test.each([
    [{}, ['a', 'b', 'c', 'd']],
    [{ kind: 'pile' }, ['b', 'd']],
    [{ categoryId: 'vans' }, ['c']],
    [{ categoryId: 'piles' }, ['b', 'd']],
    [{ sort: 'price' }, ['b', 'c', 'a', 'd']],
    [{ sort: 'earned', kind: 'vehicle' }, ['c', 'a']],
  ])('follows from the whole catalogue: %o', async (filter, ids) => {
    const answer = await ask(['g/goods/list', filter, 'pages'])
    expect(idsOf(answer)).toEqual(ids)
    expect(answer?.at, 'with the age of what it was made of').toBe(at)
  })

  test.each([
    [newest.queryKey, ['d', 'c', 'b', 'a']],
    [productsOf({ sort: 'newest', kind: 'vehicle' }).queryKey, ['c', 'a']],
    [productsOf({ sort: 'newest', categoryId: 'piles' }).queryKey, ['d', 'b']],
    [productsOf({ kind: 'vehicle', categoryId: undefined }).queryKey, ['a', 'c']],
    [productsOf({ kind: 'vehicle', sort: 'price' }).queryKey, ['c', 'a']],
    [unitsOf({ kind: 'vehicle' }).queryKey, ['u', 'v']],
    [unitsOf({ kind: 'vehicle', status: 'expired' }).queryKey, ['v']],
    [unitsOf({ kind: 'pile', status: 'active' }).queryKey, ['w']],
  ])('follows under a filter of the app: %j', async (key, ids) => {
    const answer = await ask(key)
    expect(idsOf(answer)).toEqual(ids)
    expect(answer?.at).toBe(at)
  })

  // Through the client, since only calls that it knows to follow from others are looked up.
  test('opens without a network under every filter of the app', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no route')))
    const client = createQueryClient(
      { read: async (hash) => stored.get(hash), write: async () => {}, facts: async () => [], clear: async () => {} },
      { now: () => at },
    )
    client.setQueryData(['g/account/info', {}], { recharge: 150, income: 250 })
    const yesOrNo = [undefined, true] as const
    const kinds = [undefined, ...machineKinds]
    const ofProducts = kinds.flatMap((kind) =>
      [undefined, ...listSorts].flatMap((sort) =>
        [undefined, 'piles'].flatMap((categoryId) =>
          yesOrNo.map((affordable) => productsOf({ kind, sort, categoryId, affordable })),
        ),
      ),
    )
    const ofUnits = kinds.flatMap((kind) => [undefined, ...unitStatuses].map((status) => unitsOf({ kind, status })))
    for (const query of [newest, catalogue, ...ofProducts, ...ofUnits]) {
      const observer = new InfiniteQueryObserver(client, { ...query, retry: false } as typeof newest)
      const stop = observer.subscribe(() => {})
      await vi.waitFor(() => expect(observer.getCurrentResult().dataUpdatedAt, JSON.stringify(query.queryKey)).toBe(at))
      stop()
    }
    client.clear()
    vi.unstubAllGlobals()
  })

  test('knows what is affordable only where it knows the wallets', async () => {
    expect(await ask(['g/goods/list', { affordable: true }, 'pages'])).toBeUndefined()
    const within = async (recharge: number, income: number) =>
      idsOf(await ask(['g/goods/list', { affordable: true }, 'pages'], { recharge, income }))
    expect(await within(150, 250), 'the larger wallet counts, and what is sold out does not').toEqual(['b', 'c'])
    expect(await within(50, 20)).toEqual([])
  })

  test("is the member's own units by state, as pages and as one answer", async () => {
    expect(idsOf(await ask(['g/user/goods/list', { status: 'expired' }, 'pages']))).toEqual(['v'])
    expect((await ask(['g/user/goods/list', { status: 'active', limit: 1 }]))?.data).toEqual({
      items: [unit('u', 'active')],
    })
  })

  test("is the member's machines, each by the unit held longest, and no more of them than asked for", async () => {
    const [a, b, c] = [unit('a', 'active', 'm'), unit('b', 'active', 'm'), unit('c', 'active', 'n')]
    const device = deviceWith([
      [['g/user/goods/list', {}, 'pages'], { pages: [{ items: [a, b, c, unit('d', 'expired', 'm')] }] }],
    ])
    const machines = async (args: object) =>
      (await device(['g/user/goods/list', { onePerMachine: true, ...args }]))?.data
    expect(await machines({ status: 'active', limit: 12 })).toEqual({ items: [b, c] })
    expect(await machines({ status: 'active', limit: 1 })).toEqual({ items: [b] })
    expect(await machines({}), 'would be a guess').toBeUndefined()
  })

  test('is a part of the team, or of the rewards with their sums', async () => {
    const team = ['direct true', 'indirect false', 'direct false'].map((id) => ({
      id,
      relation: id.split(' ')[0],
      valid: id.endsWith('true'),
    }))
    const rewards = [
      { id: 'a', receivedAt: null },
      { id: 'b', receivedAt: '2026-01-19T00:00:00.000Z' },
    ]
    const sums = { inviteGoldCoins: 300, receivable: 1, receivableCoins: 300, receivedCoins: 300 }
    const device = deviceWith([
      [['g/team/list', { limit: 100 }, 'pages'], { pages: [{ items: team }], pageParams: [undefined] }],
      [['invitation/reward/record', { limit: 100 }, 'pages'], { pages: [{ items: rewards, ...sums }] }],
    ])
    const part = async (path: string, args: object) => idsOf(await device([path, { limit: 100, ...args }, 'pages']))
    expect(await part('g/team/list', { relation: 'direct' })).toEqual(['direct true', 'direct false'])
    expect(await part('g/team/list', { relation: 'direct', valid: false })).toEqual(['direct false'])
    expect(await part('invitation/reward/record', { received: true })).toEqual(['b'])
    const due = await device(['invitation/reward/record', { limit: 100, received: false }, 'pages'])
    expect(due?.data).toMatchObject({ pages: [{ items: [rewards[0]], ...sums }] })
  })

  test('does not exist where only the beginning of a list is here', async () => {
    const pages = [{ items: [{ id: 'a', relation: 'direct', valid: true, receivedAt: null }], next: 'x' }]
    const device = deviceWith([
      [['g/team/list', { limit: 100 }, 'pages'], { pages }],
      [['invitation/reward/record', { limit: 100 }, 'pages'], { pages }],
      [['g/user/goods/list', {}, 'pages'], { pages: [{ items: [unit('u', 'active')], next: 'x' }] }],
      [['g/goods/list', { limit: 100 }, 'pages'], { pages: [{ items: cards, next: 'x' }] }],
    ])
    expect(await device(['g/user/goods/list', { status: 'active', limit: 100 }])).toBeUndefined()
    expect(await device(['g/user/goods/list', { status: 'active' }, 'pages'])).toBeUndefined()
    expect(await device(['g/goods/list', { kind: 'pile' }, 'pages'])).toBeUndefined()
    expect(await device(['g/team/list', { relation: 'direct' }, 'pages'])).toBeUndefined()
    expect(await device(['invitation/reward/record', { received: false }, 'pages'])).toBeUndefined()
  })

  test.each([
    [['g/goods/list', { sort: 'later' }, 'pages']],
    [['g/goods/list', { operator: 'x' }, 'pages']],
    [['g/goods/info', { id: 'a' }]],
  ])('does not exist where it would be a guess: %o', async (key) => {
    expect(await ask(key)).toBeUndefined()
  })

  test('does not exist on an empty device', async () => {
    expect(await deviceWith([])(['g/goods/list', {}, 'pages'])).toBeUndefined()
  })
})
