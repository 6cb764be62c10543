import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer, ArgsInput, Call } from '#protocol/call.ts'
import { depositEnd, depositList, depositOffers, depositOpen } from '#protocol/deposits.ts'
import { accountInfo, streamList } from '#protocol/wallet.ts'
import type { Database } from '#server/db/open.ts'
import { matureDeposits } from '#server/features/wallet/deposits/ending.ts'
import { setAside, OperatorShort, payInCapital } from '#server/ledger/set-aside.ts'
import { interestOf } from '#protocol/deposit-rules.ts'
import { principalWithin } from '#server/features/wallet/deposits/rules.ts'
import { publishTerm, reserveOf } from '#server/features/wallet/deposits/terms.ts'
import { creditTopUp } from '#server/features/wallet/top-up/crediting.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { bareWorld, type BareWorld } from '#tests/support/bare-world.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { databases } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const day = 86_400_000
const currency = 'USD'

describe('interest', () => {
  test('is simple, truncated and exact', () => {
    expect(interestOf(100_000, { days: 365, rateBp: 400 })).toBe(4000)
    expect(interestOf(100_000, { days: 30, rateBp: 400 })).toBe(328)
    expect(interestOf(304, { days: 30, rateBp: 400 })).toBe(0)
    expect(interestOf(305, { days: 30, rateBp: 400 })).toBe(1)
    expect(interestOf(1_000_000_000_000, { days: 3650, rateBp: 9999 })).toBe(9_999_000_000_000)
  })

  test.each([
    [1, 30, 400],
    [0, 90, 333],
    [327, 30, 400],
    [99_999, 7, 1],
  ])('of at most %d is what the largest principal brings that fits', (interest, days, rateBp) => {
    const most = principalWithin(interest, { days, rateBp })
    expect(interestOf(most, { days, rateBp })).toBeLessThanOrEqual(interest)
    expect(interestOf(most + 1, { days, rateBp })).toBe(interest + 1)
  })
})

