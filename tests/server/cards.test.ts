import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BankCard, CardBill } from '#protocol/cards.ts'
import { addBindCard, removeCard, repayCardBill } from '#protocol/cards.ts'
import { operate } from '#server/cli/operator/operate.ts'
import { instant } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { cardToWithdrawTo } from '#server/db/bank-cards.ts'
import { ringOf } from '#server/db/keyring.ts'
import type { Database } from '#server/db/open.ts'
import { setSetting } from '#server/db/settings.ts'
import { billCards, raiseAnnualFees, setAnnualFee } from '#server/features/cards/annual-fees.ts'
import { chargeCard, disableCard, pausePenalty } from '#server/features/cards/bills.ts'
import { bindCard } from '#server/features/cards/binding.ts'
import { forgetNumbers, reencryptNumbers, revealNumber } from '#server/features/cards/numbers.ts'
import { moveWithdrawal, requestWithdrawal } from '#server/features/wallet/withdrawal/withdrawing.ts'
import { linesOf, termsOf } from '#server/features/wallet/withdrawal/withdrawal-terms.ts'
import { proofOf, encrypt } from '#src/api/encrypt.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { silentLog } from '#server/log.ts'
import type { BareWorld } from '#tests/support/bare-world.ts'
import { bareWorld } from '#tests/support/bare-world.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { cheapHash } from '#tests/support/cheap-hash.ts'
import { databases } from '#tests/support/databases.ts'
import { giveIncome } from '#tests/support/give-income.ts'
import { balances } from '#tests/support/people-and-machines.ts'
import type { SecureClient } from '#tests/support/secure-client.ts'
import { secureClientFor } from '#tests/support/secure-client.ts'
import { shopOn } from '#tests/support/shop.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import type { Person } from '#tests/support/world.ts'

const day = 86_400_000
const password = '135790'
const visa = '4111111111111111'
const mastercard = '5555555555554444'
const [badRequest, notFound, insufficient, changed, numberWrong, known, tooMany, billOpen, billClosed, expired] = [
  400, 1404, 1703, 1706, 1724, 1725, 1726, 1727, 1728, 1733,
]

