import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Db } from '#server/db/open.ts'
import type { PointsStatus } from '#server/db/points-schema.ts'
import { seedReference } from '#server/db/seed/reference.ts'
import { saveAddress } from '#server/features/addresses/saving.ts'
import { moveOrder } from '#server/features/pointsmall/moving.ts'
import { orderGoods } from '#server/features/pointsmall/ordering.ts'
import { refundDueOrders } from '#server/features/pointsmall/refunding.ts'
import type { Step } from '#server/features/pointsmall/rules.ts'
import { addStock, writeCategory, writeGoods } from '#server/features/pointsmall/stocking.ts'
import { DomainError } from '#server/http/domain-error.ts'
import { house } from '#server/ledger/accounts.ts'
import { post } from '#server/ledger/post.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { databases } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { balances, makeMember } from '#tests/support/people-and-machines.ts'

const day = 86_400_000
const [coins, pieces, price] = [900, 4, 100]

type Event =
  | { kind: 'order'; who: number; quantity: number }
  | { kind: 'step'; which: number; step: Step; twice: boolean }
  | { kind: 'stock'; pieces: number }
  | { kind: 'day'; isJobDown: boolean }
  | { kind: 'crash'; which: number; step: Step }

const step = fc.constantFrom<Step[]>('ask', 'ship', 'refund', 'lapse', 'receive')
const which = fc.nat(5)
const events = fc.array(
  fc.oneof<fc.MaybeWeightedArbitrary<Event>[]>(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('order' as const),
        who: fc.nat(1),
        quantity: fc.integer({ min: 1, max: 3 }),
      }),
    },
    {
      weight: 8,
      arbitrary: fc.record({ kind: fc.constant('step' as const), which, step, twice: fc.boolean() }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('stock' as const), pieces: fc.integer({ min: -2, max: 3 }) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('day' as const), isJobDown: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('crash' as const), which, step }) },
  ),
  { minLength: 10, maxLength: 40 },
)

const ordered = { kind: 'order', who: 0, quantity: 1 } as const
const taken = (which: number, ...steps: Step[]): Event[] =>
  steps.map((it) => ({ kind: 'step', which, step: it, twice: true }))
/** Goes through every arrow of the table. */
const everyArrow: Event[] = [
  ordered,
  ordered,
  ordered,
  ordered,
  ...taken(0, 'ask', 'refund', 'lapse', 'ship'),
  ...taken(1, 'ship', 'receive', 'ask', 'refund'),
  ...taken(2, 'ask', 'ship', 'lapse', 'refund'),
  ...taken(3, 'ask', 'lapse', 'receive'),
  ordered,
  ...taken(4, 'ask'),
  { kind: 'day', isJobDown: true },
  ...taken(4, 'ship'),
  { kind: 'day', isJobDown: false },
]

/** The table of docs/decisions/0049, written a second time: what each step makes of each state. */
const table: Record<PointsStatus, Record<Step, PointsStatus | 'no'>> = {
  201: { ask: 202, ship: 301, refund: 203, lapse: 'no', receive: 'no' },
  202: { ask: 202, ship: 301, refund: 203, lapse: 203, receive: 'no' },
  203: { ask: 203, ship: 'no', refund: 203, lapse: 203, receive: 'no' },
  301: { ask: 'no', ship: 301, refund: 203, lapse: 'no', receive: 401 },
  401: { ask: 'no', ship: 'no', refund: 'no', lapse: 'no', receive: 401 },
}

interface ModelOrder {
  id: string
  who: number
  quantity: number
  status: PointsStatus
  askedAt: number
}

