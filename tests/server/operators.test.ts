import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import * as v from 'valibot'
import { operatorList, operatorRecharges } from '#protocol/home.ts'
import { instant } from '#server/clock.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Database } from '#server/db/open.ts'
import { operators, recharges } from '#server/features/home/operators.ts'
import { spanOf } from '#server/features/products/sessions.ts'
import { payInCapital, returnToOperator, setAside } from '#server/ledger/set-aside.ts'
import { house, openAccounts } from '#server/ledger/accounts.ts'
import { post } from '#server/ledger/post.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { isOnCitus } from '#tests/support/citus-server.ts'
import { databases } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { shopOn } from '#tests/support/shop.ts'

const day = 86_400_000

// Distributed tables aren't migrated from earlier ones.
test.skipIf(isOnCitus).each(databases)(
  'a database of before keeps the names of who runs its machines on $name',
  async ({ open }) => {
    const database = await open()
    try {
      const shop = shopOn(database, new ManualClock('2026-11-01T10:00:00.000Z'))
      for (const offeredFrom of ['2026-03-01', '2026-02-01', '2026-04-01']) await shop.offer({ offeredFrom })
      await asOwner(database, async (db) => {
        await sql`alter table product add column operator_name text`.execute(db)
        await sql`update product set operator_name = case extract(month from offered_from) when 4 then 'Seldom' else 'Mostly' end`.execute(
          db,
        )
        await sql`alter table product drop column operator_id, drop column validity_periods`.execute(db)
        await sql`alter table gbfs_feed drop column operator_id, drop column digest`.execute(db)
        await sql`drop table operator`.execute(db)
        await sql`delete from migration where (name >= '094' and name < '096') or name like '115%' or name like '217%'`.execute(
          db,
        )
      })
      await migrate(database)
      const { items } = await operators({ db: database.kysely, clock: new ManualClock('2026-11-01T10:00:00.000Z') })
      expect(items.map(({ name, machines, since }) => [name, machines, since])).toEqual([
        ['Mostly', 2, '2026-02-01T00:00:00.000Z'],
        ['Seldom', 1, '2026-04-01T00:00:00.000Z'],
      ])
    } finally {
      await database.close()
    }
  },
)

