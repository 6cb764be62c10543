import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/open.ts'
import { bareWorld } from '#tests/support/bare-world.ts'
import { oneDatabase } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { shopOn } from '#tests/support/shop.ts'

describe.each(oneDatabase)('Lists of orders on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  let database: Database
  let app: Awaited<ReturnType<typeof bareWorld>>
  let shop: ReturnType<typeof shopOn>
  let buyer: string
  beforeAll(async () => {
    database = await open()
    app = await bareWorld(database, clock)
    shop = shopOn(database, clock)
    buyer = await shop.member(100_000)
    for (const [kind, giftPoints] of [
      ['vehicle', 0],
      ['pile', 5],
      ['vehicle', 7],
    ] as const) {
      const machine = await shop.offer({ price: 1000, giftPoints }, { kind })
      await shop.pay(buyer, await shop.draft(buyer, machine.productId))
      clock.advance(60_000)
    }
  })
  afterAll(() => database.close())

  const list = async (path: string, args: object = {}) =>
    (await app.call(path, { method: 'GET', args, token: await app.tokenOf(buyer) })).body.data as {
      items: { kind: string; giftPoints: number }[]
      next?: string
    }
  const briefly = ({ items }: Awaited<ReturnType<typeof list>>) => items.map((it) => [it.kind, it.giftPoints])

  test('all of them say what they are of, newest first', async () => {
    expect(briefly(await list('g/order/list'))).toEqual([
      ['vehicle', 7],
      ['pile', 5],
      ['vehicle', 0],
    ])
  })

  test('those that brought points alone', async () => {
    expect(briefly(await list('g/order/list', { pointsOnly: true }))).toEqual([
      ['vehicle', 7],
      ['pile', 5],
    ])
    expect(briefly(await list('g/order/list', { pointsOnly: false }))).toHaveLength(3)
  })

  test('those of vehicles alone, page by page, and with points', async () => {
    const first = await list('g/order/vehicle/list', { limit: 1 })
    expect(briefly(first)).toEqual([['vehicle', 7]])
    expect(briefly(await list('g/order/vehicle/list', { limit: 1, after: first.next }))).toEqual([['vehicle', 0]])
    expect(briefly(await list('g/order/vehicle/list', { pointsOnly: true }))).toEqual([['vehicle', 7]])
    expect(briefly(await list('g/order/vehicle/list', { status: 'invalid' }))).toEqual([])
  })
})
