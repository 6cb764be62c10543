import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { header } from '#protocol/headers.ts'
import type { Gift } from '#server/db/gift-schema.ts'
import { setSetting } from '#server/db/settings.ts'
import { payInCapital } from '#server/ledger/set-aside.ts'
import { fundDemoGifts } from '#server/features/rewards/demo-gifts.ts'
import { issueGiftCode } from '#server/features/rewards/gift-codes.ts'
import { house, openAccounts } from '#server/ledger/accounts.ts'
import { post } from '#server/ledger/post.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { bareWorldFor } from '#tests/support/bare-world.ts'
import { databases } from '#tests/support/databases.ts'
import { balances } from '#tests/support/people-and-machines.ts'
import { shopOn } from '#tests/support/shop.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import type { Person } from '#tests/support/world.ts'
import { changeMember } from '#tests/support/change-member.ts'

const hour = 3_600_000
const [ok, wrong, exhausted, usedUp] = [0, 1474, 1607, 1729]
const money = (amount: number): Gift => ({ of: 'money', amount, currency: 'USD' })

describe.each(databases)('gift codes on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const world = bareWorldFor(open, clock)
  beforeAll(() => openAccounts(world.database.kysely, null, [{ code: 'gifts', asset: 'USD' }]))

  async function member(): Promise<Person> {
    const memberId = await shopOn(world.database, clock).member()
    return { memberId, token: await world.tokenOf(memberId) }
  }
  const redeem = async ({ memberId }: Person, code: string, key: string = randomUUID()) =>
    (await world.call('redeemCodeRule/use', { args: { code }, key, token: await world.tokenOf(memberId) })).body
  const issue = (gifts: [Gift, ...Gift[]], uses = 100, hours = 24) =>
    issueGiftCode(
      world.database.kysely,
      { gifts, uses, expiresAt: new Date(clock.now() + hours * hour).toISOString() },
      clock,
    )
  const fund = async (amount: number) => {
    await payInCapital(world.database.kysely, { amount, currency: 'USD' }, clock)
    await post(
      world.database.kysely,
      [
        {
          debit: house('operator'),
          credit: { ownerId: null, code: 'gifts' },
          amount,
          asset: 'USD',
          kind: 'gift_funding',
          ref: randomUUID(),
        },
      ],
      clock,
    )
  }
  const budget = async () =>
    (
      await world.database.kysely
        .selectFrom('account')
        .select('balance')
        .where('ownerId', '=', sql<string>`house()`)
        .where('code', '=', 'gifts')
        .executeTakeFirstOrThrow()
    ).balance

  test("a fresh demonstration's first code with money works, and its money is set aside once", async () => {
    for (let n = 0; n < 2; n += 1) await world.database.inTransaction((db) => fundDemoGifts(db, clock))
    expect(await budget()).toBe(25_000)
    const who = await member()
    expect(await redeem(who, await issue([money(25_000)]))).toMatchObject({ errno: ok })
    // Spent, it isn't filled up again by a restart.
    await world.database.inTransaction((db) => fundDemoGifts(db, clock))
    expect(await budget()).toBe(0)
  })

  test('give points, money and a coupon at once, each into its wallet, and say so', async () => {
    await fund(500)
    const who = await member()
    const code = await issue([
      { of: 'gold', amount: 30 },
      { of: 'lucky', amount: 2 },
      money(500),
      { of: 'coupon', name: 'Five off', type: 2, value: 500, minimum: 2000, days: 10 },
    ])
    expect(code).toMatch(/^[A-Z2-9]{5}-[A-Z2-9]{5}-[A-Z2-9]{5}$/)
    expect(await redeem(who, ` ${code.toLowerCase()} `)).toMatchObject({
      errno: ok,
      data: {
        code,
        rewards: [
          { of: 'gold', amount: 30 },
          { of: 'lucky', amount: 2 },
          { of: 'money', amount: 500, currency: 'USD' },
          { of: 'coupon', name: 'Five off' },
        ],
      },
    })
    expect(await balances(world.database.kysely, who.memberId)).toMatchObject({
      gold: 30,
      lucky: 2,
      income: 500,
      recharge: 0,
    })
    const coupons = (await world.call('g/coupon/my/list', { method: 'GET', token: who.token })).body.data as {
      items: { value: number; status: number; expiresAt: string }[]
    }
    expect(coupons.items).toMatchObject([{ value: 500, status: 0, expiresAt: '2026-11-30T16:59:59.999Z' }])
    const bills = (await world.call('capital/streamList', { method: 'GET', token: who.token })).body.data as {
      items: { kind: string; subject: string | null }[]
    }
    expect(bills.items.map((it) => [it.kind, it.subject])).toEqual([
      ['gift_code', code],
      ['gift_code', code],
      ['gift_code', code],
    ])
  })

  test("name a coupon in the member's language", async () => {
    const terms = { 'Five off': { en: 'Five off', id: 'Potongan lima' } }
    await setSetting(world.database.kysely, 'terms', terms)
    const who = await member()
    const code = await issue([{ of: 'coupon', name: 'Five off', type: 2, value: 500, minimum: 2000, days: 10 }])
    const token = await world.tokenOf(who.memberId)
    const headers = { [header.language]: 'id' }
    const { body } = await world.call('redeemCodeRule/use', { args: { code }, key: randomUUID(), token, headers })
    expect(body).toMatchObject({ errno: ok, data: { rewards: [{ of: 'coupon', name: 'Potongan lima' }] } })
  })

  test('count once for a phone, also after its account was deleted and made anew', async () => {
    const [before, after] = [await member(), await member()]
    const code = await issue([{ of: 'gold', amount: 10 }])
    expect((await redeem(before, code)).errno).toBe(ok)
    const people = world.database.kysely
    const { phone } = await people
      .selectFrom('member')
      .select('phone')
      .where('id', '=', before.memberId)
      .executeTakeFirstOrThrow()
    await changeMember(people, before.memberId, { phone: randomUUID() })
    await changeMember(people, after.memberId, { phone })
    expect((await redeem(after, code)).errno).toBe(wrong)
    expect(await balances(people, after.memberId)).toMatchObject({ gold: 0 })
    expect((await redeem(after, await issue([{ of: 'gold', amount: 1 }]))).errno).toBe(ok)
  })

  test('count once per member for ever, in sequence, at once, and under one key', async () => {
    const [who, other] = [await member(), await member()]
    const code = await issue([{ of: 'gold', amount: 10 }])
    const key = randomUUID()
    const outcomes = await Promise.all([
      redeem(who, code, key),
      redeem(who, code, key),
      redeem(who, code),
      redeem(who, code),
    ])
    expect(new Set(outcomes.slice(0, 2).map((it) => JSON.stringify(it))).size).toBe(1)
    expect([...new Set(outcomes.map((it) => it.errno))].toSorted((a, b) => a - b)).toEqual([ok, wrong])
    clock.advance(30 * 24 * hour)
    expect((await redeem(who, code)).errno).toBe(wrong)
    expect(await balances(world.database.kysely, who.memberId)).toMatchObject({ gold: 10 })
    const late = await issue([{ of: 'gold', amount: 1 }])
    expect((await redeem(other, late)).errno).toBe(ok)
  })

  test('are wrong with their name in the sentence when unknown, expired or used up, and give nothing', async () => {
    const who = await member()
    const [late, full] = [
      await issue([{ of: 'gold', amount: 10 }], 100, 1),
      await issue([{ of: 'gold', amount: 10 }], 1),
    ]
    expect((await redeem(await member(), full)).errno).toBe(ok)
    clock.advance(hour)
    for (const code of ['NO-SUCH-CODE', late, full]) {
      expect(await redeem(who, code)).toMatchObject({ errno: wrong, errmsg: expect.stringContaining(code), data: null })
    }
    expect(await balances(world.database.kysely, who.memberId)).toMatchObject({ gold: 0 })
  })

  test('of few uses go to as many members and no more, however many come at once', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, member))
    const code = await issue([{ of: 'gold', amount: 10 }], 3)
    const outcomes = await Promise.all(people.map(async (it) => (await redeem(it, code)).errno))
    expect(outcomes.filter((it) => it === ok)).toHaveLength(3)
    expect(outcomes.filter((it) => it === wrong)).toHaveLength(5)
  })

  test('pay money only while the operator has set some aside, and stay usable until then', async () => {
    await fund(1000)
    const before = await budget()
    const code = await issue([money(before - 100)])
    const [first, second] = [await member(), await member()]
    const outcomes = await Promise.all([first, second].map(async (it) => (await redeem(it, code)).errno))
    expect(outcomes.toSorted((a, b) => a - b)).toEqual([ok, usedUp])
    expect(await budget()).toBe(100)
    const loser = outcomes[0] === ok ? second : first
    expect(await balances(world.database.kysely, loser.memberId)).toMatchObject({ income: 0 })
    await fund(before)
    expect((await redeem(loser, code)).errno).toBe(ok)
  })

  test('can be guessed ten times an hour, at once or not; a code one may not use is no guess', async () => {
    const who = await member()
    const mine = await issue([{ of: 'gold', amount: 1 }])
    await redeem(who, mine)
    for (let n = 0; n < 12; n += 1) expect((await redeem(who, mine)).errno).toBe(wrong)
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => (await redeem(who, `GUESS-${n}`)).errno),
    )
    expect(outcomes.filter((it) => it === wrong)).toHaveLength(10)
    expect(outcomes.filter((it) => it === exhausted)).toHaveLength(2)
    const right = await issue([{ of: 'gold', amount: 1 }])
    expect((await redeem(who, right)).errno).toBe(exhausted)
    clock.advance(hour)
    expect((await redeem(who, right)).errno).toBe(ok)
  })

  test("no rule lets a gift come out of anybody's deposit", async () => {
    const donor = await shopOn(world.database, clock).member(1000)
    const taker = await member()
    for (const code of ['recharge', 'income', 'pending']) {
      await expect(
        world.database.inTransaction((db) =>
          post(
            db,
            [
              {
                debit: { ownerId: donor, code },
                credit: { ownerId: taker.memberId, code: 'income' },
                amount: 1,
                asset: 'USD',
                kind: 'gift_code',
                ref: randomUUID(),
              },
            ],
            clock,
          ),
        ),
      ).rejects.toMatchObject({ code: 'VF001' })
    }
    await expect(
      world.database.inTransaction(async (db) =>
        post(
          db,
          [
            {
              debit: { ownerId: donor, code: 'recharge' },
              credit: { ownerId: null, code: 'gifts' },
              amount: 1,
              asset: 'USD',
              kind: 'gift_funding',
              ref: randomUUID(),
            },
          ],
          clock,
        ),
      ),
    ).rejects.toMatchObject({ code: 'VF001' })
  })

  test('whatever is issued, funded and redeemed, by whom and how often: every code pays as a simple count says', async () => {
    const people = await Promise.all(Array.from({ length: 3 }, member))
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('issue' as const),
        uses: fc.integer({ min: 1, max: 3 }),
        amount: fc.integer({ min: 1, max: 400 }),
        hours: fc.integer({ min: 1, max: 30 }),
      }),
      fc.record({ kind: fc.constant('fund' as const), amount: fc.integer({ min: 1, max: 500 }) }),
      fc.record({ kind: fc.constant('redeem' as const), who: fc.nat({ max: 2 }), code: fc.nat(), twice: fc.boolean() }),
      fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 12 }) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
        const start = await Promise.all(
          people.map(async (it) => (await balances(world.database.kysely, it.memberId))['income'] ?? 0),
        )
        const got = people.map(() => 0)
        let left = await budget()
        const codes: { code: string; amount: number; uses: number; until: number; by: Set<number> }[] = []
        for (const it of steps) {
          if (it.kind === 'wait') clock.advance(it.hours * hour)
          if (it.kind === 'fund') {
            await fund(it.amount)
            left += it.amount
          }
          if (it.kind === 'issue')
            codes.push({
              code: await issue([money(it.amount)], it.uses, it.hours),
              amount: it.amount,
              uses: it.uses,
              until: clock.now() + it.hours * hour,
              by: new Set(),
            })
          if (it.kind !== 'redeem' || codes.length === 0) continue
          const chosen = codes[it.code % codes.length]!
          const isOpen = chosen.until > clock.now() && chosen.by.size < chosen.uses && !chosen.by.has(it.who)
          const expected = !isOpen ? wrong : chosen.amount > left ? usedUp : ok
          const answers = await Promise.all(
            Array.from({ length: it.twice ? 2 : 1 }, () => redeem(people[it.who]!, chosen.code)),
          )
          expect(answers.map((answer) => answer.errno)).toContain(expected)
          expect(answers.filter((answer) => answer.errno === ok)).toHaveLength(expected === ok ? 1 : 0)
          if (expected !== ok) continue
          chosen.by.add(it.who)
          left -= chosen.amount
          got[it.who] = (got[it.who] ?? 0) + chosen.amount
        }
        expect(await budget()).toBe(left)
        const now = await Promise.all(
          people.map(async (it) => (await balances(world.database.kysely, it.memberId))['income'] ?? 0),
        )
        expect(now.map((it, index) => it - (start[index] ?? 0))).toEqual(got)
      }),
      { numRuns: 12 },
    )
    expect(await reconcile(world.database.kysely)).toEqual([])
  }, 60_000)
})
