import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import type { ErrorCode } from '#protocol/errors.ts'
import { OfferTerms } from '#protocol/orders.ts'
import { cancellationOf } from '#server/db/cancellation.ts'
import type { Database } from '#server/db/open.ts'
import { setSetting } from '#server/db/settings.ts'
import { makeDraft, readDraft } from '#server/features/orders/drafts.ts'
import { payDraft } from '#server/features/orders/buying.ts'
import { orderOf, ordersPage } from '#server/features/orders/orders.ts'
import { instant } from '#server/clock.ts'
import { detailOf } from '#server/features/products/detail.ts'
import { DomainError } from '#server/http/domain-error.ts'
import type { Context } from '#server/http/handler.ts'
import { house } from '#server/ledger/accounts.ts'
import { post } from '#server/ledger/post.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { textOf } from '#server/notices/texts.ts'
import { databases } from '#tests/support/databases.ts'
import { cancelAsShown } from '#tests/support/ledger-world.ts'
import { giveIncome } from '#tests/support/give-income.ts'
import { balances } from '#tests/support/people-and-machines.ts'
import { shopOn } from '#tests/support/shop.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const hour = 3_600_000

/** How a purchase ended: with an error code or not. Any other error fails the test. */
async function refusalOf(work: Promise<unknown>): Promise<ErrorCode | 'accepted'> {
  try {
    await work
    return 'accepted'
  } catch (cause) {
    if (cause instanceof DomainError) return cause.code
    throw cause
  }
}

