import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ringOf } from '#server/db/keyring.ts'
import type { Database, Db } from '#server/db/open.ts'
import { seedReference } from '#server/db/seed/reference.ts'
import { raiseAnnualFees } from '#server/features/cards/annual-fees.ts'
import { chargeCard, repay } from '#server/features/cards/bills.ts'
import { unbindCard } from '#server/features/cards/binding.ts'
import { issueCode } from '#server/features/auth/codes.ts'
import { registerMember } from '#server/features/auth/registering.ts'
import { endDeposit } from '#server/features/wallet/deposits/ending.ts'
import { openDeposit } from '#server/features/wallet/deposits/opening.ts'
import { setAside, payInCapital } from '#server/ledger/set-aside.ts'
import { publishTerm } from '#server/features/wallet/deposits/terms.ts'
import { payDraft } from '#server/features/orders/buying.ts'
import { receiveReward } from '#server/features/team/rewards.ts'
import { issueGiftCode, redeemGift } from '#server/features/rewards/gift-codes.ts'
import { moveWithdrawal, requestWithdrawal } from '#server/features/wallet/withdrawal/withdrawing.ts'
import { linesOf, termsOf } from '#server/features/wallet/withdrawal/withdrawal-terms.ts'
import { DomainError } from '#server/http/domain-error.ts'
import { countAttempt } from '#server/http/limits.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { silentLog } from '#server/log.ts'
import { bindCard } from '#tests/support/bound-card.ts'
import { databases } from '#tests/support/databases.ts'
import { giveIncome } from '#tests/support/give-income.ts'
import { runOverlapping } from '#tests/support/overlap.ts'
import { balances, makeMember } from '#tests/support/people-and-machines.ts'
import { shopOn } from '#tests/support/shop.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