describe.each(databases)('Time deposits on $name', ({ open }) => {
  let database: Database
  let world: BareWorld
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  beforeAll(async () => {
    database = await open()
    world = await bareWorld(database, clock)
    await publishTerm(database.kysely, {
      id: 'month',
      currency,
      days: 30,
      rateBp: 365,
      minimum: 1000,
      maximum: 1_000_000,
      position: 0,
    })
  })
  afterAll(() => database.close())

  const heard = async <C extends Call>(who: string, call: C, args: ArgsInput<C>, key: string = randomUUID()) =>
    (await world.call(call.path, { method: call.method, args, token: await world.tokenOf(who), key })).body
  const ask = async <C extends Call>(who: string, call: C, args: ArgsInput<C>, key?: string): Promise<Answer<C>> => {
    const body = await heard(who, call, args, key)
    expect([call.path, body.errno, body.errmsg]).toEqual([call.path, 0, ''])
    return body.data as Answer<C>
  }
  const member = async (recharge: number): Promise<string> => {
    const { memberId } = await world.member()
    if (recharge > 0)
      await database.inTransaction((db) =>
        creditTopUp(
          db,
          {
            source: 'test',
            externalId: memberId,
            memberId,
            amount: recharge,
            currency,
            receivedAt: new Date(clock.now()).toISOString(),
          },
          clock,
        ),
      )
    return memberId
  }
  const fund = (amount: number) =>
    database.inTransaction((db) => setAside(db, { code: 'reserve', amount, currency }, clock))
  const reserve = () => reserveOf(database.kysely, currency)
  const open10 = (who: string, more: Partial<ArgsInput<typeof depositOpen>> = {}) =>
    heard(who, depositOpen, { termId: 'month', amount: 10_000, from: 'recharge', expectedInterest: 30, ...more })
  const wallets = async (who: string) => {
    const { recharge, income, timeDeposit } = await ask(who, accountInfo, {})
    return { recharge, income, timeDeposit }
  }
  const sound = async () => {
    expect(await reconcile(database.kysely)).toEqual([])
  }

  test("are not offered before the operator set something aside, and that must be the operator's own", async () => {
    const who = await member(50_000)
    expect((await ask(who, depositOffers, {})).items).toEqual([])
    expect(await open10(who)).toMatchObject({ errno: 1760, errmsg: expect.stringContaining('the reserve') })
    // Members' money is in the house, but none of it is the operator's.
    await expect(fund(1)).rejects.toThrow(OperatorShort)
    await database.inTransaction((db) => payInCapital(db, { amount: 100, currency }, clock))
    const outcomes = await Promise.allSettled([fund(60), fund(60), fund(60)])
    expect(outcomes.filter((it) => it.status === 'fulfilled')).toHaveLength(1)
    expect(await reserve()).toBe(60)
    // 60 of interest is what 20,000 brings in 30 days at 3.65 %; 333.33 more of principal still bring no more.
    expect((await ask(who, depositOffers, {})).items).toEqual([
      {
        id: 'month',
        currency,
        days: 30,
        rateBp: 365,
        minimum: 1000,
        mostNow: principalWithin(60, { days: 30, rateBp: 365 }),
      },
    ])
    expect(await wallets(who)).toEqual({ recharge: 50_000, income: 0, timeDeposit: 0 })
    await sound()
  })

  test('promise nothing beyond the reserve, however many open at once', async () => {
    const crowd = await Promise.all(Array.from({ length: 5 }, () => member(10_000)))
    const outcomes = await Promise.all(crowd.map((who) => open10(who)))
    expect(outcomes.map((it) => it.errno).toSorted((a, b) => a - b)).toEqual([0, 0, 1760, 1760, 1760])
    expect(await reserve()).toBe(0)
    const stands = await Promise.all(crowd.map(wallets))
    expect(stands.filter((it) => it.timeDeposit === 10_000 && it.recharge === 0)).toHaveLength(2)
    expect(stands.filter((it) => it.timeDeposit === 0 && it.recharge === 10_000)).toHaveLength(3)
    await sound()

    // A deposit that is ended early returns whole, and its interest is free for another deposit.
    const holder = crowd[outcomes.findIndex((it) => it.errno === 0)] ?? ''
    const [deposit] = (await ask(holder, depositList, { limit: 10 })).items
    const raced = await Promise.all([1, 2, 3].map(() => heard(holder, depositEnd, { id: deposit?.id ?? '' })))
    expect(raced.map((it) => it.errno).toSorted((a, b) => a - b)).toEqual([0, 1761, 1761])
    expect(await wallets(holder)).toEqual({ recharge: 10_000, income: 0, timeDeposit: 0 })
    expect(await reserve()).toBe(30)
    expect((await ask(holder, depositList, { limit: 10 })).items).toMatchObject([
      { id: deposit?.id, state: 'withdrawn', principal: 10_000, interest: 30 },
    ])
    await sound()
  })

  test("are refused with nothing moved: other terms, too little, too much, another's, and where they are switched off", async () => {
    const who = await member(5000)
    expect((await open10(who, { expectedInterest: 31 })).errno).toBe(1706)
    // A shorter term at a higher rate brings as much.
    expect((await open10(who, { expectedTerms: { days: 6, rateBp: 1825 } })).errno).toBe(1706)
    expect((await open10(who, { expectedTerms: { days: 30, rateBp: 365 } })).errno).toBe(1703)
    expect((await open10(who)).errno).toBe(1703)
    const outside = { errno: 1751, errmsg: 'The amount must be from $10.00 to $10,000.00.' }
    expect(await open10(who, { amount: 999, expectedInterest: 2 })).toMatchObject(outside)
    expect(await open10(who, { amount: 1_000_001 })).toMatchObject(outside)
    // What isn't offered for another reason isn't said to lack a reserve.
    const notOffered = { errno: 1760, errmsg: "This deposit isn't on offer right now. Nothing was moved." }
    expect(await open10(who, { termId: 'year' })).toMatchObject(notOffered)
    expect((await heard(who, depositEnd, { id: randomUUID() })).errno).toBe(1404)
    const {
      rows: [running],
    } = await sql<{ id: string }>`select id from time_deposit where ended_at is null`.execute(database.kysely)
    expect((await heard(who, depositEnd, { id: running?.id ?? '' })).errno).toBe(1404)
    const flags = async (shown: boolean) =>
      database.kysely
        .updateTable('setting')
        .set({ value: JSON.stringify({ examine: false, showTimeDeposit: shown, showGoods: '0', switchedOff: [] }) })
        .where('name', '=', 'examine')
        .execute()
    await flags(false)
    expect((await ask(who, depositOffers, {})).items).toEqual([])
    expect(await open10(who, { amount: 4000, expectedInterest: 12 })).toMatchObject(notOffered)
    await flags(true)
    expect(await wallets(who)).toEqual({ recharge: 5000, income: 0, timeDeposit: 0 })
    expect(await reserve()).toBe(30)
    await sound()
  })

  test('pay principal and interest back once at their term, whatever crashes, each into its wallet', async () => {
    const who = await member(4000)
    const key = randomUUID()
    const args = { termId: 'month', amount: 4000, from: 'recharge', expectedInterest: 12 } as const
    const opened = await ask(who, depositOpen, args, key)
    expect(await ask(who, depositOpen, args, key)).toEqual(opened)
    expect(opened).toMatchObject({
      state: 'running',
      principal: 4000,
      interest: 12,
      maturesAt: new Date(clock.now() + 30 * day).toISOString(),
    })
    await matureDeposits({ database, clock })
    expect(await wallets(who)).toEqual({ recharge: 0, income: 0, timeDeposit: 4000 })
    // An open deposit keeps its terms; the operator's new terms are for later ones.
    await publishTerm(database.kysely, {
      id: 'month',
      currency,
      days: 30,
      rateBp: 1,
      minimum: 1000,
      maximum: 1_000_000,
      position: 0,
    })
    clock.advance(30 * day)

    // The process dies before the commit: nothing happened.
    const dying: Database = {
      ...database,
      inTransaction: (work) =>
        database.inTransaction(async (db) => {
          await work(db)
          throw new Error('power cut')
        }),
    }
    await expect(matureDeposits({ database: dying, clock })).rejects.toThrow('power cut')
    expect(await wallets(who)).toEqual({ recharge: 0, income: 0, timeDeposit: 4000 })
    // Two processes and the member at once.
    const [, , byHand] = await Promise.all([
      matureDeposits({ database, clock }),
      matureDeposits({ database, clock }),
      heard(who, depositEnd, { id: opened.id }),
    ])
    expect([0, 1761]).toContain(byHand.errno)
    await matureDeposits({ database, clock })
    expect(await wallets(who)).toEqual({ recharge: 4000, income: 12, timeDeposit: 0 })
    expect((await ask(who, depositList, { limit: 10 })).items).toMatchObject([
      { state: 'matured', endedAt: new Date(clock.now()).toISOString() },
    ])
    const bills = (await ask(who, streamList, { type: 'deposit', limit: 100 })).items.map(
      (it) => `${it.wallet} ${it.kind} ${it.amount}`,
    )
    expect(bills.toSorted()).toEqual([
      'deposit deposit 4000',
      'deposit deposit_return -4000',
      'income deposit_interest 12',
      'recharge deposit -4000',
      'recharge deposit_return 4000',
    ])
    const { rows: told } =
      await sql`select params from message where member_id = ${who} and kind = 'deposit_matured'`.execute(
        database.kysely,
      )
    expect(told).toEqual([{ params: { amount: 4000, interest: 12, currency } }])
    await sound()
  })

  test('told to be due by a clock that is ahead are not ended without their interest; more than was expected is paid', async () => {
    const who = await member(8000)
    await database.inTransaction((db) => payInCapital(db, { amount: 100, currency }, clock))
    await fund(100)
    await publishTerm(database.kysely, {
      id: 'short',
      currency,
      days: 30,
      rateBp: 365,
      minimum: 1000,
      maximum: 1_000_000,
      position: 2,
    })
    const opening = { termId: 'short', amount: 4000, from: 'recharge', expectedInterest: 12 } as const
    const [one, other] = [await ask(who, depositOpen, opening), await ask(who, depositOpen, opening)]
    expect((await heard(who, depositEnd, { id: one.id, expectedInterest: 12 })).errno).toBe(1706)
    expect(await wallets(who)).toEqual({ recharge: 0, income: 0, timeDeposit: 8000 })
    clock.advance(30 * day)
    expect((await heard(who, depositEnd, { id: one.id, expectedInterest: 13 })).errno).toBe(1706)
    expect(await ask(who, depositEnd, { id: one.id, expectedInterest: 12 })).toMatchObject({ state: 'matured' })
    // A device with a slow clock expected no interest; its member is paid all of it.
    expect(await ask(who, depositEnd, { id: other.id, expectedInterest: 0 })).toMatchObject({ state: 'matured' })
    expect(await wallets(who)).toEqual({ recharge: 8000, income: 24, timeDeposit: 0 })
    await sound()
  })

  test('of which one can not be paid keep no other waiting', async () => {
    const [one, other] = [await member(10_000), await member(10_000)]
    await database.inTransaction((db) => payInCapital(db, { amount: 1000, currency }, clock))
    await fund(1000)
    await publishTerm(database.kysely, {
      id: 'weeks',
      currency,
      days: 30,
      rateBp: 365,
      minimum: 1000,
      maximum: 1_000_000,
      position: 2,
    })
    const deposit = { termId: 'weeks', amount: 10_000, from: 'recharge', expectedInterest: 30 } as const
    const stuck = await ask(one, depositOpen, deposit)
    clock.advance(1000)
    await ask(other, depositOpen, deposit)
    await asOwner(database, (db) =>
      sql`alter table time_deposit add constraint stuck check (
        ended_at is null or id <> ${sql.lit(stuck.id)})`.execute(db),
    )
    clock.advance(30 * day)
    await expect(matureDeposits({ database, clock })).rejects.toThrow(stuck.id)
    expect(await wallets(one)).toMatchObject({ timeDeposit: 10_000 })
    expect(await wallets(other)).toMatchObject({ timeDeposit: 0 })
    await asOwner(database, (db) => sql`alter table time_deposit drop constraint stuck`.execute(db))
    await matureDeposits({ database, clock })
    expect(await wallets(one)).toMatchObject({ timeDeposit: 0 })
    await sound()
  })

  test('of income go back to income, of topped-up money never', async () => {
    const who = await member(0)
    // Interest is the only income here that needs no machine.
    const holder = await member(20_000)
    await publishTerm(database.kysely, {
      id: 'long',
      currency,
      days: 3650,
      rateBp: 10_000,
      minimum: 1,
      maximum: 1_000_000,
      position: 1,
    })
    await database.inTransaction((db) => payInCapital(db, { amount: 100_000, currency }, clock))
    await fund(100_000)
    await ask(holder, depositOpen, { termId: 'long', amount: 1000, from: 'recharge', expectedInterest: 10_000 })
    clock.advance(3650 * day)
    await matureDeposits({ database, clock })
    expect(await wallets(holder)).toEqual({ recharge: 20_000, income: 10_000, timeDeposit: 0 })
    const opened = await ask(holder, depositOpen, {
      termId: 'long',
      amount: 2500,
      from: 'income',
      expectedInterest: 25_000,
    })
    const other = await ask(holder, depositOpen, {
      termId: 'long',
      amount: 20_000 - 19_000,
      from: 'recharge',
      expectedInterest: 10_000,
    })
    expect(await wallets(holder)).toEqual({ recharge: 19_000, income: 7500, timeDeposit: 3500 })
    await ask(holder, depositEnd, { id: opened.id })
    await ask(holder, depositEnd, { id: other.id })
    expect(await wallets(holder)).toEqual({ recharge: 20_000, income: 10_000, timeDeposit: 0 })
    expect((await heard(who, depositEnd, { id: opened.id })).errno).toBe(1404)
    const { items, next } = await ask(holder, depositList, { limit: 2 })
    expect(next).toBeDefined()
    const rest = await ask(holder, depositList, { limit: 2, ...(next === undefined ? {} : { after: next }) })
    expect(new Set([...items, ...rest.items].map((it) => it.id)).size).toBe(3)
    await sound()
  })

  test('are listed page by page: the running ones first, of which the soonest to end, then the newest', async () => {
    await database.inTransaction((db) => payInCapital(db, { amount: 1000, currency }, clock))
    await fund(1000)
    const term = { currency, rateBp: 365, minimum: 1000, maximum: 1_000_000, position: 3 }
    await publishTerm(database.kysely, { ...term, id: 'slow', days: 90 })
    await publishTerm(database.kysely, { ...term, id: 'middle', days: 30 })
    await publishTerm(database.kysely, { ...term, id: 'quick', days: 10 })
    const who = await member(100_000)
    const opened: string[] = []
    for (const [termId, expectedInterest, days] of [
      ['slow', 90, 1],
      ['quick', 10, 11],
      ['middle', 30, 1],
      ['quick', 10, 11],
      ['middle', 30, 1],
      ['quick', 10, 1],
    ] as const) {
      const { id } = await ask(who, depositOpen, { termId, amount: 10_000, from: 'recharge', expectedInterest })
      opened.push(id)
      clock.advance(days * day)
    }
    await matureDeposits({ database, clock })
    const [slow, first, soon, second, late, running] = opened
    for (const limit of [1, 2, 10]) {
      const listed: string[] = []
      for (let after: string | undefined; listed.length < 6;) {
        const { items, next } = await ask(who, depositList, { limit, ...(after && { after }) })
        listed.push(...items.map((it) => it.id))
        after = next
        if (!next) break
      }
      expect(listed).toEqual([running, soon, late, slow, second, first])
    }
    expect((await heard(who, depositList, { limit: 1, after: 'x' })).errno).toBe(400)
    await sound()
  })

  test("can't be paid out of anything else by any code: the database refuses it", async () => {
    const who = await member(1000)
    for (const [kind, from, owner] of [
      ['deposit_interest', 'recharge', who],
      ['deposit_interest', 'sales', null],
      ['deposit_interest', 'reserve', null],
      ['deposit_promise', 'operator', null],
      ['reserve_funding', 'sales', null],
      ['reserve_funding', 'recharge', who],
    ] as const) {
      const [to, ownerOfIt] = kind === 'deposit_interest' ? ['income', who] : ['reserve', null]
      await expect(
        asOwner(database, (db) =>
          sql`select write_postings('2026-11-20T08:00:00Z',
            array[row(coalesce(${owner}::uuid, house()), ${from}::text, coalesce(${ownerOfIt}::uuid, house()), ${to}::text, 'USD', 1,
              ${kind}::text, ${randomUUID()}::text, null)::posting])`.execute(db),
        ),
      ).rejects.toMatchObject({ code: expect.stringMatching(/^(VF001|VF003)$/) as string })
    }
    await sound()
  })
})