describe.each(databases)('operators on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-01T10:00:00.000Z')
  let database: Database
  let shop: ReturnType<typeof shopOn>
  beforeAll(async () => {
    database = await open()
    shop = shopOn(database, clock)
    const since = '2026-01-01T00:00:00.000Z'
    await database.kysely
      .insertInto('operator')
      .values([
        { id: 'house', name: 'Zebra House', place: 'Jakarta', since, keepsBooks: true },
        { id: 'other', name: 'Another', place: 'Bandung', since, licence: 'FL-7', contact: 'mailto:a@example.org' },
      ])
      .execute()
  })
  afterAll(() => database.close())

  const context = () => ({ db: database.kysely, clock })

  test('each has its machines, and what all their units earned in the last 30 days', async () => {
    const [first, second] = [await shop.offer({ operatorId: 'other' }, { memberShareBp: 5000 }), await shop.offer()]
    await shop.offer({ operatorId: 'other', offeredFrom: instant(clock.now() + 40 * day) })
    await shop.earn(first, 90_000)
    clock.advance(31 * day)
    await shop.earn(first, 4000)
    await shop.earn(second, 700)
    const { items } = await operators(context())
    expect(items.map(({ id, machines, sharedLast30Days }) => [id, machines, sharedLast30Days])).toEqual([
      ['house', 0, 0],
      ['other', 1, 2000],
      ['somebody', 1, 420],
    ])
  })

  test('the recharge list is what the operator set aside of its own, newest first, each once on pages of any size', async () => {
    const money = { currency: 'USD' as const }
    await database.inTransaction((db) => payInCapital(db, { ...money, amount: 10_000 }, clock))
    const set = async (code: 'salary' | 'gifts', kind: string, amount: number) => {
      clock.advance(day / 2)
      await database.inTransaction(async (db) => {
        await openAccounts(db, null, [{ code, asset: 'USD' }])
        await post(
          db,
          [
            {
              debit: house('operator'),
              credit: { ownerId: null, code },
              amount,
              asset: 'USD',
              kind,
              ref: `${kind} ${amount}`,
            },
          ],
          clock,
        )
      })
    }
    await set('salary', 'salary_funding', 300)
    await set('gifts', 'gift_funding', 200)
    await database.inTransaction((db) => setAside(db, { code: 'reserve', ...money, amount: 100 }, clock))
    // For owners of a machine that is closed: no budget.
    await database.inTransaction((db) => setAside(db, { code: 'sales', ...money, amount: 50 }, clock))
    const read = async (limit: number, operatorId?: string, returns?: 'yes') => {
      const seen = []
      for (let after: string | undefined; ;) {
        const page = await recharges(context(), { limit, after, operatorId, returns })
        seen.push(...page.items)
        if (page.next === undefined) return seen
        after = page.next
      }
    }
    const whole = await read(50)
    const { items } = await operators(context())
    expect(items.map(({ id, paidIn }) => [id, paidIn])).toEqual([
      ['house', { prizes: 200, salaries: 300, deposits: 100 }],
      ['other', { prizes: 0, salaries: 0, deposits: 0 }],
      ['somebody', { prizes: 0, salaries: 0, deposits: 0 }],
    ])
    expect(whole.map((it) => [it.budget, it.amount, it.operatorName, it.currency])).toEqual([
      ['deposits', 100, 'Zebra House', 'USD'],
      ['prizes', 200, 'Zebra House', 'USD'],
      ['salaries', 300, 'Zebra House', 'USD'],
    ])
    expect(whole[0]?.at).toBe(instant(clock))
    for (const limit of [1, 2, 3]) expect(await read(limit)).toEqual(whole)
    expect(await read(50, 'house')).toEqual(whole)
    expect(await read(50, 'other')).toEqual([])
    // What is taken back is listed where it is asked for: the list comes to what is said to be paid in.
    await database.inTransaction((db) =>
      returnToOperator(db, { code: 'gifts', ...money, amount: 80, promised: 0 }, clock),
    )
    expect(await read(50)).toEqual(whole)
    const all = await read(50, undefined, 'yes')
    expect(all.map((it) => [it.budget, it.amount]).toSorted()).toEqual(
      [...whole.map((it) => [it.budget, it.amount]), ['prizes', -80]].toSorted(),
    )
    for (const limit of [1, 3]) expect(await read(limit, 'house', 'yes')).toEqual(all)
    expect(v.safeParse(operatorRecharges.answer, { items: all }).issues).toBeUndefined()
    expect((await operators(context())).items[0]?.paidIn).toEqual({ prizes: 120, salaries: 300, deposits: 100 })
  })

  test('each says under which licence it works and how to reach it, or that it says neither', async () => {
    const { items } = await operators(context())
    expect(items.map(({ id, licence, contact }) => [id, licence, contact])).toEqual([
      ['house', null, null],
      ['other', 'FL-7', 'mailto:a@example.org'],
      ['somebody', null, null],
    ])
    expect(v.safeParse(operatorList.answer, { items }).issues).toBeUndefined()
  })

  test('a unit names who runs its machine, as the list has them', async () => {
    const { productId } = await shop.offer({ operatorId: 'other' })
    const memberId = await shop.member(5000)
    await shop.buy(memberId, productId)
    const { id } = await database.kysely
      .selectFrom('unit')
      .select('id')
      .where('memberId', '=', memberId)
      .executeTakeFirstOrThrow()
    expect(await spanOf(database.kysely, memberId, id)).toMatchObject({ operatorId: 'other', operatorName: 'Another' })
  })

  test('a second operator cannot keep the books', async () => {
    await expect(
      database.kysely.updateTable('operator').set({ keepsBooks: true }).where('id', '=', 'other').execute(),
    ).rejects.toThrow('operator_keeps_books')
  })

  test('the term is in days and in the periods that are settled', async () => {
    const periods = async (settlementType: 0 | 1 | 2) => {
      const { productId } = await shop.offer({ settlementType, validityDays: 14 })
      const { validityPeriods } = await database.kysely
        .selectFrom('product')
        .select('validityPeriods')
        .where('id', '=', productId)
        .executeTakeFirstOrThrow()
      return validityPeriods
    }
    expect([await periods(0), await periods(1), await periods(2)]).toEqual([14, 1, 336])
  })
})