// Locks are PostgreSQL's to prove: the embedded database serves one transaction at a time, and shows the same outcome.
describe.each(databases)('Two at once on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  let database: Database
  let shop: ReturnType<typeof shopOn>
  beforeAll(async () => {
    database = await open()
    shop = shopOn(database, clock)
    await seedReference(database.kysely)
  })
  afterAll(() => database.close())

  const wallets = (memberId: string) => balances(database.kysely, memberId)

  /** What became of both: the code of a refusal, else `done`. Anything else thrown fails the test. */
  async function outcomes(first: (db: Db) => Promise<unknown>, second = first): Promise<string[]> {
    return (await runOverlapping(database, first, second)).map((it) => {
      if (it.status === 'fulfilled') return 'done'
      if (it.reason instanceof DomainError) return it.reason.code
      throw it.reason
    })
  }

  /** A member with so much income and a card that takes withdrawals. */
  async function earner(income: number): Promise<{ memberId: string; cardId: string }> {
    const memberId = await makeMember(database.kysely)
    await database.inTransaction((db) => giveIncome(db, memberId, income, clock))
    return { memberId, cardId: await bindCard(database.kysely, memberId) }
  }
  async function withdrawing(who: { memberId: string; cardId: string }, amount: number) {
    const { arrives: expectedArrival } = linesOf(amount, await termsOf(database.kysely, who.memberId))
    return (db: Db) => requestWithdrawal(db, { ...who, amount, expectedArrival }, clock)
  }

  test('withdrawals of one member keep to what a day allows', async () => {
    const who = await earner(1_500_000)
    await database.inTransaction(await withdrawing(who, 500_000))
    expect(await outcomes(await withdrawing(who, 300_000))).toEqual(['done', 'daily_limit_reached'])
    expect(await wallets(who.memberId)).toMatchObject({ income: 700_000, withdrawing: 800_000 })
  })

  test('a withdrawal that is returned is not sent, and comes back once', async () => {
    const who = await earner(20_000)
    const ask = async () => (await database.inTransaction(await withdrawing(who, 5000))).id
    // The third one's money is what a second return would take.
    const [first, second] = [await ask(), await ask(), await ask()]
    const move = (id: string, to: 'approved' | 'sent' | 'returned') => (db: Db) =>
      moveWithdrawal(db, { id, to, reason: to === 'returned' ? 'Wrong card.' : null }, clock)
    await database.inTransaction(move(first, 'approved'))
    expect(await outcomes(move(first, 'returned'), move(first, 'sent'))).toEqual(['done', 'bad_request'])
    expect(await runOverlapping(database, move(second, 'returned'), move(second, 'returned'))).toMatchObject([
      { value: { changed: true } },
      { value: { changed: false } },
    ])
    expect(await wallets(who.memberId)).toMatchObject({ income: 15_000, withdrawing: 5000 })
  })

  test('payments of one draft buy once', async () => {
    const machine = await shop.offer({ price: 1000 }, { unitsTotal: 5 })
    const memberId = await shop.member(5000)
    const draft = await shop.draft(memberId, machine.productId)
    const pay = (db: Db) =>
      payDraft(db, { memberId, draftId: draft.id, wallet: 'recharge', expectedPayment: 1000 }, clock)
    expect(await outcomes(pay)).toEqual(['done', 'order_not_payable'])
    expect(await wallets(memberId)).toMatchObject({ recharge: 4000 })
  })

  test('a draft that newer ones clear away is not paid meanwhile', async () => {
    const machine = await shop.offer({ price: 1000 }, { unitsTotal: 5 })
    const memberId = await shop.member(5000)
    const { id: draftId } = await shop.draft(memberId, machine.productId)
    const clear = (db: Db) =>
      db.deleteFrom('orderDraft').where('memberId', '=', memberId).where('id', '=', draftId).execute()
    const pay = (db: Db) => payDraft(db, { memberId, draftId, wallet: 'recharge', expectedPayment: 1000 }, clock)
    expect(await outcomes(clear, pay)).toEqual(['done', 'not_found'])
    expect(await wallets(memberId)).toMatchObject({ recharge: 5000 })
  })

  test('a coupon saves on one of two orders', async () => {
    const memberId = await shop.member(5000)
    const coupon = await shop.coupon(memberId, { type: 2, value: 400 })
    const drafts = await Promise.all(
      [1, 2].map(async () => shop.draft(memberId, (await shop.offer({ price: 1000 })).productId, 1, coupon)),
    )
    const [first, second] = drafts.map(
      (draft) => (db: Db) =>
        payDraft(db, { memberId, draftId: draft.id, wallet: 'recharge', expectedPayment: 600 }, clock),
    )
    if (!first || !second) throw new Error('two drafts')
    expect((await outcomes(first, second)).toSorted()).toEqual(
      database.kind === 'postgres' ? ['coupon_unusable', 'done'] : ['done', 'price_changed'],
    )
    expect(await wallets(memberId)).toMatchObject({ recharge: 4400 })
  })

  test('points that are owed are kept back of one of two orders', async () => {
    const memberId = await shop.member(5000)
    await database.kysely.updateTable('member').set({ giftPointsOwed: 10 }).where('id', '=', memberId).execute()
    const [first, second] = await Promise.all(
      [1, 2].map(async () => {
        const { productId } = await shop.offer({ price: 1000, giftPoints: 10 })
        const { id: draftId } = await shop.draft(memberId, productId, 1, null)
        return (db: Db) => payDraft(db, { memberId, draftId, wallet: 'recharge', expectedPayment: 1000 }, clock)
      }),
    )
    if (!first || !second) throw new Error('two drafts')
    expect(await outcomes(first, second)).toEqual(['done', 'done'])
    expect(await wallets(memberId)).toMatchObject({ recharge: 3000, gold: 10 })
  })

  test('purchases keep to the limit of a product', async () => {
    const machine = await shop.offer({ price: 1000, purchaseLimit: 1 }, { unitsTotal: 5 })
    const memberId = await shop.member(5000)
    const [first, second] = (await Promise.all([1, 2].map(() => shop.draft(memberId, machine.productId, 1, null)))).map(
      ({ id: draftId }) =>
        (db: Db) =>
          payDraft(db, { memberId, draftId, wallet: 'recharge', expectedPayment: 1000 }, clock),
    )
    if (!first || !second) throw new Error('two drafts')
    expect(await outcomes(first, second)).toEqual(['done', 'purchase_limit_reached'])
    expect(await wallets(memberId)).toMatchObject({ recharge: 4000 })
  })

  test('a gift code of one use goes to one member', async () => {
    const people = await Promise.all([1, 2].map(() => makeMember(database.kysely)))
    const ring = ringOf([randomBytes(32)])
    const code = await issueGiftCode(
      database.kysely,
      { gifts: [{ of: 'gold', amount: 10 }], uses: 1, expiresAt: '2026-12-01T00:00:00.000Z' },
      clock,
    )
    const [first, second] = people.map((memberId) => (db: Db) => redeemGift(db, ring, { memberId, code }, clock))
    if (!first || !second) throw new Error('two members')
    expect(await outcomes(first, second)).toEqual(['done', 'redeem_wrong'])
    expect((await Promise.all(people.map(wallets))).map((it) => it['gold'])).toEqual([10, 0])
  })

  test('receipts of one invitation reward move its coins once', async () => {
    const memberId = await makeMember(database.kysely)
    const ring = ringOf([randomBytes(32)])
    const newcomer = { passwordHash: '', nickname: null, country: 'id', language: 'en', timeZone: 'Asia/Jakarta' }
    for (const phone of ['+628137770001', '+628137770002'])
      await database.inTransaction((db) => registerMember(db, ring, { ...newcomer, phone, inviterId: memberId }, clock))
    const [reward] = await database.kysely
      .selectFrom('invitationReward')
      .select('id')
      .where('memberId', '=', memberId)
      .execute()
    const receive = (db: Db) => receiveReward(db, { memberId, rewardId: reward?.id ?? '' }, clock)
    expect(await outcomes(receive)).toEqual(['done', 'nothing_to_claim'])
    expect(await wallets(memberId)).toMatchObject({ gold: 300 })
  })

  test('repayments of a bill count once against what is left of it', async () => {
    const memberId = await shop.member(1000)
    const cardId = await bindCard(database.kysely, memberId)
    const billId = await chargeCard(database.kysely, { cardId, ref: 'new card', amount: 600 }, clock)
    const repayHalf = (db: Db) =>
      repay(db, { memberId, billId, wallet: 'recharge', amount: 300, expectedLeft: 600 }, clock)
    expect(await outcomes(repayHalf)).toEqual(['done', 'price_changed'])
    expect(await wallets(memberId)).toMatchObject({ recharge: 700 })
  })

  test('a card that is removed gets no fee meanwhile, which nobody could find and pay', async () => {
    const memberId = await shop.member(0)
    const cardId = await bindCard(database.kysely, memberId)
    const { code } = await database.kysely.selectFrom('cardType').select('code').executeTakeFirstOrThrow()
    await database.kysely.updateTable('cardType').set({ annualFee: 500 }).where('code', '=', code).execute()
    await database.kysely.updateTable('bankCard').set({ typeCode: code }).where('id', '=', cardId).execute()
    const remove = (db: Db) => unbindCard(db, { memberId, cardId }, clock)
    expect(await outcomes(remove, (db) => raiseAnnualFees(db, clock))).toEqual(['done', 'done'])
    const bills = await database.kysely.selectFrom('cardBill').select('id').where('cardId', '=', cardId).execute()
    expect(bills).toEqual([])
    await database.kysely.updateTable('cardType').set({ annualFee: 0 }).where('code', '=', code).execute()
  })

  test('a deposit ends once, and the one beside it stays', async () => {
    const memberId = await shop.member(20_000)
    const currency = 'USD'
    await database.inTransaction((db) => payInCapital(db, { amount: 1000, currency }, clock))
    await database.inTransaction((db) => setAside(db, { code: 'reserve', amount: 1000, currency }, clock))
    await publishTerm(database.kysely, {
      id: 'month',
      currency,
      days: 30,
      rateBp: 365,
      minimum: 1000,
      maximum: 1_000_000,
      position: 0,
    })
    const opening = { memberId, termId: 'month', amount: 10_000, from: 'recharge', expectedInterest: 30 } as const
    const [one] = [
      await database.inTransaction((db) => openDeposit(db, opening, clock)),
      await database.inTransaction((db) => openDeposit(db, opening, clock)),
    ]
    const end = (db: Db) => endDeposit(db, { memberId, id: one.id, expectedInterest: 0 }, clock)
    expect(await outcomes(end)).toEqual(['done', 'deposit_ended'])
    expect(await wallets(memberId)).toMatchObject({ recharge: 10_000 })
    const { rows } = await sql`select id from time_deposit where ended_at is null`.execute(database.kysely)
    expect(rows).toHaveLength(1)
  })

  test('codes for one phone and purpose are a minute apart', async () => {
    const of = { phone: '+628137770003', purpose: 'register', address: '192.0.2.1' }
    const issue = (db: Db) => issueCode(db, of, { clock, log: silentLog })
    expect(await outcomes(issue)).toEqual(['done', 'wait_for_countdown'])
    clock.advance(59_999)
    await expect(database.inTransaction(issue)).rejects.toMatchObject({
      code: 'wait_for_countdown',
      params: { seconds: 1 },
    })
    clock.advance(1)
    expect(await outcomes(issue)).toEqual(['done', 'wait_for_countdown'])
  })

  test.each([
    ['the tenth from one address', 'code:+628137770004:192.0.2.2', 9],
    ['the twentieth from all addresses', 'code:+628137770004', 19],
  ])('the last code of a day for one phone is %s, whatever they are for', async (_, count, before) => {
    clock.advance(86_400_000)
    for (let n = 0; n < before; n += 1) await countAttempt(database.kysely, count, 86_400_000, clock)
    const issueTo = (purpose: string) => (db: Db) =>
      issueCode(db, { phone: '+628137770004', purpose, address: '192.0.2.2' }, { clock, log: silentLog })
    expect(await outcomes(issueTo('register'), issueTo('reset'))).toEqual(['done', 'attempts_exhausted'])
  })

  test('and after all of it the books are sound', async () => {
    expect(await reconcile(database.kysely)).toEqual([])
  })
})
