import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Category } from '#protocol/home.ts'
import type { ProductCard } from '#protocol/products.ts'
import type { Bill } from '#protocol/wallet.ts'
import type { Database } from '#server/db/open.ts'
import { root } from '#server/install.mjs'
import { callerOf } from '#tests/support/caller.ts'
import { demoStart, openDemo } from '#tests/support/demo-database.ts'
import { knownOf } from '#tests/support/list-calls.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import type { World } from '#tests/support/world.ts'
import { worldOn } from '#tests/support/world.ts'

type Tree = Category & { children: Category[] }

let database: Database
let world: World
let of: Awaited<ReturnType<typeof knownOf>>

beforeAll(async () => {
  database = await openDemo('pglite')
  world = await worldOn(database, new ManualClock(demoStart))
  of = await knownOf(database.kysely, world.demo.memberId)
})
afterAll(() => database.close())

/** What the demonstration's member is told; in Indonesian, so that names that aren't translated differ. */
async function read<T>(path: string, args: object = {}): Promise<T> {
  const { token } = world.demo
  const { body } = await callerOf(world.app)(path, { method: 'GET', args, token, headers: { 'x-language': 'id' } })
  expect([path, body.errmsg]).toEqual([path, ''])
  return body.data as T
}

/** Every entry of a list, by pages that are smaller than it. */
async function whole<T>(path: string, args: object = {}): Promise<T[]> {
  const all: T[] = []
  for (let after: string | undefined; ;) {
    const { items, next } = await read<{ items: T[]; next?: string | null }>(path, { limit: 5, ...args, after })
    all.push(...items)
    if (!next) return all
    after = next
  }
}

const trees = async () => (await read<{ items: Tree[] }>('v2/etel/plan/category/getCategoryTree')).items
const withoutChildren = ({ id, name, kind, art, products }: Tree): Category => ({ id, name, kind, art, products })
const offers = (categoryId?: string) => whole<ProductCard>('g/goods/list', { categoryId })
const november = { from: '2026-11-01', to: '2026-11-20', limit: 100 }

/** For each call of the decision's table what it answers, and what the app reads in its place. */
const pairs: Record<string, () => Promise<[theirs: unknown, ours: unknown]>> = {
  'home/index3': async () => [await read('home/index3'), await read('home/indexV3')],
  'v2/etel/channel/getChannelList': async () => [
    (await read<{ items: Category[] }>('v2/etel/channel/getChannelList')).items,
    (await trees()).map(withoutChildren),
  ],
  'v2/etel/channel/channelTreeByCategory': async () => [
    (await read<{ items: Tree[] }>('v2/etel/channel/channelTreeByCategory', { categoryId: 'vehicles' })).items,
    (await trees()).filter((it) => it.id === 'vehicles'),
  ],
  'etel/plan/category/list': async () => [
    (await read<{ items: Category[] }>('etel/plan/category/list')).items,
    (await trees()).flatMap((it) => (it.children.length > 0 ? it.children : [withoutChildren(it)])),
  ],
  'catalog/new/singlePage': async () => [await whole('catalog/new/singlePage'), await offers()],
  'v2/etel/plan/pageList': async () => [
    [await whole('v2/etel/plan/pageList'), await whole('v2/etel/plan/pageList', { categoryId: of.categoryId })],
    [await offers(), await offers(of.categoryId)],
  ],
  'v2/etel/plan/getPlanByCategory': async () => [
    await whole('v2/etel/plan/getPlanByCategory', { categoryId: of.categoryId }),
    await offers(of.categoryId),
  ],
  'etel/plan/getById/{planId}': async () => [
    await read(`etel/plan/getById/${of.productId}`),
    await read('g/goods/info', { id: of.productId }),
  ],
  'g/user/vehicle/info': async () => {
    const [{ id } = { id: '' }] = await whole<{ id: string }>('g/user/vehicle/list')
    return [await read('g/user/vehicle/info', { id }), await read('g/user/goods/info', { id })]
  },
  'g/account/bill/earn/list': async () => [
    await whole('g/account/bill/earn/list', november),
    (await whole<Bill>('capital/streamList', november)).filter(
      ({ wallet, kind }) =>
        (wallet === 'pending' && kind === 'income') || (wallet === 'income' && kind === 'income_claim'),
    ),
  ],
  'integral/goods/list': async () => [await whole('integral/goods/list'), await whole('integral/goods/v2/list')],
  'sysconfig/list': async () => {
    const { items } = await read<{ items: { key: string }[] }>('sysconfig/list')
    const keys = items.map((it) => it.key).join(',')
    return [items, (await read<{ items: unknown }>('mallSystem/getSystemConfMore', { keys })).items]
  },
}

const decision = readFileSync(join(root, 'docs/decisions/0033-one-read-a-fact.md'), 'utf8')

test.each([...decision.matchAll(/^\| `([^`]+)` +\| /gm)].map(([, path]) => path!))(
  'other clients are told by %s what the app is told by another call',
  async (path) => {
    const [theirs, ours] = await pairs[path]!()
    expect(theirs).toEqual(ours)
    for (const it of [theirs].flat()) expect(it).not.toEqual([])
    expect(JSON.stringify(theirs).length).toBeGreaterThan(100)
  },
)