describe.each(databases)('cards on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  let database: Database
  let world: BareWorld
  let secureClient: SecureClient
  const hash = cheapHash(password)
  beforeAll(async () => {
    database = await open()
    world = await bareWorld(database, clock)
    secureClient = await secureClientFor(world.call)
  })
  afterAll(() => database.close())

  async function member(recharge = 0): Promise<Person> {
    const memberId = await shopOn(database, clock).member(recharge)
    await database.kysely
      .updateTable('member')
      .set({ transactionPasswordHash: hash })
      .where('id', '=', memberId)
      .execute()
    return { memberId, token: await world.tokenOf(memberId) }
  }

  const wish = { bankId: 'bca', holderName: 'Sari Dewi', phone: '+6281234567890', agreed: true }
  const bind = async (who: Person, secret: object = {}, args: object = {}, key?: string) =>
    (
      await secureClient.send(addBindCard, who, {
        args: { ...wish, ...args },
        secret: { number: visa, expiry: '12/28', cvv: '123', ...secret },
        password,
        ...(key === undefined ? {} : { key }),
      })
    ).body
  const bound = async (who: Person, secret?: object, args?: object) => {
    const body = await bind(who, secret, args)
    expect(body).toMatchObject({ errno: 0 })
    return body.data as BankCard
  }
  const list = async ({ memberId }: Person) =>
    (
      (await world.call('capital/findBindCardList', { method: 'GET', token: await world.tokenOf(memberId) })).body
        .data as { items: BankCard[] }
    ).items
  const remove = async (who: Person, cardId: string) =>
    (
      await secureClient.send(
        removeCard,
        { ...who, token: await world.tokenOf(who.memberId) },
        { args: { cardId }, password },
      )
    ).body.errno
  const repay = async (who: Person, args: object, key?: string) =>
    (
      await secureClient.send(
        repayCardBill,
        { ...who, token: await world.tokenOf(who.memberId) },
        { args: { wallet: 'recharge', ...args }, password, ...(key === undefined ? {} : { key }) },
      )
    ).body

  const toldOf = async ({ memberId }: Person, kind: string) =>
    (
      await database.kysely
        .selectFrom('message')
        .select('params')
        .where('memberId', '=', memberId)
        .where('kind', '=', kind)
        .orderBy('at')
        .execute()
    ).map((it) => it.params)

  describe('binding', () => {
    test('shows four digits and a masked phone; the kind is known by the number', async () => {
      const who = await member()
      const card = await bound(who, { number: '4111 1111-1111 1111' })
      expect(card).toMatchObject({
        bankId: 'bca',
        bankName: 'Bank Central Asia (BCA)',
        typeCode: 'visa',
        holderName: 'Sari Dewi',
        numberMasked: '•••• 1111',
        phoneMasked: '+62812****7890',
        status: 'active',
        bills: [],
        boundAt: '2026-11-20T06:00:00.000Z',
      })
      expect(await list(who)).toEqual([card])
      expect(await cardToWithdrawTo(database.kysely, who.memberId, card.id, clock)).toMatchObject({
        id: card.id,
        numberMasked: '•••• 1111',
        status: 'active',
      })
      expect(await cardToWithdrawTo(database.kysely, (await member()).memberId, card.id, clock)).toBeNull()
    })

    test('leaves neither number nor CVV anywhere in the database', async () => {
      const who = await member()
      const number = '3530111333300000'
      await bound(who, { number, cvv: '739', expiry: '01/31' })
      const { rows } = await sql<{
        name: string
      }>`select table_name as name from information_schema.tables where table_schema = 'public'
        and table_type = 'BASE TABLE'`.execute(database.kysely)
      for (const { name } of rows) {
        const { rows: found } =
          await sql`select 1 from ${sql.table(name)} t where t::text like ${`%${number}%`} or t::text like '%"cvv"%'
            or t::text like '%01/31%'`.execute(database.kysely)
        expect([name, found]).toEqual([name, []])
      }
    })

    test.each([
      ['a digit that is wrong', { number: '4111111111111112' }, {}, numberWrong],
      ['a length its kind does not have', { number: '41111111111111' }, {}, numberWrong],
      ['a CVV of another kind of card', { number: '378282246310005', cvv: '123' }, {}, numberWrong],
      ['another kind than was chosen', {}, { typeCode: 'mastercard' }, numberWrong],
      ['no number at all', { number: 'my card number' }, {}, badRequest],
      ['no month', { expiry: '13/30' }, {}, badRequest],
      ['a card that has expired', { expiry: '10/26' }, {}, expired],
      ['a CVV of five digits', { cvv: '12345' }, {}, badRequest],
      ['an unknown bank', {}, { bankId: 'no-such-bank' }, 1405],
      ['the agreement not ticked', {}, { agreed: false }, badRequest],
    ])('refuses %s', async (_, secret, args, errno) => {
      const who = await member()
      expect((await bind(who, secret, args)).errno).toBe(errno)
      expect(await list(who)).toEqual([])
    })

    test.each(['11/26', '02/30', '12/32'])('takes a card that is good until %s', async (expiry) => {
      expect((await bind(await member(), { expiry })).errno).toBe(0)
    })

    test('takes a number once per member, in sequence or at once, and again after it was removed; another member may have it too', async () => {
      const [who, other] = [await member(), await member()]
      const outcomes = await Promise.all([1, 2, 3].map(async () => (await bind(who)).errno))
      expect(outcomes.toSorted()).toEqual([0, known, known])
      expect((await bind(who, { number: '4111 1111 1111 1111' }, { bankId: 'bni' })).errno).toBe(known)
      await bound(other)
      const [card] = await list(who)
      expect(await remove(other, card?.id ?? '')).toBe(notFound)
      expect([await remove(who, card?.id ?? ''), await remove(who, card?.id ?? '')]).toEqual([0, notFound])
      expect(await list(who)).toEqual([])
      await bound(who)
    })

    test("counts once under one key, though the seal is the same command's", async () => {
      const who = await member()
      const key = randomUUID()
      const to = (await world.call('seal/key', { method: 'GET', key: null })).body.data as never
      const command = { call: addBindCard, memberId: who.memberId, key }
      const args = { ...wish, secret: await encrypt({ number: visa, expiry: '12/28', cvv: '123' }, to, command) }
      const headers = { 'x-transaction-proof': proofOf(await encrypt({ password }, to, command)) }
      const [first, second] = [
        await world.call(addBindCard.path, { args, key, token: who.token, headers }),
        await world.call(addBindCard.path, { args, key, token: who.token, headers }),
      ]
      expect(first.body.errno).toBe(0)
      expect(second.body).toEqual(first.body)
      expect(await list(who)).toHaveLength(1)
      // With another idempotency key the same ciphertext is rejected: an eavesdropper can't replay it.
      expect((await world.call(addBindCard.path, { args, token: who.token, headers })).body.errno).toBe(1723)
    })

    test('ends at ten cards', async () => {
      const who = await member()
      const ring = ringOf([randomBytes(32)])
      for (let n = 0; n < 10; n += 1) {
        const body = `40000000000000${n}`
        const number = body + '0123456789'.split('').find((it) => luhn(body + it))
        await database.inTransaction((db) =>
          bindCard(
            db,
            ring,
            {
              ...wish,
              agreed: true,
              typeCode: null,
              memberId: who.memberId,
              secret: { number, expiry: '12/28', cvv: '123' },
            },
            clock,
          ),
        )
      }
      expect((await bind(who)).errno).toBe(tooMany)
      await asOwner(database, (db) => db.deleteFrom('bankCard').where('memberId', '=', who.memberId).execute())
    })

    test('lists banks of a country and kinds of card for everybody', async () => {
      const banks = (
        await world.call('capital/bank', { method: 'GET', args: { country: 'th' }, token: (await member()).token })
      ).body.data as { items: { id: string; country: string }[] }
      expect(banks.items.map((it) => it.country)).toEqual(['th', 'th', 'th', 'th'])
      const types = (await world.call('card/type/list', { method: 'GET' })).body.data as {
        items: { code: string; annualFee: number }[]
      }
      expect(types.items.map((it) => it.code)).toEqual(
        expect.arrayContaining(['visa', 'mastercard', 'amex', 'jcb', 'unionpay']),
      )
      // Nobody pays in advance to withdraw: an unpaid fee blocks a card only from the day after it was due.
      expect(types.items.filter((it) => it.annualFee !== 0)).toEqual([])
    })
  })

  describe('statuses', () => {
    test('disabled and empty cards take no withdrawals', async () => {
      const who = await member()
      const card = await bound(who)
      const status = async () => [
        (await list(who))[0]?.status,
        (await cardToWithdrawTo(database.kysely, who.memberId, card.id, clock)) !== null,
      ]
      await disableCard(database.kysely, { cardId: card.id, disabled: true }, clock)
      expect(await status()).toEqual(['disabled', false])
      await disableCard(database.kysely, { cardId: card.id, disabled: false }, clock)
      expect(await status()).toEqual(['active', true])
      await database.kysely
        .updateTable('bankCard')
        .set({ numberSealed: null, numberDigest: null, lastFour: null })
        .where('id', '=', card.id)
        .execute()
      expect(await status()).toEqual(['empty', false])
      expect((await list(who))[0]?.numberMasked).toBe('••••')
    })

    test("a fee stands in no withdrawal's way, comes once a year, and is gone when repaid", async () => {
      await database.kysely.updateTable('cardType').set({ annualFee: 1200 }).where('code', '=', 'mastercard').execute()
      const who = await member(10_000)
      const card = await bound(who, { number: mastercard })
      expect(card).toMatchObject({
        status: 'active',
        bills: [{ status: 0, amount: 1200, penalty: 0, repaid: 0, dueOn: '2026-12-20' }],
      })
      await billCards({ database, clock })
      clock.advance(31 * day)
      expect((await list(who))[0]).toMatchObject({ status: 'unactive', bills: [{ status: -1 }] })
      expect(await cardToWithdrawTo(database.kysely, who.memberId, card.id, clock)).toMatchObject({ id: card.id })
      const [bill] = card.bills as [CardBill]
      // The operator's pause stops the penalty; the fee is as unpaid as before.
      await pausePenalty(database.kysely, { billId: bill.id, paused: true }, clock)
      expect((await list(who))[0]).toMatchObject({ status: 'unactive', bills: [{ status: 1 }] })
      await pausePenalty(database.kysely, { billId: bill.id, paused: false }, clock)
      expect(await repay(who, { billId: bill.id, amount: 1200, expectedLeft: 1200 })).toMatchObject({
        errno: 0,
        data: { paid: 1200, bill: { status: 2, repaid: 1200 } },
      })
      expect((await list(who))[0]).toMatchObject({ status: 'active', bills: [{ status: 2 }] })
      await Promise.all([billCards({ database, clock }), billCards({ database, clock })])
      expect((await list(who))[0]?.bills).toHaveLength(1)
      clock.advance(335 * day)
      await Promise.all([billCards({ database, clock }), billCards({ database, clock })])
      expect((await list(who))[0]?.bills.map((it) => [it.status, it.amount])).toEqual([
        [0, 1200],
        [2, 1200],
      ])
      await database.kysely.updateTable('cardType').set({ annualFee: 0 }).where('code', '=', 'mastercard').execute()
    })
  })

  describe('an annual fee', () => {
    const setFee = (annualFee: number) =>
      database.inTransaction((db) => setAnnualFee(db, { code: 'mastercard', annualFee }, clock))

    test('is billed at binding only as it was shown; an app of before that shows none is told of the bill', async () => {
      await setFee(5000)
      const who = await member()
      for (const expectedFee of [0, 1200])
        expect((await bind(who, { number: mastercard }, { expectedFee })).errno).toBe(changed)
      expect(await list(who)).toEqual([])
      const card = await bound(who, { number: mastercard }, { expectedFee: 5000 })
      expect(card.bills).toMatchObject([{ kind: 'annual fee', amount: 5000 }])
      expect(await toldOf(who, 'card_billed')).toEqual([])
      const older = await member()
      await bound(older, { number: mastercard })
      expect(await toldOf(older, 'card_billed')).toMatchObject([{ amount: 5000, card: '•••• 4444' }])
      // A card without a fee was shown none.
      await bound(older, {}, { expectedFee: 0 })
      await setFee(0)
    })

    test('that rises is told to who holds such a card, with the day from which on it is so', async () => {
      const [who, gone, other] = [await member(), await member(), await member()]
      const card = await bound(who, { number: mastercard }, { expectedFee: 0 })
      expect(await remove(gone, (await bound(gone, { number: mastercard })).id)).toBe(0)
      await bound(other)
      await setFee(1200)
      const year = Number(card.boundAt.slice(0, 4)) + 1
      const next = { currency: 'USD', card: '•••• 4444', day: `${year}${card.boundAt.slice(4, 10)}` }
      await setFee(1200)
      await setFee(1000)
      clock.advance(60_000)
      await setFee(2000)
      expect(await toldOf(who, 'card_fee_raised')).toEqual([
        { ...next, amount: 1200 },
        { ...next, amount: 2000 },
      ])
      for (const it of [gone, other]) expect(await toldOf(it, 'card_fee_raised')).toEqual([])
      await setFee(0)
    })

    test('of which nothing was paid keeps nobody from removing the card; one that was begun to be paid does', async () => {
      await setFee(5000)
      const who = await member(5000)
      const card = await bound(who, { number: mastercard }, { expectedFee: 5000 })
      expect(await remove(who, card.id)).toBe(0)
      expect(await list(who)).toEqual([])
      const [waived] = card.bills as [CardBill]
      expect(await repay(who, { billId: waived.id, amount: 5000, expectedLeft: 5000 })).toMatchObject({
        errno: billClosed,
      })
      const again = await bound(who, { number: mastercard }, { expectedFee: 5000 })
      const [bill] = again.bills as [CardBill]
      expect(await repay(who, { billId: bill.id, amount: 1, expectedLeft: 5000 })).toMatchObject({ errno: 0 })
      expect(await remove(who, again.id)).toBe(billOpen)
      expect(await repay(who, { billId: bill.id, amount: 4999, expectedLeft: 4999 })).toMatchObject({ errno: 0 })
      expect(await remove(who, again.id)).toBe(0)
      await setFee(0)
    })
  })

  test('a fee is billed once for each year since binding in which its type has one', async () => {
    const who = await member()
    const { id } = await bound(who, { number: mastercard })
    await database.kysely
      .updateTable('bankCard')
      .set({ boundAt: '2028-02-29T12:00:00.000Z' })
      .where('id', '=', id)
      .execute()
    const setFee = (annualFee: number) =>
      setAnnualFee(database.kysely, { code: 'mastercard', annualFee }, new ManualClock('2028-04-01T00:30:00.000Z'))
    const setDisabled = (disabled: boolean) => disableCard(database.kysely, { cardId: id, disabled }, clock)
    const pay = () =>
      database.kysely
        .updateTable('cardBill')
        .set((it) => ({ repaid: it.ref('amount'), completedAt: '2029-03-01T00:00:00.000Z' }))
        .where('cardId', '=', id)
        .execute()
    const billedOn = async (at: string) => {
      await raiseAnnualFees(database.kysely, new ManualClock(at))
      const bills = await database.kysely.selectFrom('cardBill').select('ref').where('cardId', '=', id).execute()
      return bills.map((it) => it.ref).toSorted()
    }
    expect(await billedOn('2028-04-01T00:00:00.000Z')).toEqual([])
    await setFee(1200)
    // Bound while it cost nothing: its first year stays free.
    expect(await billedOn('2029-02-28T13:00:00.000Z')).toEqual([])
    expect(await billedOn('2029-03-01T12:40:00.000Z')).toEqual(['2'])
    // Who never pays owes one fee, and not one more each year.
    expect(await billedOn('2030-03-01T12:40:00.000Z')).toEqual(['2'])
    await pay()
    await setDisabled(true)
    expect(await billedOn('2030-03-02T00:00:00.000Z')).toEqual(['2'])
    await setDisabled(false)
    expect(await billedOn('2030-03-02T01:00:00.000Z')).toEqual(['2', '3'])
    const told = await database.kysely
      .selectFrom('message')
      .select('params')
      .where('memberId', '=', who.memberId)
      .where('kind', '=', 'card_billed')
      .orderBy('at')
      .execute()
    const bill = { amount: 1200, currency: 'USD', card: '•••• 4444', isFee: true }
    expect(told.map((it) => it.params)).toEqual([
      { ...bill, day: '2029-03-31' },
      { ...bill, day: '2030-04-01' },
    ])
    // Of 2,500 cards none is looked at twice.
    await sql`
      insert into bank_card (id, member_id, bank_id, type_code, holder_name, key_id, phone, bound_at)
      select gen_random_uuid(), member_id, bank_id, type_code, holder_name, key_id, phone, bound_at
      from bank_card, generate_series(1, 2500) where id = ${id}`.execute(database.kysely)
    const inBatches = async () => await raiseAnnualFees(database.kysely, new ManualClock('2030-03-03T00:00:00.000Z'))
    expect([await inBatches(), await inBatches(), await inBatches()]).toEqual([2000, 500, 0])
    await setFee(0)
  })

  describe('bills', () => {
    async function billed(recharge: number, amount: number): Promise<{ who: Person; cardId: string; billId: string }> {
      const who = await member(recharge)
      const card = await bound({ ...who, token: await world.tokenOf(who.memberId) })
      return {
        who,
        cardId: card.id,
        billId: await chargeCard(database.kysely, { cardId: card.id, ref: 'new card', amount }, clock),
      }
    }

    test('are repaid in part and in full, from either wallet, never more than is left, never twice', async () => {
      const { who, cardId, billId } = await billed(900, 1000)
      expect(await repay(who, { billId, amount: 1001, expectedLeft: 1000 })).toMatchObject({ errno: badRequest })
      expect(await repay(who, { billId, amount: 950, expectedLeft: 1000 })).toMatchObject({ errno: insufficient })
      expect(await repay(who, { billId, amount: 400, expectedLeft: 999 })).toMatchObject({ errno: changed })
      expect(await repay(who, { billId, amount: 400, expectedLeft: 1000 })).toMatchObject({
        errno: 0,
        data: { paid: 400, bill: { status: 0, repaid: 400, completedAt: null } },
      })
      expect(await repay(who, { billId, amount: 100, expectedLeft: 1000 })).toMatchObject({ errno: changed })
      expect(await remove(who, cardId)).toBe(billOpen)
      const both = await Promise.all(
        [1, 2].map(async () => (await repay(who, { billId, amount: 300, expectedLeft: 600 })).errno),
      )
      expect(both.toSorted((a, b) => a - b)).toEqual([0, changed])
      expect(await balances(database.kysely, who.memberId)).toMatchObject({ recharge: 200 })
      expect(await repay(who, { billId, amount: 300, expectedLeft: 300, wallet: 'income' })).toMatchObject({
        errno: insufficient,
      })
      expect(await repay(who, { billId, amount: 200, expectedLeft: 300 })).toMatchObject({ errno: 0 })
      expect((await list(who))[0]?.bills).toMatchObject([{ status: 0, repaid: 900 }])
      expect(await balances(database.kysely, who.memberId)).toMatchObject({ recharge: 0 })
    })

    test('that are completed take nothing more, and let the card go', async () => {
      const { who, cardId, billId } = await billed(500, 500)
      expect(await repay(who, { billId, amount: 500, expectedLeft: 500 })).toMatchObject({
        errno: 0,
        data: { bill: { status: 2 } },
      })
      expect(await repay(who, { billId, amount: 1, expectedLeft: 0 })).toMatchObject({ errno: billClosed })
      expect(await remove(who, cardId)).toBe(0)
    })

    test('say what they are for, and what repaying late costs', async () => {
      const { who, billId } = await billed(500, 500)
      const told = await database.kysely
        .selectFrom('message')
        .select('params')
        .where('kind', '=', 'card_billed')
        .where('ref', '=', billId)
        .executeTakeFirstOrThrow()
      expect(told.params).toMatchObject({ amount: 500, what: 'new card' })
      const shown = async () => (await list(who))[0]?.bills[0]
      expect(await shown()).toMatchObject({ kind: 'charge', ref: 'new card', penaltyRule: null })
      const rule = { bpPerDay: 10, mostBp: 100 }
      await setSetting(database.kysely, 'card_penalty', rule)
      expect(await shown()).toMatchObject({ penaltyRule: rule })
      expect(await repay(who, { billId, amount: 100, expectedLeft: 500 })).toMatchObject({
        data: { bill: { ref: 'new card', penaltyRule: rule } },
      })
      await asOwner(database, (db) => db.deleteFrom('setting').where('name', '=', 'card_penalty').execute())
    })

    test('of another member are not there', async () => {
      const { billId } = await billed(0, 500)
      const stranger = await member(1000)
      expect(await repay(stranger, { billId, amount: 500, expectedLeft: 500 })).toMatchObject({ errno: notFound })
      expect(await balances(database.kysely, stranger.memberId)).toMatchObject({ recharge: 1000 })
    })

    test('are made once for one reason, with one amount', async () => {
      const { cardId, billId } = await billed(0, 500)
      const again = (amount: number) => chargeCard(database.kysely, { cardId, ref: 'new card', amount }, clock)
      expect(await again(500)).toBe(billId)
      const told = await database.kysely.selectFrom('message').select('ref').where('kind', '=', 'card_billed').execute()
      expect(told.filter((it) => it.ref === billId)).toHaveLength(1)
      await expect(again(50)).rejects.toMatchObject({ code: 'key_reused' })
    })

    test('that the operator waives are gone, and their member is told once why; not where something was repaid', async () => {
      const operator = (...argv: string[]) => {
        const deps = { database, clock, config: readConfig({}), log: silentLog }
        return operate(deps, [...argv, '--as', 'Ana', '--why', 'a test'])
      }
      const { who, cardId, billId } = await billed(500, 500)
      const waive = (id: string) => operator('card', 'waive', id, '--reason', 'billed by mistake')
      const nothing = 'Nothing was changed.'
      const waived = { ok: true, lines: ['Waived: USD 5.00 for new card. The member has been told.'] }
      expect(await waive(billId)).toEqual(waived)
      expect((await list(who))[0]?.bills).toEqual([])
      expect(await repay(who, { billId, amount: 500, expectedLeft: 500 })).toMatchObject({ errno: billClosed })
      const row = database.kysely.selectFrom('cardBill').select(['waivedAt', 'completedAt']).where('id', '=', billId)
      const at = instant(clock)
      expect(await row.executeTakeFirst()).toEqual({ waivedAt: at, completedAt: at })
      clock.advance(60_000)
      const again = await waive(billId)
      expect(again).toMatchObject({ ok: true, lines: [expect.stringContaining(`It was waived before, at ${at}`)] })
      expect(await row.executeTakeFirst()).toEqual({ waivedAt: at, completedAt: at })
      const told = { amount: 500, currency: 'USD', card: '•••• 1111', what: 'new card', reason: 'billed by mistake' }
      expect(await toldOf(who, 'card_bill_waived')).toEqual([told])
      expect(await operator('card', 'charge', cardId, '5.00', '--ref', 'new card')).toMatchObject({
        ok: false,
        lines: [expect.stringContaining('is that of a bill that was waived: give another'), nothing],
      })
      const second = await chargeCard(database.kysely, { cardId, ref: 'another', amount: 300 }, clock)
      await repay(who, { billId: second, amount: 100, expectedLeft: 300 })
      const inPart = {
        ok: false,
        lines: [expect.stringContaining("was repaid in part already, so it can't be waived"), nothing],
      }
      expect(await waive(second)).toMatchObject(inPart)
      expect(await toldOf(who, 'card_bill_waived')).toHaveLength(1)
      await repay(who, { billId: second, amount: 200, expectedLeft: 200 })
      expect(await waive(second)).toMatchObject({
        ok: false,
        lines: [expect.stringContaining('was repaid already'), nothing],
      })
      expect(await remove(who, cardId)).toBe(0)
    })

    test('grow a penalty by the day once they are overdue, up to a bound, not while it is paused', async () => {
      const { who, billId } = await billed(0, 10_000)
      await database.kysely
        .insertInto('setting')
        .values({ name: 'card_penalty', value: JSON.stringify({ bpPerDay: 10, mostBp: 100 }) })
        .execute()
      const penalty = async () => {
        await Promise.all([billCards({ database, clock }), billCards({ database, clock })])
        return (await list(who))[0]?.bills.map((it) => [it.status, it.penalty])
      }
      clock.advance(30 * day)
      expect(await penalty()).toEqual([[0, 0]])
      clock.advance(3 * day)
      expect([await penalty(), await penalty()]).toEqual([[[-1, 30]], [[-1, 30]]])
      await pausePenalty(database.kysely, { billId, paused: true }, clock)
      clock.advance(5 * day)
      expect(await penalty()).toEqual([[1, 30]])
      await pausePenalty(database.kysely, { billId, paused: false }, clock)
      clock.advance(2 * day)
      expect(await penalty()).toEqual([[-1, 50]])
      // What is repaid costs nothing more.
      await database.kysely.updateTable('cardBill').set({ repaid: 9000 }).where('id', '=', billId).execute()
      clock.advance(3 * day)
      expect(await penalty()).toEqual([[-1, 53]])
      await database.kysely.updateTable('cardBill').set({ repaid: 0 }).where('id', '=', billId).execute()
      clock.advance(60 * day)
      expect(await penalty()).toEqual([[-1, 100]])
      await asOwner(database, (db) => db.deleteFrom('setting').where('name', '=', 'card_penalty').execute())
    })

    test('grow no penalty for days on which none was set', async () => {
      const { who } = await billed(0, 10_000)
      const set = (value: object) =>
        database.kysely
          .insertInto('setting')
          .values({ name: 'card_penalty', value: JSON.stringify(value) })
          .onConflict((it) => it.column('name').doUpdateSet({ value: JSON.stringify(value) }))
          .execute()
      const after = async (days: number) => {
        clock.advance(days * day)
        await billCards({ database, clock })
        return (await list(who))[0]?.bills[0]?.penalty
      }
      expect(await after(40)).toBe(0)
      await set({ bpPerDay: 10, mostBp: 5000 })
      expect([await after(0), await after(3)]).toEqual([0, 30])
      await set({ bpPerDay: 0, mostBp: 5000 })
      expect(await after(5)).toBe(30)
      await set({ bpPerDay: 10, mostBp: 5000 })
      expect(await after(1)).toBe(40)
      await asOwner(database, (db) => db.deleteFrom('setting').where('name', '=', 'card_penalty').execute())
    })

    test('grow the same penalty however often the job runs', async () => {
      await database.kysely
        .insertInto('setting')
        .values({ name: 'card_penalty', value: JSON.stringify({ bpPerDay: 10, mostBp: 1000 }) })
        .execute()
      const run = () => billCards({ database, clock })
      const daily = async (days: number) => {
        for (let it = 0; it < days; it += 1) {
          clock.advance(day)
          await run()
        }
      }
      const atOnce = async (days: number) => {
        clock.advance(days * day)
        await run()
      }
      const asleep = async (days: number) => clock.advance(days * day)
      const grown = async (before: typeof daily, after: typeof daily) => {
        const { who, billId } = await billed(0, 1999)
        const dueOn = instant(clock).slice(0, 10)
        await database.kysely.updateTable('cardBill').set({ dueOn }).where('id', '=', billId).execute()
        await before(10)
        await pausePenalty(database.kysely, { billId, paused: true }, clock)
        clock.advance(5 * day)
        await pausePenalty(database.kysely, { billId, paused: false }, clock)
        await after(20)
        return (await list(who))[0]?.bills[0]?.penalty
      }
      // 10 bp of it are 1.999 minor units a day.
      expect([
        await grown(daily, daily),
        await grown(daily, atOnce),
        await grown(atOnce, daily),
        await grown(asleep, atOnce),
      ]).toEqual([59, 59, 59, 59])
      await asOwner(database, (db) => db.deleteFrom('setting').where('name', '=', 'card_penalty').execute())
    })
  })

  test('numbers move under a new key without being lost, and are still known again', async () => {
    const [a, b] = [randomBytes(32), randomBytes(32)]
    const [old, both, fresh] = [ringOf([a]), ringOf([b, a]), ringOf([b])]
    await database.kysely.updateTable('bankCard').set({ numberSealed: null, numberDigest: null }).execute()
    const { memberId } = await member()
    const bindUnder = (ring: typeof old, number: string) =>
      database.inTransaction((db) =>
        bindCard(
          db,
          ring,
          { ...wish, agreed: true, typeCode: null, memberId, secret: { number, expiry: '12/28', cvv: '123' } },
          clock,
        ),
      )
    const ids = [await bindUnder(old, visa), await bindUnder(both, mastercard)]
    await expect(bindUnder(both, visa)).rejects.toMatchObject({ code: 'card_known' })
    expect(await database.inTransaction((db) => reencryptNumbers(db, both, 100))).toBe(1)
    expect(await database.inTransaction((db) => reencryptNumbers(db, both, 100))).toBe(0)
    expect(await Promise.all(ids.map((id) => revealNumber(database.kysely, fresh, { memberId, id })))).toEqual([
      visa,
      mastercard,
    ])
    await expect(bindUnder(fresh, visa)).rejects.toMatchObject({ code: 'card_known' })
  })

  const hasNumber = async ({ id }: BankCard) =>
    (await database.kysely.selectFrom('bankCard').select('numberSealed').where('id', '=', id).executeTakeFirstOrThrow())
      .numberSealed !== null

  test('the number of a removed card is forgotten after ninety days', async () => {
    const who = await member()
    const card = await bound(who)
    await remove(who, card.id)
    const isThere = () => hasNumber(card)
    clock.advance(89 * day)
    await forgetNumbers(database.kysely, clock)
    expect(await isThere()).toBe(true)
    clock.advance(2 * day)
    await forgetNumbers(database.kysely, clock)
    expect(await isThere()).toBe(false)
  })

  test('the number of a removed card is kept while a withdrawal is still to be paid to it', async () => {
    const who = await member()
    const [card, other] = [await bound(who), await bound(who, { number: mastercard })]
    await database.inTransaction((db) => giveIncome(db, who.memberId, 5000, clock))
    const { arrives } = linesOf(5000, await termsOf(database.kysely, who.memberId))
    const wish = { memberId: who.memberId, amount: 5000, cardId: card.id, expectedArrival: arrives }
    const { id } = await database.inTransaction((db) => requestWithdrawal(db, wish, clock))
    const move = (to: 'approved' | 'sent' | 'arrived') =>
      database.inTransaction((db) => moveWithdrawal(db, { id, to }, clock))
    for (const it of [card, other]) await remove(who, it.id)
    clock.advance(91 * day)
    for (const to of ['approved', 'sent', 'arrived'] as const) {
      await forgetNumbers(database.kysely, clock)
      expect([await hasNumber(card), await hasNumber(other)]).toEqual([true, false])
      await move(to)
    }
    await forgetNumbers(database.kysely, clock)
    expect(await hasNumber(card)).toBe(false)
  })

  test('after all of this the books are sound', async () => {
    expect(await reconcile(database.kysely)).toEqual([])
  })
})

function luhn(number: string): boolean {
  return (
    number
      .split('')
      .toReversed()
      .reduce(
        (sum, digit, index) =>
          sum + (index % 2 === 1 ? ([0, 2, 4, 6, 8, 1, 3, 5, 7, 9][Number(digit)] ?? 0) : Number(digit)),
        0,
      ) %
      10 ===
    0
  )
}
