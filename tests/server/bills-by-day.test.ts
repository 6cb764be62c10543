import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Db } from '#server/db/open.ts'
import { accountOf } from '#server/ledger/accounts.ts'
import { balancesAfter, billsOf, movementOf } from '#server/ledger/bills.ts'
import { chainBills } from '#server/ledger/chain.ts'
import { ensurePartitions } from '#server/ledger/partitions.ts'
import { post } from '#server/ledger/post.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { databases } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { makeMember } from '#tests/support/people-and-machines.ts'
import { rowsRead } from '#tests/support/rows-read.ts'

const days = 60
const ofDay = 40
const asset = 'USD'

describe.each(databases)('Bills of a long time on $name', ({ open }) => {
  let database: Database
  let memberId: string
  let accountId: number
  let reference = 0

  /** Posts top-ups of 1, 2, 3 … at six o'clock of a day after 30 September, and gives their transfers' ids. */
  const topUp = (db: Db, day: number, count: number) =>
    post(
      db,
      Array.from({ length: count }, (_, n) => ({
        debit: { ownerId: null, code: 'world' },
        credit: { ownerId: memberId, code: 'recharge' },
        amount: n + 1,
        asset,
        kind: 'topup',
        ref: `by day/${reference++}`,
      })),
      new ManualClock(new Date(Date.UTC(2026, 8, 30 + day, 6)).toISOString()),
    )
  const found = (db: Db, transferId: number) => movementOf(db, { memberId, accountIds: [accountId], transferId })

  let ids: number[] = []
  beforeAll(async () => {
    database = await open()
    for (const month of ['2026-09-20', '2026-10-20', '2026-11-20'])
      await ensurePartitions(database.kysely, new ManualClock(`${month}T00:00:00.000Z`))
    memberId = await makeMember(database.kysely)
    accountId = await accountOf(database.kysely, { ownerId: memberId, code: 'recharge', asset })
    await database.inTransaction(async (db) => {
      for (let day = 1; day <= days; day++) ids = [...ids, ...(await topUp(db, day, ofDay))]
      await chainBills(db, memberId)
    })
    await asOwner(database, (db) => sql`analyze bill_link, bill_day, transfer`.execute(db))
  })
  afterAll(() => database.close())

  test('a bill is found by the day of its link, without the bills of other days', async () => {
    await database.inTransaction(async (db) => {
      const before = await rowsRead(db, '^(bill_link|transfer)')
      const movement = await found(db, ids[10 * ofDay + 4] ?? 0)
      expect(movement).toMatchObject({ accountId, day: '2026-10-11', kind: 'topup', change: 5 })
      expect((await rowsRead(db, '^(bill_link|transfer)')) - before).toBeLessThan(ofDay)
    })
  })

  test('one without a link is looked for among the last days, and one that came very late among all', async () => {
    await database.inTransaction(async (db) => {
      const [fresh = 0] = await topUp(db, days, 1)
      const before = await rowsRead(db, '^(bill_link|transfer)')
      expect(await found(db, fresh)).toMatchObject({ day: '2026-11-29', change: 1 })
      expect((await rowsRead(db, '^(bill_link|transfer)')) - before).toBeLessThan(ofDay * 6)
      const [late = 0] = await topUp(db, 3, 1)
      expect(await found(db, late)).toMatchObject({ day: '2026-10-03', change: 1 })
      await chainBills(db, memberId)
      expect(await found(db, late)).toMatchObject({ day: '2026-10-03', change: 1 })
    })
  })

  test('what is of somebody else, or nothing, is not found, and once all is chained few look for it', async () => {
    const other = memberId
    memberId = await makeMember(database.kysely)
    const [theirs = 0] = await database.inTransaction((db) => topUp(db, 5, 1))
    memberId = other
    await database.inTransaction(async (db) => {
      await chainBills(db, memberId)
      const before = await rowsRead(db, '^(bill_link|transfer)')
      expect(await found(db, theirs)).toBeUndefined()
      expect((await rowsRead(db, '^(bill_link|transfer)')) - before).toBeLessThan(ofDay * 6)
    })
  })

  /** What the account held after each of its movements, by their ids, in the order of the list. */
  const whole = async (db: Db) => {
    const { rows } = await sql<{ id: number; day: string; balance: number }>`
      select id, day, (sum(case when credit_id = ${accountId} then amount else -amount end) over (order by day, id))::bigint
        as balance
      from transfer where ${accountId} in (debit_id, credit_id) order by day, id`.execute(db)
    return rows
  }

  test('the balance after each bill is what all movements before it come to, whatever came late or is chained', async () => {
    const mine = { memberId, accountId }
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.integer({ min: 1, max: 12 }) },
      { weight: 1, arbitrary: fc.constant('chain' as const) },
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 20 }),
        fc.array(fc.nat(30), { minLength: 1, maxLength: 5 }),
        async (steps, asked) => {
          memberId = await makeMember(database.kysely)
          accountId = await accountOf(database.kysely, { ownerId: memberId, code: 'recharge', asset })
          for (const it of steps)
            await database.inTransaction(async (db) => {
              if (it === 'chain') await chainBills(db, memberId)
              else await topUp(db, it, 1 + (it % 3))
            })
          const all = await whole(database.kysely)
          const page = [...new Set(asked)].flatMap((n) => all[n] ?? [])
          const balances = await balancesAfter(database.kysely, { memberId, accountIds: [accountId] }, page)
          expect(balances).toEqual(new Map(page.map(({ id, balance }) => [id, balance])))
        },
      ),
      { numRuns: 40 },
    )
    ;({ memberId, accountId } = mine)
  })

  test('a page far down reads its own days and the last ones, not every bill since', async () => {
    await database.inTransaction(async (db) => {
      await chainBills(db, memberId)
      const { items } = await billsOf(db, { memberId, accountId }, { limit: 20, after: '2026-10-12.1' })
      const before = await rowsRead(db, '^(bill_link|bill_day|transfer)')
      const balances = await balancesAfter(db, { memberId, accountIds: [accountId] }, items)
      expect((await rowsRead(db, '^(bill_link|bill_day|transfer)')) - before).toBeLessThan(days * ofDay * 0.3)
      const all = new Map((await whole(db)).map(({ id, balance }) => [id, balance]))
      expect(balances).toEqual(new Map(items.map(({ id }) => [id, all.get(id)])))
    })
  })
})