describe.each(databases)('Any sequence of orders, refunds and parcels on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  let database: Database
  beforeAll(async () => {
    database = await open()
    await seedReference(database.kysely)
    await writeCategory(database.kysely, { id: 'things', art: 'helmet', name: { en: 'Things' } })
  })
  afterAll(() => database.close())

  const inOne = async (work: (db: Db) => Promise<unknown>): Promise<'done' | 'no'> =>
    await database.inTransaction(work).then(
      () => 'done',
      (cause: unknown) => {
        if (cause instanceof DomainError) return 'no'
        throw cause
      },
    )

  async function newWorld() {
    const members = [await makeMember(database.kysely), await makeMember(database.kysely)]
    const addressId = randomUUID()
    for (const memberId of members) {
      await database.inTransaction(async (db) => {
        const debit = house('mint')
        const credit = { ownerId: memberId, code: 'gold' }
        await post(db, [{ debit, credit, amount: coins, asset: 'GOLD', kind: 'gift_points', ref: memberId }], clock)
      })
      const home = { recipient: 'Ayu', phone: '+6281234567890', regionId: 'id-bali-denpasar', detail: 'Jl. 1' }
      const edit = { id: addressId, basedOn: null, ...home, postcode: null, position: null, isDefault: true }
      await database.inTransaction((db) => saveAddress(db, { memberId, language: 'en' }, edit, clock))
    }
    const slug = randomUUID()
    const words = { en: 'Thing' }
    await writeGoods(
      database.kysely,
      {
        slug,
        category: 'things',
        art: 'helmet',
        kind: 'parcel',
        points: price,
        stock: pieces,
        limit: 0,
        level: 0,
        name: words,
        line: words,
        description: words,
      },
      clock,
    )
    const goods = await database.kysely
      .selectFrom('pointsGoods')
      .select('id')
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow()
    return { members, addressId, slug, goodsId: goods.id }
  }

  test('keeps points and stock in balance, and reaches each state once', async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(events, async (history) => {
        const { members, addressId, slug, goodsId } = await newWorld()
        const gold = [coins, coins]
        let stock = pieces
        const orders: ModelOrder[] = []
        const take = (order: ModelOrder, what: Step) => {
          const isDue = order.status === 202 && order.askedAt <= clock.now() - day
          const next = what === 'ship' && isDue ? 'no' : table[order.status][what]
          if (next === 'no' || next === order.status) return next
          seen.add(`${order.status} ${what}`)
          if (next === 203) {
            gold[order.who] = (gold[order.who] ?? 0) + order.quantity * price
            if (order.status !== 301) stock += order.quantity
          }
          order.status = next
          if (next === 202) order.askedAt = clock.now()
          return next
        }
        for (const event of history) {
          if (event.kind === 'order') {
            const { who, quantity } = event
            const wanted = { memberId: members[who] ?? '', goodsId, quantity, expectedPoints: quantity * price }
            let id = ''
            const outcome = await inOne(async (db) => {
              id = await orderGoods(db, { ...wanted, addressId, remark: null, language: 'en' }, clock)
            })
            const fits = quantity <= stock && quantity * price <= (gold[who] ?? 0)
            expect(outcome).toBe(fits ? 'done' : 'no')
            if (!fits) continue
            stock -= quantity
            gold[who] = (gold[who] ?? 0) - quantity * price
            orders.push({ id, who, quantity, status: 201, askedAt: 0 })
          } else if (event.kind === 'stock') {
            if (event.pieces === 0) continue
            const outcome = await inOne((db) => addStock(db, { slug, pieces: event.pieces }))
            const fits = stock + event.pieces >= 0
            expect(outcome).toBe(fits ? 'done' : 'no')
            if (fits) stock += event.pieces
          } else if (event.kind === 'day') {
            clock.advance(day)
            if (event.isJobDown) continue
            await Promise.all([1, 2].map(() => refundDueOrders({ database, clock })))
            for (const it of orders) if (it.status === 202 && it.askedAt <= clock.now() - day) take(it, 'refund')
          } else {
            const order = orders[event.which % Math.max(orders.length, 1)]
            if (!order) continue
            const move = (db: Db) => moveOrder(db, { orderId: order.id, step: event.step }, clock)
            if (event.kind === 'crash') {
              // Killed before the commit: nothing of it stays.
              await database
                .inTransaction(async (db) => {
                  await move(db)
                  throw new Error('killed')
                })
                .catch(() => {})
            } else {
              const answers = await Promise.all((event.twice ? [1, 2] : [1]).map(() => inOne(move)))
              const next = take(order, event.step)
              expect(answers).toEqual(answers.map(() => (next === 'no' ? 'no' : 'done')))
            }
          }
          const rows = await database.kysely
            .selectFrom('pointsOrder')
            .select(['id', 'status'])
            .where('goodsId', '=', goodsId)
            .execute()
          const goods = await database.kysely
            .selectFrom('pointsGoods')
            .select('stock')
            .where('id', '=', goodsId)
            .executeTakeFirstOrThrow()
          const stands = await Promise.all(members.map(async (id) => (await balances(database.kysely, id))['gold']))
          expect({ event, stock: goods.stock, stands, orders: new Map(rows.map((it) => [it.id, it.status])) }).toEqual({
            event,
            stock,
            stands: gold,
            orders: new Map(orders.map((it) => [it.id, it.status])),
          })
        }
        // Nothing stays open for the next history.
        for (const it of orders) await inOne((db) => moveOrder(db, { orderId: it.id, step: 'refund' }, clock))
        expect(await reconcile(database.kysely)).toEqual([])
      }),
      { numRuns: 12, endOnFailure: true, examples: [[everyArrow]] },
    )
    // The histories went through every arrow of the table.
    const arrows = Object.entries(table).flatMap(([from, steps]) =>
      Object.entries(steps).flatMap(([what, to]) => (to === 'no' || String(to) === from ? [] : [`${from} ${what}`])),
    )
    expect([...seen].toSorted()).toEqual(arrows.toSorted())
  }, 120_000)
})
