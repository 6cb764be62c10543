import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { PointsGoods, PointsOrder } from '#protocol/pointsmall.ts'
import { demoGoods } from '#server/db/seed/demo-mall-goods.ts'
import { goodsDrawings } from '#src/entities/goods-art.tsx'
import { shownOrder } from '#src/features/pointsmall/commands.ts'
import { mostOf, shownGoods } from '#src/features/pointsmall/shown-goods.ts'
import { commandLike } from '#tests/support/command-like.ts'

const base: PointsGoods = {
  id: 'a',
  categoryId: 'road',
  name: 'City helmet',
  line: 'Light',
  art: 'helmet',
  kind: 'parcel',
  points: 500,
  stock: 3,
  limit: 0,
  levelNeeded: 0,
}
const goods: PointsGoods[] = [
  base,
  { ...base, id: 'b', categoryId: 'home', name: 'Cốc men', points: 80 },
  { ...base, id: 'c', name: 'Bell', points: 70, stock: 0 },
  { ...base, id: 'd', name: 'Pump', points: 90, levelNeeded: 2 },
]
const ids = (...args: Parameters<typeof shownGoods>) => shownGoods(...args).map((it) => it.id)
const rich = { coins: 1000, level: 3 }

test('goods are found by words without accents, by category, and sorted by price', () => {
  expect(ids(goods, { text: 'coc MEN' }, rich)).toEqual(['b'])
  expect(ids(goods, { category: 'road', sort: 'fewest' }, rich)).toEqual(['c', 'd', 'a'])
  expect(ids(goods, { sort: 'most' }, rich)).toEqual(['a', 'd', 'b', 'c'])
  expect(ids(goods, {}, rich)).toEqual(['a', 'b', 'c', 'd'])
})

test('what a member can afford leaves out what is gone, too dear or for a higher level', () => {
  expect(ids(goods, { affordable: true }, { coins: 100, level: 0 })).toEqual(['b'])
  expect(ids(goods, { affordable: true }, { coins: 100, level: 2 })).toEqual(['b', 'd'])
  expect(ids(goods, { affordable: true }, { coins: undefined, level: undefined })).toEqual(['a', 'b', 'd'])
})

test('how many can be ordered is the least of stock, limit and a hundred', () => {
  expect(mostOf({ stock: 500, limit: 0, had: 9 })).toBe(100)
  expect(mostOf({ stock: 5, limit: 3, had: 1 })).toBe(2)
  expect(mostOf({ stock: 5, limit: 3, had: 4 })).toBe(0)
})

const done = (deed: 'receive' | 'refund', state: 'queued' | 'applied' | 'rejected' | 'cancelled') =>
  commandLike({ call: `integral/order/${deed}`, args: { orderId: 'o' }, state })

test('what was done to an order is shown until the server has carried it out', () => {
  const order = { id: 'o', status: 301 } as PointsOrder
  const receive = (state: 'queued' | 'applied' | 'rejected' | 'cancelled') => done('receive', state)
  expect(shownOrder(order, [receive('queued')]).command?.state).toBe('queued')
  expect(shownOrder(order, [receive('rejected')]).command?.state).toBe('rejected')
  expect(shownOrder(order, [receive('applied')]).command).toBeUndefined()
  expect(shownOrder(order, [receive('cancelled')]).command).toBeUndefined()
  expect(shownOrder({ ...order, id: 'other' }, [receive('queued')]).command).toBeUndefined()
})

test('what the server has carried out counts before the list is read again, and never undoes what came after it', () => {
  const status = (listed: PointsOrder['status'], deed: 'receive' | 'refund') =>
    shownOrder({ id: 'o', status: listed } as PointsOrder, [done(deed, 'applied')]).order.status
  expect([201, 202, 203, 301, 401].map((it) => status(it as PointsOrder['status'], 'refund'))).toEqual([
    202, 202, 203, 301, 401,
  ])
  expect(status(301, 'receive')).toBe(401)
  expect(status(401, 'receive')).toBe(401)
})

test('every drawing of the mall has its name, and the demonstration has a drawing of each of its goods', () => {
  const sprite = readFileSync(new URL('../../src/entities/goods.svg', import.meta.url), 'utf8')
  const tokens = readFileSync(new URL('../../src/ui/tokens.css', import.meta.url), 'utf8')
  const drawn = [...sprite.matchAll(/<symbol id="([a-z-]+)"/g)].map((it) => it[1])
  expect(drawn).toEqual([...goodsDrawings])
  expect(demoGoods.map((it) => it.art).filter((it) => !drawn.includes(it))).toEqual([])
  const known = new Set(['none', ...[...tokens.matchAll(/(--art-[a-z]+): light-dark\(/g)].map((it) => `var(${it[1]})`)])
  const colours = [...sprite.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map((it) => it[1] ?? '')
  expect(colours.filter((it) => !known.has(it))).toEqual([])
})
