import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ringOf } from '#server/db/keyring.ts'
import type { Database } from '#server/db/open.ts'
import { seedReference } from '#server/db/seed/reference.ts'
import { chargeCard, repay } from '#server/features/cards/bills.ts'
import { bindCard, unbindCard } from '#server/features/cards/binding.ts'
import { linesOf } from '#server/features/orders/rules.ts'
import { DomainError } from '#server/http/domain-error.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { databases } from '#tests/support/databases.ts'
import { cancelAsShown } from '#tests/support/ledger-world.ts'
import { balances } from '#tests/support/people-and-machines.ts'
import { shopOn } from '#tests/support/shop.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

/** True when it went through, false when a rule refused it. Anything else thrown fails the test. */
async function done(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (cause) {
    if (cause instanceof DomainError) return false
    throw cause
  }
}

const terms = fc.oneof(
  fc.record({
    type: fc.constant(1 as const),
    value: fc.integer({ min: 1, max: 10_000 }),
    minimum: fc.integer({ min: 0, max: 5000 }),
  }),
  fc.record({
    type: fc.constant(2 as const),
    value: fc.integer({ min: 1, max: 5000 }),
    minimum: fc.integer({ min: 0, max: 5000 }),
  }),
)
const rule = fc.option(fc.record({ from: fc.integer({ min: 1, max: 20 }), bp: fc.integer({ min: 0, max: 10_000 }) }), {
  nil: null,
})

test('whatever the price, the discount and the coupon: the lines add up and nothing falls below zero', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000_000 }),
      fc.integer({ min: 1, max: 1000 }),
      rule,
      fc.option(terms, { nil: null }),
      (price, quantity, discount, coupon) => {
        fc.pre(price * quantity <= Number.MAX_SAFE_INTEGER)
        const lines = linesOf(price, quantity, discount, coupon)
        expect(lines.amount).toBe(price * quantity)
        expect(lines.actualPayment).toBe(lines.amount - lines.discount - lines.coupon)
        expect(Math.min(...Object.values(lines))).toBeGreaterThanOrEqual(0)
        if (coupon && lines.amount < coupon.minimum) expect(lines.coupon).toBe(0)
        if (coupon?.type === 2) expect(lines.coupon).toBeLessThanOrEqual(coupon.value)
      },
    ),
  )
})