describe.each(databases)('buying on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  let database: Database
  let shop: ReturnType<typeof shopOn>
  beforeAll(async () => {
    database = await open()
    shop = shopOn(database, clock)
  })
  afterAll(() => database.close())

  const wallet = (memberId: string) => balances(database.kysely, memberId)
  const soldOf = async (machineId: string) =>
    (
      await database.kysely
        .selectFrom('machineTotal')
        .select('unitsHeld')
        .where('machineId', '=', machineId)
        .executeTakeFirstOrThrow()
    ).unitsHeld
  const cancel = (memberId: string, orderId: string, at = clock) => cancelAsShown(database, { memberId, orderId }, at)
  const spend = async (memberId: string, amount: number) => {
    const [debit, credit] = [{ ownerId: memberId, code: 'gold' }, house('mint')]
    const ref = randomUUID()
    await post(database.kysely, [{ debit, credit, amount, asset: 'GOLD', kind: 'points_spent', ref }], clock)
  }
  const unitsOf = (memberId: string) =>
    database.kysely.selectFrom('unit').selectAll().where('memberId', '=', memberId).execute()
  test('a payment moves money, stock, units and gift points together', async () => {
    const machine = await shop.offer(
      { price: 1250, giftPoints: 7, validityDays: 30, settlementType: 2, cancellationHours: 24 },
      { unitsTotal: 4 },
    )
    await shop.earn(machine, 999)
    const buyer = await shop.member(10_000)
    const orderId = await shop.buy(buyer, machine.productId, 2)

    expect(await wallet(buyer)).toMatchObject({ recharge: 7500, income: 0, gold: 14 })
    expect(await soldOf(machine.id)).toBe(2)
    // 999 × 60 % is 599; a quarter of it is 149: what came before the purchase is not the buyer's.
    expect(await unitsOf(buyer)).toMatchObject(
      [1, 2].map(() => ({
        purchaseId: orderId,
        status: 'active',
        settlementType: 2,
        shareBefore: 599,
        paid: 0,
        activeFrom: '2026-11-20T06:00:00.000Z',
        expiresAt: '2026-12-20T06:00:00.000Z',
      })),
    )
    const order = await orderOf(database.kysely, { memberId: buyer, orderId }, clock)
    expect(order).toMatchObject({
      status: 'working',
      quantity: 2,
      unitPrice: 1250,
      amount: 2500,
      actualPayment: 2500,
      paidFrom: 'recharge',
      cancellableUntil: '2026-11-21T06:00:00.000Z',
    })
    expect(order?.unitIds).toHaveLength(2)
  })

  test('an order that can never be cancelled says so at once, however long its payment takes', async () => {
    const machine = await shop.offer({ cancellationHours: 0 })
    const buyer = await shop.member(2000)
    const draft = await shop.draft(buyer, machine.productId)
    let ms = clock.now()
    const ticking = { now: () => ms++ }
    const payment = { memberId: buyer, draftId: draft.id, wallet: 'recharge', expectedPayment: 1000 } as const
    const order = await database.inTransaction((db) => payDraft(db, payment, ticking))
    expect(order.cancellableUntil).toBeNull()
    expect(order).toEqual(await orderOf(database.kysely, { memberId: buyer, orderId: order.id }, ticking))
  })

  test('all units of an order begin and end as one, at its payment, however long that takes', async () => {
    const machine = await shop.offer({ price: 100 })
    const buyer = await shop.member(300)
    const draft = await shop.draft(buyer, machine.productId, 3)
    let ms = clock.now()
    const ticking = { now: () => ms++ }
    const payment = {
      memberId: buyer,
      draftId: draft.id,
      wallet: 'recharge',
      expectedPayment: draft.actualPayment,
    } as const
    const { paidAt } = await database.inTransaction((db) => payDraft(db, payment, ticking))
    const units = await unitsOf(buyer)
    expect(units.map((it) => it.activeFrom)).toEqual([paidAt, paidAt, paidAt])
    expect(new Set(units.map((it) => it.expiresAt)).size).toBe(1)
  })

  test('of many members racing for the last unit one gets it; the others keep their money and get a clear answer', async () => {
    const machine = await shop.offer({}, { unitsTotal: 3 })
    await shop.buy(await shop.member(2000), machine.productId, 2)
    const racers = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const memberId = await shop.member(1000)
        return { memberId, draft: await shop.draft(memberId, machine.productId) }
      }),
    )
    const outcomes = await Promise.all(racers.map(({ memberId, draft }) => refusalOf(shop.pay(memberId, draft))))
    expect(outcomes.toSorted()).toEqual(['accepted', ...Array.from({ length: 5 }, () => 'stock_gone')])
    for (const [at, { memberId }] of racers.entries()) {
      const isWinner = outcomes[at] === 'accepted'
      expect((await wallet(memberId))['recharge']).toBe(isWinner ? 0 : 1000)
      expect(await unitsOf(memberId)).toHaveLength(isWinner ? 1 : 0)
    }
    expect(await soldOf(machine.id)).toBe(3)
  })

  test('a member has twenty drafts that can be paid, the newest, and a hundred that are stored', async () => {
    const machine = await shop.offer()
    const buyer = await shop.member(5000)
    const made: string[] = []
    const later = new ManualClock('2026-11-20T06:00:00.000Z')
    for (let n = 0; n < 105; n += 1) {
      later.advance(1)
      const request = { memberId: buyer, productId: machine.productId, quantity: 1, couponId: null }
      made.push((await database.inTransaction((db) => makeDraft(db, request, later))).id)
    }
    const read = (n: number) =>
      refusalOf(readDraft(database.kysely, { memberId: buyer, draftId: made.at(n) ?? '' }, later))
    expect([await read(-1), await read(-20), await read(-21), await read(0)]).toEqual([
      'accepted',
      'accepted',
      'order_not_payable',
      'not_found',
    ])
  })

  test('a draft pays once, however often and however simultaneously it is paid', async () => {
    const machine = await shop.offer()
    const buyer = await shop.member(5000)
    const draft = await shop.draft(buyer, machine.productId)
    const outcomes = await Promise.all([1, 2, 3].map(() => refusalOf(shop.pay(buyer, draft))))
    expect(outcomes.toSorted()).toEqual(['accepted', 'order_not_payable', 'order_not_payable'])
    expect((await wallet(buyer))['recharge']).toBe(4000)
    expect(await refusalOf(readDraft(database.kysely, { memberId: buyer, draftId: draft.id }, clock))).toBe(
      'order_not_payable',
    )
  })

  test('the limit counts what is held, also when two purchases meet', async () => {
    const machine = await shop.offer({ purchaseLimit: 2 })
    const buyer = await shop.member(10_000)
    const drafts = await Promise.all([1, 2, 3].map(() => shop.draft(buyer, machine.productId)))
    const outcomes = await Promise.all(drafts.map((draft) => refusalOf(shop.pay(buyer, draft))))
    expect(outcomes.toSorted()).toEqual(['accepted', 'accepted', 'purchase_limit_reached'])
    expect(await unitsOf(buyer)).toHaveLength(2)
  })

  test('the limit counts a unit until it ends, not until its end is settled', async () => {
    const machine = await shop.offer({ purchaseLimit: 1, validityDays: 1 }, { unitsTotal: 2 })
    const buyer = await shop.member(10_000)
    await shop.buy(buyer, machine.productId)
    const context = { db: database.kysely, clock, callerId: buyer, language: 'en' } as never
    const held = async () => (await detailOf(context, machine.productId))?.held
    const outcome = async () => refusalOf(shop.pay(buyer, await shop.draft(buyer, machine.productId)))
    const endsIn = async (ms: number) => {
      const [activeFrom, expiresAt] = [instant(clock.now() - 24 * 3_600_000), instant(clock.now() + ms)]
      await database.kysely.updateTable('unit').set({ activeFrom, expiresAt }).where('memberId', '=', buyer).execute()
    }
    await endsIn(1)
    expect([await outcome(), await held()]).toEqual(['purchase_limit_reached', 1])
    await endsIn(0)
    expect([await held(), await outcome(), await held()]).toEqual([0, 'accepted', 1])
  })

  test('a level that is too low refuses; the level that is needed does not', async () => {
    const machine = await shop.offer({ levelNeeded: 1 })
    const buyer = await shop.member(1000)
    const draft = await shop.draft(buyer, machine.productId)
    expect(draft.levelNeeded).toBe(1)
    expect(await refusalOf(shop.pay(buyer, draft))).toBe('level_insufficient')
    await database.kysely.updateTable('member').set({ level: 1 }).where('id', '=', buyer).execute()
    expect(await refusalOf(shop.pay(buyer, draft))).toBe('accepted')
  })

  test('too little in the wallet refuses and leaves everything as it was', async () => {
    const machine = await shop.offer({ giftPoints: 5 })
    const buyer = await shop.member(999)
    const draft = await shop.draft(buyer, machine.productId)
    expect(await refusalOf(shop.pay(buyer, draft))).toBe('balance_insufficient')
    expect(await wallet(buyer)).toMatchObject({ recharge: 999, gold: 0 })
    expect(await soldOf(machine.id)).toBe(0)
    expect(await unitsOf(buyer)).toEqual([])
  })

  test('the income wallet pays too', async () => {
    const machine = await shop.offer({}, { unitsTotal: 1, memberShareBp: 10_000 })
    const buyer = await shop.member()
    await giveIncome(database.kysely, buyer, 1500, clock)
    const draft = await shop.draft(buyer, machine.productId)
    expect(await refusalOf(shop.pay(buyer, draft, { wallet: 'recharge' }))).toBe('balance_insufficient')
    const orderId = await shop.pay(buyer, draft, { wallet: 'income' })
    expect(await wallet(buyer)).toMatchObject({ recharge: 0, income: 500 })
    expect(await orderOf(database.kysely, { memberId: buyer, orderId }, clock)).toMatchObject({ paidFrom: 'income' })
  })

  test('a price that is not what was shown is refused, and the fresh one is in the draft', async () => {
    const machine = await shop.offer({ price: 1000 })
    const buyer = await shop.member(5000)
    const draft = await shop.draft(buyer, machine.productId)
    await database.kysely.updateTable('product').set({ price: 1100 }).where('id', '=', machine.productId).execute()
    expect(await refusalOf(shop.pay(buyer, draft))).toBe('price_changed')
    const fresh = await readDraft(database.kysely, { memberId: buyer, draftId: draft.id }, clock)
    expect(fresh.actualPayment).toBe(1100)
    await shop.pay(buyer, fresh)
    expect((await wallet(buyer))['recharge']).toBe(3900)
  })

  test('terms that are not those that were read are refused, as a price is', async () => {
    const machine = await shop.offer({ price: 1000 })
    const buyer = await shop.member(5000)
    const draft = await shop.draft(buyer, machine.productId)
    const terms = async () => {
      const context = { db: database.kysely, clock, callerId: buyer, language: 'en' } as unknown as Context
      return v.parse(OfferTerms, await detailOf(context, machine.productId))
    }
    const read = await terms()
    const { validityDays, cancellationHours } = read
    const change = (set: { validityDays: number; cancellationHours: number; giftPoints?: number }) =>
      database.kysely.updateTable('product').set(set).where('id', '=', machine.productId).execute()
    await change({ validityDays, cancellationHours: cancellationHours + 1 })
    expect(await refusalOf(shop.pay(buyer, draft, { expectedTerms: read }))).toBe('price_changed')
    await change({ validityDays: validityDays + 1, cancellationHours })
    expect(await refusalOf(shop.pay(buyer, draft, { expectedTerms: read }))).toBe('price_changed')
    await change({ validityDays, cancellationHours, giftPoints: 7 })
    expect(await refusalOf(shop.pay(buyer, draft, { expectedTerms: read }))).toBe('price_changed')
    expect((await wallet(buyer))['recharge']).toBe(5000)
    await shop.pay(buyer, draft, { expectedTerms: await terms() })
    expect((await wallet(buyer))['recharge']).toBe(4000)
  })

  test('a coupon that needs the price of an order can be used with its quantity discount', async () => {
    const machine = await shop.offer({ price: 1000 })
    const buyer = await shop.member(10_000)
    const coupon = await shop.coupon(buyer, { type: 2, value: 300, minimum: 5000 })
    await setSetting(database.kysely, 'quantity_discount', { from: 5, bp: 200 })
    const draft = await shop.draft(buyer, machine.productId, 5)
    await setSetting(database.kysely, 'quantity_discount', null)
    expect(draft).toMatchObject({ amount: 5000, discount: 100, coupon: 300, couponId: coupon, actualPayment: 4600 })
  })

  test("the best coupon is offered, pays once, and is not somebody else's", async () => {
    const machine = await shop.offer({ price: 3000 })
    const [buyer, other] = [await shop.member(10_000), await shop.member(10_000)]
    const tenth = await shop.coupon(buyer, { type: 1, value: 1000 })
    const five = await shop.coupon(buyer, { type: 2, value: 500 })
    const capped = await shop.coupon(buyer, { type: 1, value: 5000, savesAtMost: 200 })
    await shop.coupon(buyer, { type: 2, value: 2000, minimum: 3001 })
    await shop.coupon(buyer, { type: 2, value: 2000, days: -1 })
    const foreign = await shop.coupon(other, { type: 2, value: 900 })

    const best = await shop.draft(buyer, machine.productId)
    expect(best).toMatchObject({ amount: 3000, discount: 0, coupon: 500, actualPayment: 2500, couponId: five })
    expect(best.coupons.map((it) => [it.id, it.saves])).toEqual([
      [five, 500],
      [tenth, 300],
      [capped, 200],
    ])
    expect(await shop.draft(buyer, machine.productId, 1, capped)).toMatchObject({ coupon: 200, actualPayment: 2800 })
    expect(await shop.draft(buyer, machine.productId, 1, null)).toMatchObject({
      coupon: 0,
      actualPayment: 3000,
      couponId: null,
    })
    expect(await refusalOf(shop.draft(buyer, machine.productId, 1, foreign))).toBe('coupon_unusable')

    const again = await shop.draft(buyer, machine.productId, 1, five)
    await shop.pay(buyer, best)
    expect(await refusalOf(shop.pay(buyer, again))).toBe('price_changed')
    expect(
      await database.kysely
        .selectFrom('coupon')
        .select(['status', 'usedAt'])
        .where('id', '=', five)
        .executeTakeFirstOrThrow(),
    ).toEqual({ status: 1, usedAt: '2026-11-20T06:00:00.000Z' })
    // The draft's price is now the one without the coupon that was used elsewhere, and paying that price works.
    const fresh = await readDraft(database.kysely, { memberId: buyer, draftId: again.id }, clock)
    expect(fresh).toMatchObject({ actualPayment: 3000, couponId: null })
    const orderId = await shop.pay(buyer, fresh)
    expect(await orderOf(database.kysely, { memberId: buyer, orderId }, clock)).toMatchObject({
      coupon: 0,
      actualPayment: 3000,
    })
    expect((await wallet(buyer))['recharge']).toBe(10_000 - 2500 - 3000)
  })

  test('many drafts with one coupon, paid at once: the coupon saves once', async () => {
    const buyer = await shop.member(100_000)
    const coupon = await shop.coupon(buyer, { type: 2, value: 400 })
    const drafts = []
    for (let n = 0; n < 8; n += 1)
      drafts.push(await shop.draft(buyer, (await shop.offer({ price: 1000 })).productId, 1, coupon))
    const outcomes = await Promise.all(drafts.map((draft) => refusalOf(shop.pay(buyer, draft))))
    expect(outcomes.filter((it) => it === 'accepted')).toHaveLength(1)
    // The code depends on whether the price was computed before or after the coupon was used.
    expect(['accepted', 'coupon_unusable', 'price_changed']).toEqual(expect.arrayContaining(outcomes))
    expect((await wallet(buyer))['recharge']).toBe(99_400)
  })

  test('a voucher worth more than the price pays it all', async () => {
    const machine = await shop.offer({ price: 300 })
    const buyer = await shop.member()
    await shop.coupon(buyer, { type: 2, value: 500 })
    const draft = await shop.draft(buyer, machine.productId)
    expect(draft.actualPayment).toBe(0)
    await shop.pay(buyer, draft)
    expect(await unitsOf(buyer)).toHaveLength(1)
  })

  test('a draft lasts half an hour', async () => {
    const machine = await shop.offer()
    const buyer = await shop.member(1000)
    const draft = await shop.draft(buyer, machine.productId)
    const later = new ManualClock('2026-11-20T06:29:59.999Z')
    expect(await readDraft(database.kysely, { memberId: buyer, draftId: draft.id }, later)).toMatchObject({
      id: draft.id,
      expiresAt: '2026-11-20T06:30:00.000Z',
    })
    later.advance(1)
    expect(await refusalOf(shopOn(database, later).pay(buyer, draft))).toBe('order_not_payable')
    expect((await wallet(buyer))['recharge']).toBe(1000)
  })

  test("another member's draft and order are not there", async () => {
    const machine = await shop.offer({ cancellationHours: 24 })
    const [owner, stranger] = [await shop.member(5000), await shop.member(5000)]
    const draft = await shop.draft(owner, machine.productId)
    expect(await refusalOf(readDraft(database.kysely, { memberId: stranger, draftId: draft.id }, clock))).toBe(
      'not_found',
    )
    expect(await refusalOf(shop.pay(stranger, draft))).toBe('not_found')
    const orderId = await shop.pay(owner, draft)
    expect(await orderOf(database.kysely, { memberId: stranger, orderId }, clock)).toBeNull()
    expect(await refusalOf(cancelAsShown(database, { memberId: stranger, orderId }, clock))).toBe('not_found')
    expect((await wallet(stranger))['recharge']).toBe(5000)
  })

  describe('cancelling', () => {
    test('gives back money, stock, coupon and the gift points that are still there, once', async () => {
      const machine = await shop.offer({ price: 1000, cancellationHours: 24, giftPoints: 10 })
      const buyer = await shop.member(3000)
      const coupon = await shop.coupon(buyer, { type: 2, value: 100 })
      const orderId = await shop.pay(buyer, await shop.draft(buyer, machine.productId, 2))
      expect(await wallet(buyer)).toMatchObject({ recharge: 1100, gold: 20 })

      const outcomes = await Promise.all([1, 2].map(() => refusalOf(cancel(buyer, orderId))))
      expect(outcomes.toSorted()).toEqual(['accepted', 'already_cancelled'])
      expect(await wallet(buyer)).toMatchObject({ recharge: 3000, gold: 0 })
      // The gift was taken back, not spent.
      const kinds = await database.kysely.selectFrom('transfer').select('kind').where('ref', '=', orderId).execute()
      expect(kinds.map((it) => it.kind).toSorted()).toEqual(['gift_points', 'gift_return', 'purchase', 'refund'])
      expect(await soldOf(machine.id)).toBe(0)
      expect((await unitsOf(buyer)).map((it) => it.status)).toEqual(['cancelled', 'cancelled'])
      expect(
        await database.kysely
          .selectFrom('coupon')
          .select(['status', 'usedBy'])
          .where('id', '=', coupon)
          .executeTakeFirstOrThrow(),
      ).toEqual({ status: 0, usedBy: null })
      expect(await orderOf(database.kysely, { memberId: buyer, orderId }, clock)).toMatchObject({
        status: 'invalid',
        cancelledAt: '2026-11-20T06:00:00.000Z',
        cancellableUntil: null,
      })
    })

    test('of an order that a voucher paid tells of no money, and promises the voucher only until it expires', async () => {
      const machine = await shop.offer({ price: 300, cancellationHours: 24 })
      const buyer = await shop.member()
      await shop.coupon(buyer, { type: 2, value: 500, days: 1 / 24 })
      const orderId = await shop.pay(buyer, await shop.draft(buyer, machine.productId))
      const later = new ManualClock('2026-11-20T06:59:59.999Z')
      const promised = async () =>
        (await cancellationOf(database.kysely, { memberId: buyer, orderId }, later))?.hasCoupon
      expect(await promised()).toBe(true)
      later.advance(1)
      expect(await promised()).toBe(false)
      await cancel(buyer, orderId, later)
      const { params } = await database.kysely
        .selectFrom('message')
        .select('params')
        .where('memberId', '=', buyer)
        .where('kind', '=', 'order_cancelled')
        .executeTakeFirstOrThrow()
      const { line, push } = textOf('order_cancelled', params, 'en')!
      expect(line).toMatch(/^Your order for .+ was cancelled\. There was nothing to pay back\.$/)
      expect(push).toBe('There was nothing to pay back.')
    })

    test('takes no more points than are left', async () => {
      const machine = await shop.offer({ cancellationHours: 24, giftPoints: 10 })
      const buyer = await shop.member(1000)
      const orderId = await shop.buy(buyer, machine.productId)
      await spend(buyer, 7)
      await cancel(buyer, orderId)
      expect(await wallet(buyer)).toMatchObject({ recharge: 1000, gold: 0 })
    })

    test('what was spent of its points is missing from those of the next orders, which say so', async () => {
      const machine = await shop.offer({ cancellationHours: 24, giftPoints: 10 })
      const buyer = await shop.member(10_000)
      const goldOf = async (orderId: string) => [
        (await orderOf(database.kysely, { memberId: buyer, orderId }, clock))?.giftPoints,
        (await wallet(buyer))['gold'],
      ]
      const shownTo = async (callerId: string | null) => {
        const context = { db: database.kysely, clock, callerId, language: 'en' } as unknown as Context
        return (await detailOf(context, machine.productId))?.giftPoints
      }
      const first = await shop.buy(buyer, machine.productId)
      await spend(buyer, 10)
      expect(await shownTo(buyer)).toBe(10)
      await cancel(buyer, first)
      expect([await shownTo(buyer), await shownTo(null)]).toEqual([0, 10])
      const second = await shop.buy(buyer, machine.productId)
      expect(await goldOf(second)).toEqual([0, 0])
      // It paid what the first had left: cancelled as well, that is missing again.
      await cancel(buyer, second)
      const third = await shop.buy(buyer, machine.productId, 2)
      expect(await goldOf(third)).toEqual([10, 10])
      expect(await goldOf(await shop.buy(buyer, machine.productId))).toEqual([10, 20])
      // What it brought is taken back, no more.
      await cancel(buyer, third)
      expect((await wallet(buyer))['gold']).toBe(10)
      expect(await goldOf(await shop.buy(buyer, machine.productId))).toEqual([0, 10])
    })

    test('who owes points buys at the terms that the page of the product tells them', async () => {
      const machine = await shop.offer({ cancellationHours: 24, giftPoints: 10 })
      const buyer = await shop.member(10_000)
      const context = { db: database.kysely, clock, callerId: buyer, language: 'en' } as unknown as Context
      const terms = async () => v.parse(OfferTerms, await detailOf(context, machine.productId))
      const owe = (giftPointsOwed: number) =>
        database.kysely.updateTable('member').set({ giftPointsOwed }).where('id', '=', buyer).execute()
      for (const [owed, quantity, shown, brings] of [
        [4, 1, 6, 6],
        [4, 2, 6, 16],
        [13, 1, 0, 0],
        [13, 3, 0, 17],
      ] as const) {
        await owe(owed)
        const expectedTerms = await terms()
        expect(expectedTerms.giftPoints).toBe(shown)
        const draft = await shop.draft(buyer, machine.productId, quantity, null)
        const refused = shop.pay(buyer, draft, { expectedTerms: { ...expectedTerms, giftPoints: shown + 1 } })
        expect(await refusalOf(refused)).toBe('price_changed')
        const orderId = await shop.pay(buyer, draft, { expectedTerms })
        expect(await orderOf(database.kysely, { memberId: buyer, orderId }, clock)).toMatchObject({
          giftPoints: brings,
        })
      }
    })

    test('in whatever order members buy, spend and cancel, orders bring the points of those that stay', async () => {
      const machine = await shop.offer({ price: 1, cancellationHours: 24, giftPoints: 10 }, { unitsTotal: 10_000 })
      const act = fc.record({ of: fc.constantFrom('buy', 'spend', 'cancel'), much: fc.integer({ min: 1, max: 30 }) })
      await fc.assert(
        fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 10 }), async (acts) => {
          const buyer = await shop.member(1000)
          const gold = async () => (await wallet(buyer))['gold'] ?? 0
          const orders: { id: string; points: number }[] = []
          let spent = 0
          for (const { of, much } of acts) {
            if (of === 'buy') {
              const quantity = Math.ceil(much / 10)
              orders.push({ id: await shop.buy(buyer, machine.productId, quantity), points: 10 * quantity })
            } else if (of === 'cancel') {
              const [order] = orders.splice(much % Math.max(orders.length, 1), 1)
              if (order) await cancel(buyer, order.id)
            } else {
              const amount = Math.min(much, await gold())
              spent += amount
              if (amount > 0) await spend(buyer, amount)
            }
            const { giftPointsOwed } = await database.kysely
              .selectFrom('member')
              .select('giftPointsOwed')
              .where('id', '=', buyer)
              .executeTakeFirstOrThrow()
            const stay = orders.reduce((sum, it) => sum + it.points, 0)
            expect((await gold()) + spent).toBe(stay + giftPointsOwed)
          }
        }),
        { numRuns: 15 },
      )
    })

    test('is over when its window is over', async () => {
      const machine = await shop.offer({ cancellationHours: 2 })
      const buyer = await shop.member(2000)
      const [early, late] = [await shop.buy(buyer, machine.productId), await shop.buy(buyer, machine.productId)]
      const later = new ManualClock('2026-11-20T06:00:00.000Z')
      later.advance(2 * hour - 1)
      expect(await refusalOf(cancel(buyer, early, later))).toBe('accepted')
      later.advance(1)
      expect(await refusalOf(cancel(buyer, late, later))).toBe('cancellation_window_over')
      expect((await wallet(buyer))['recharge']).toBe(1000)
    })

    test('a unit that came back can be bought by somebody else', async () => {
      const machine = await shop.offer({ cancellationHours: 24 }, { unitsTotal: 1 })
      const [first, second] = [await shop.member(1000), await shop.member(1000)]
      const orderId = await shop.buy(first, machine.productId)
      const draft = await shop.draft(second, machine.productId)
      expect(await refusalOf(shop.pay(second, draft))).toBe('stock_gone')
      await cancel(first, orderId)
      expect(await refusalOf(shop.pay(second, draft))).toBe('accepted')
    })
  })

  test('the list of orders has each once, newest first, whatever the page size', async () => {
    const machine = await shop.offer({ cancellationHours: 24 }, { unitsTotal: 50 })
    const buyer = await shop.member(20_000)
    const bought: string[] = []
    // Several at the same instant: the id decides between them.
    for (let at = 0; at < 9; at += 1) bought.push(await shop.buy(buyer, machine.productId))
    await cancelAsShown(database, { memberId: buyer, orderId: bought[4] as string }, clock)
    const all = async (limit: number, status?: 'working' | 'invalid') => {
      const seen: string[] = []
      for (let after: string | undefined; ;) {
        const page = await ordersPage(database.kysely, { memberId: buyer, after, limit, status }, clock)
        expect(page.items.length).toBeLessThanOrEqual(limit)
        seen.push(...page.items.map((it) => it.id))
        if (page.next === undefined) return seen
        after = page.next
      }
    }
    for (const limit of [1, 2, 4, 9, 20]) expect((await all(limit)).toSorted()).toEqual(bought.toSorted())
    expect(await all(2, 'invalid')).toEqual([bought[4]])
    expect((await all(3, 'working')).toSorted()).toEqual(bought.filter((id) => id !== bought[4]).toSorted())
  })

  test('after all of this the books are sound', async () => {
    expect(await reconcile(database.kysely)).toEqual([])
  })
})