describe.each(databases)('on $name, whatever is done in which order, twice and at once,', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  let database: Database
  let shop: ReturnType<typeof shopOn>
  beforeAll(async () => {
    database = await open()
    await seedReference(database.kysely)
    shop = shopOn(database, clock)
  })
  afterAll(() => database.close())

  const rechargeOf = async (memberId: string) => (await balances(database.kysely, memberId))['recharge']
  const couponStates = async (memberId: string) =>
    await database.kysely
      .selectFrom('coupon')
      .select(['id', 'status', 'usedBy'])
      .where('memberId', '=', memberId)
      .execute()

  test('a coupon saves at most once at a time, and comes back with its order', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('give' as const), terms }),
      fc.record({
        kind: fc.constant('buy' as const),
        quantity: fc.integer({ min: 1, max: 3 }),
        at: fc.constantFrom(1, 1, 2),
      }),
      fc.record({ kind: fc.constant('cancel' as const), which: fc.nat(), at: fc.constantFrom(1, 2) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 14 }), async (steps) => {
        const machine = await shop.offer({ price: 700, cancellationHours: 24 }, { unitsTotal: 1000 })
        const memberId = await shop.member(50_000)
        const orders: { id: string; paid: number; couponId: string | null }[] = []
        const values = new Map<string, { type: 1 | 2; value: number; minimum: number }>()
        const free = new Set<string>()
        let spent = 0
        for (const it of steps) {
          if (it.kind === 'give') {
            const id = await shop.coupon(memberId, it.terms)
            values.set(id, it.terms)
            free.add(id)
          }
          if (it.kind === 'buy') {
            const drafts = []
            for (let n = 0; n < it.at; n += 1) drafts.push(await shop.draft(memberId, machine.productId, it.quantity))
            // The best unused coupon is offered, with how much it saves.
            const best = Math.max(
              0,
              ...[...free].map((id) => linesOf(700, it.quantity, null, values.get(id) ?? null).coupon),
            )
            for (const draft of drafts) expect(draft.coupon).toBe(best)
            const paid = await Promise.all(
              drafts.map((draft) =>
                done(async () => {
                  orders.push({
                    id: await shop.pay(memberId, draft),
                    paid: draft.actualPayment,
                    couponId: draft.couponId,
                  })
                }),
              ),
            )
            // Two drafts with one coupon: one of them gets `price_changed`.
            expect(paid.filter(Boolean)).toHaveLength(best > 0 ? 1 : it.at)
            for (const order of orders.slice(-paid.filter(Boolean).length)) {
              spent += order.paid
              if (order.couponId !== null) free.delete(order.couponId)
            }
          }
          if (it.kind === 'cancel' && orders.length > 0) {
            const at = it.which % orders.length
            const [order] = orders.splice(at, 1)
            if (!order) continue
            const gone = await Promise.all(
              Array.from({ length: it.at }, () =>
                done(() => cancelAsShown(database, { memberId, orderId: order.id }, clock)),
              ),
            )
            expect(gone.filter(Boolean)).toHaveLength(1)
            spent -= order.paid
            if (order.couponId !== null) free.add(order.couponId)
          }
          expect(await rechargeOf(memberId)).toBe(50_000 - spent)
          const states = await couponStates(memberId)
          expect(new Set(states.filter((coupon) => coupon.status === 0).map((coupon) => coupon.id))).toEqual(free)
          expect(states.filter((coupon) => (coupon.status === 1) !== (coupon.usedBy !== null))).toEqual([])
        }
      }),
      { numRuns: 10 },
    )
  }, 60_000)

  test("a card's bills take what they are owed and no more, and let the card go when they are paid", async () => {
    const ring = ringOf([randomBytes(32)])
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('charge' as const),
        amount: fc.integer({ min: 1, max: 900 }),
        ref: fc.nat({ max: 4 }),
      }),
      fc.record({
        kind: fc.constant('repay' as const),
        which: fc.nat(),
        part: fc.integer({ min: 1, max: 100 }),
        at: fc.integer({ min: 1, max: 3 }),
      }),
      fc.record({ kind: fc.constant('remove' as const) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 18 }), async (steps) => {
        const memberId = await shop.member(1500)
        const bind = () =>
          database.inTransaction((db) =>
            bindCard(
              db,
              ring,
              {
                bankId: 'bca',
                holderName: 'A',
                phone: '+6281234567890',
                typeCode: null,
                agreed: true,
                memberId,
                secret: { number: '4111111111111111', expiry: '12/28', cvv: '123' },
              },
              clock,
            ),
          )
        let cardId = await bind()
        let wallet = 1500
        const bills = new Map<string, { id: string; amount: number; left: number }>()
        for (const it of steps) {
          const open = [...bills.values()].filter((bill) => bill.left > 0)
          if (it.kind === 'charge') {
            const known = bills.get(`${cardId} ${it.ref}`)
            const [first, again] = await Promise.all(
              [1, 2].map(() =>
                database
                  .inTransaction((db) => chargeCard(db, { cardId, ref: String(it.ref), amount: it.amount }, clock))
                  .catch((cause: unknown) => (cause instanceof DomainError ? cause.code : Promise.reject(cause))),
              ),
            )
            expect(first).toBe(again)
            if (known) expect(first).toBe(it.amount === known.amount ? known.id : 'key_reused')
            else bills.set(`${cardId} ${it.ref}`, { id: first ?? '', amount: it.amount, left: it.amount })
          }
          if (it.kind === 'repay' && open.length > 0) {
            const bill = open[it.which % open.length]!
            const amount = Math.max(1, Math.floor((bill.left * it.part) / 100))
            const paid = await Promise.all(
              Array.from({ length: it.at }, () =>
                done(() =>
                  database.inTransaction((db) =>
                    repay(
                      db,
                      { memberId, billId: bill.id, wallet: 'recharge', amount, expectedLeft: bill.left },
                      clock,
                    ),
                  ),
                ),
              ),
            )
            expect(paid.filter(Boolean)).toHaveLength(amount <= wallet ? 1 : 0)
            if (amount <= wallet) {
              bill.left -= amount
              wallet -= amount
            }
          }
          if (it.kind === 'remove') {
            expect(await done(() => database.inTransaction((db) => unbindCard(db, { memberId, cardId }, clock)))).toBe(
              open.length === 0,
            )
            if (open.length === 0) cardId = await bind()
          }
          expect(await rechargeOf(memberId)).toBe(wallet)
        }
        const rows = await database.kysely
          .selectFrom('cardBill')
          .select(['id', 'amount', 'repaid', 'completedAt'])
          .where('memberId', '=', memberId)
          .execute()
        const left = new Map(rows.map((row) => [row.id, row.amount - row.repaid]))
        expect(left).toEqual(new Map([...bills.values()].map((bill) => [bill.id, bill.left])))
        expect(rows.filter((row) => (row.completedAt !== null) !== (row.amount === row.repaid))).toEqual([])
      }),
      { numRuns: 12 },
    )
  }, 60_000)

  test('and after all of it the books are sound', async () => {
    expect(await reconcile(database.kysely)).toEqual([])
  })
})
