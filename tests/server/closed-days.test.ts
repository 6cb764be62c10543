import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { operate } from '#server/cli/operator/operate.ts'
import type { Database, Db } from '#server/db/open.ts'
import { seedReference } from '#server/db/seed/reference.ts'
import { claimIncome } from '#server/features/rewards/claim.ts'
import { reconcileBooks } from '#server/features/wallet/books/reconciling.ts'
import { balanceOf, house } from '#server/ledger/accounts.ts'
import { balanceSheets } from '#server/ledger/balance-sheet.ts'
import { chainAllBills } from '#server/ledger/chain.ts'
import { ensurePartitions } from '#server/ledger/partitions.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { OperatorShort, setAside } from '#server/ledger/set-aside.ts'
import { silentLog } from '#server/log.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { databases } from '#tests/support/databases.ts'
import {
  buy,
  lateTrip,
  makeMember,
  makeOffer,
  settleDue,
  topUp,
  trip,
  type Offered,
} from '#tests/support/ledger-world.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { rowsRead } from '#tests/support/rows-read.ts'
import { tampered } from '#tests/support/tampered.ts'

const hour = 3_600_000
const day = 24 * hour
const currency = 'USD'

describe.each(databases)('Closed days on $name', ({ open }) => {
  let database: Database
  let members: string[]
  let machines: Offered[]
  const clock = new ManualClock('2026-10-27T08:00:00.000Z')

  const nightly = () => reconcileBooks({ database, clock, log: silentLog }, 'open days')
  const full = () => reconcileBooks({ database, clock, log: silentLog }, 'all days')
  const closed = async () => (await database.kysely.selectFrom('keptThrough').select('day').executeTakeFirst())?.day
  /** What somebody does on one day: trips on time and late, settlements, a claim, a top-up, one taken back. */
  const live = async (n: number) => {
    for (const machine of machines) {
      await trip(database, machine.deviceNumber, 1000 + n, randomUUID(), clock)
      await lateTrip(database, machine.deviceNumber, 100, `late ${n} ${machine.deviceNumber}`, clock, 30 * hour)
    }
    clock.advance(2 * hour)
    await settleDue(database, clock)
    const memberId = members[n % members.length] ?? ''
    await database.inTransaction((db) => claimIncome(db, { memberId, unitId: null }, clock))
    await topUp(database, memberId, 500, `top-up ${n}`, clock)
    if (n % 3 === 2) {
      const wrong = `late ${n - 2} ${machines[0]?.deviceNumber}`
      const why = ['--reference', `wrong ${n}`, '--reason', 'Never was', '--as', 'Ana', '--why', 'a test']
      await operate(
        { database, clock, config: readConfig({}), log: silentLog },
        ['revenue', 'reverse', 'test', wrong].concat(why),
      )
    }
    clock.advance(22 * hour)
    await settleDue(database, clock)
  }
  const checks = async (change: string, reach: 'all days' | 'open days') =>
    [...new Set((await tampered(database, change, (db) => reconcile(db, reach))).map((it) => it.check))].toSorted()

  beforeAll(async () => {
    database = await open()
    await ensurePartitions(database.kysely, clock)
    await seedReference(database.kysely)
    members = [await makeMember(database.kysely, clock), await makeMember(database.kysely, clock)]
    machines = [
      await makeOffer(database.kysely, clock, { settlementType: 2, validityDays: 20 }),
      await makeOffer(database.kysely, clock, { settlementType: 0, validityDays: 3 }),
    ]
    for (const memberId of members) {
      await topUp(database, memberId, 100_000, memberId, clock)
      for (const machine of machines) await buy(database, memberId, machine.productId, 2, clock)
    }
  })
  afterAll(() => database.close())

  test('every night of sound books closes the day before yesterday, and finds no less of the others', async () => {
    for (let n = 0; n < 9; n++) {
      await live(n)
      const before = await balanceSheets(database.kysely)
      const seen = await nightly()
      expect([n, seen.findings]).toEqual([n, []])
      expect(await closed()).toBe(new Date(clock.now() - 2 * day).toISOString().slice(0, 10))
      expect(await balanceSheets(database.kysely)).toEqual(before)
      expect(await reconcile(database.kysely, 'open days')).toEqual([])
      expect(await reconcile(database.kysely, 'all days')).toEqual([])
      expect(seen.checks.filter((it) => it.wrong > 0)).toEqual([])
    }
    // The days after the closed one are looked at, and not those before.
    const { looked = 0 } = (await nightly()).checks.find((it) => it.check === 'income has its line') ?? {}
    const { looked: all = 0 } = (await full()).checks.find((it) => it.check === 'income has its line') ?? {}
    expect(looked).toBeGreaterThan(0)
    expect(looked).toBeLessThan(all / 2)
    expect((await full()).isSound).toBe(true)
  })

  test('and reads no transfer and no link of them', async () => {
    const months = '^transfer_2026_10$'
    const read = (db: Db) => Promise.all([rowsRead(db, months), rowsRead(db, '^bill_link$')])
    await asOwner(database, (db) => sql`analyze`.execute(db))
    await database.inTransaction(async (db) => {
      // There are so few rows that the planner would read a table whole.
      await sql`set local enable_seqscan = off`.execute(db)
      const [transfers, links] = await read(db)
      await reconcile(db, 'open days')
      await balanceSheets(db)
      for (const code of ['operator', 'world'] as const) await balanceOf(db, { ...house(code), asset: currency })
      const [transfersThen, linksThen] = await read(db)
      expect(transfersThen - transfers).toBe(0)
      const { rows } = await sql<{ links: number }>`
        select count(*)::int as links from bill_link where day > (select day from kept_through)`.execute(db)
      expect(linksThen - links).toBeLessThanOrEqual((rows[0]?.links ?? 0) * 3)
    })
  })

  const isOpen = 'day > (select day from kept_through)'
  test.each([
    [
      `update account set balance = balance + 1 where code = 'recharge'`,
      ['asset sums to zero', 'balance equals transfers'],
    ],
    [
      `update transfer set amount = amount + 1 where kind = 'topup' and ${isOpen}`,
      ['asset sums to zero', 'balance equals transfers', 'bill chain holds', 'bills are in their days'],
    ],
    [
      `delete from transfer where kind = 'topup' and ${isOpen}`,
      ['asset sums to zero', 'balance equals transfers', 'bill chain holds', 'bills are in their days'],
    ],
    [
      `delete from bill_link where (member_id, number) = (select member_id, max(number) from bill_link where ${isOpen} group by 1 limit 1)`,
      ['bills are in their days'],
    ],
    [
      `delete from bill_link where (member_id, number) = (select member_id, min(number) from bill_link where ${isOpen} group by 1 limit 1)`,
      ['bill chain holds', 'bills are in their days'],
    ],
    [`update bill_link set hash = 'x' where ${isOpen}`, ['bill chain holds']],
    [`update bill_day set balance = balance + 1 where ${isOpen}`, ['bills are in their days']],
    [`update bill_day set change = change + 1 where ${isOpen}`, ['bills are in their days']],
    [`update income_of_day set amounts[1] = amounts[1] + 1 where ${isOpen}`, ['income is in its days']],
    [
      `update revenue set amount = amount + 1 where booked_at at time zone 'UTC' > (select day + 1 from kept_through)`,
      ['revenue was booked'],
    ],
    [
      `update revenue set share_total_after = 0 where booked_at at time zone 'UTC' > (select day + 1 from kept_through)`,
      ['unit is paid its share'],
    ],
    [`update unit set paid = paid - 1`, ['income came from its machine', 'unit is paid its share']],
    [`update machine_day set revenue = revenue + 1`, ['revenue is in its days']],
    [
      `delete from settlement_line line using unit where unit.member_id = line.member_id and unit.id = unit_id
      and (period, pending_account_id / 10000) in (select period, chunk from settlement_run where done_at > (select day + 1 from kept_through))`,
      ['income has its line'],
    ],
    [
      `insert into settlement_line (period, unit_id, member_id, amount)
      select period, unit.id, member_id, 5 from settlement_run join unit on settlement_type = 2
      where type = 'hourly' and chunk = pending_account_id / 10000 and done_at > (select day + 1 from kept_through)
      on conflict do nothing`,
      ['line was posted'],
    ],
    [`update reversal set amount = amount + 1`, ['taken back once']],
    [`update machine_total set share_total = share_total + 1`, ['unit is paid its share']],
  ])('what is wrong on an open day is found at night: %s', async (change, found) => {
    expect(await checks(change, 'open days')).toEqual(found)
  })

  const isClosed = 'day <= (select day from kept_through)'
  test.each([
    [`update transfer set amount = amount + 1 where kind = 'topup' and ${isClosed}`, 'balance equals transfers'],
    [`update bill_link set hash = 'x' where ${isClosed}`, 'bill chain holds'],
    [`update bill_day set balance = balance + 1 where ${isClosed}`, 'bills are in their days'],
    [`update income_of_day set amounts[1] = amounts[1] + 1 where ${isClosed}`, 'income is in its days'],
    [`update settlement_line set amount = amount + 1`, 'line was posted'],
    [
      `delete from booked_report where external_id = (select min(external_id) from booked_report)`,
      'revenue was booked',
    ],
    [`update kept_total set change = change + 1`, 'closed days are kept'],
    [`update kept_code set change = change + 1`, 'closed days are kept'],
    [`update kept_income set amount = amount + 1`, 'closed days are kept'],
    [`update kept_chain set hash = 'x'`, 'closed days are kept'],
    [`delete from kept_total where kind = 'topup'`, 'closed days are kept'],
  ])('and on a closed one by a full look: %s', async (change, found) => {
    expect(await checks(change, 'all days')).toContain(found)
  })

  test('days are closed after no wrong finding; what is kept of them wrongly is kept anew by a full look', async () => {
    const before = await closed()
    clock.advance(day)
    await asOwner(database, (db) => sql`update kept_total set change = change + 1 where kind = 'topup'`.execute(db))
    expect((await nightly()).findings.map((it) => it.check)).toContain('balance equals transfers')
    expect(await closed()).toBe(before)
    const seen = await full()
    expect([...new Set(seen.findings.map((it) => it.check))]).toEqual(['closed days are kept'])
    expect((await nightly()).findings).toEqual([])
    expect((await full()).findings).toEqual([])
    expect(await closed()).not.toBe(before)
  })

  test('the server itself may not write what is kept', async () => {
    for (const table of ['kept_total', 'kept_code', 'kept_income', 'kept_chain', 'kept_through'])
      await expect(sql`delete from ${sql.table(table)}`.execute(database.kysely)).rejects.toMatchObject({
        code: '42501',
      })
  })

  test('a posting with a clock set back into a closed day is refused, one into an open day is counted', async () => {
    const setBack = (by: number) => new ManualClock(new Date(clock.now() - by).toISOString())
    await expect(topUp(database, members[0] ?? '', 7, 'set back', setBack(3 * day))).rejects.toMatchObject({
      code: 'VF007',
    })
    await topUp(database, members[0] ?? '', 7, 'set back', setBack(day))
    await chainAllBills(database)
    expect((await nightly()).findings).toEqual([])
    expect((await full()).findings).toEqual([])
  })

  test('days that a clock which was ahead has closed are open again after the next look', async () => {
    const ahead = new ManualClock(new Date(clock.now() + 9 * day).toISOString())
    await reconcileBooks({ database, clock: ahead, log: silentLog }, 'open days')
    await expect(topUp(database, members[0] ?? '', 7, 'shut out', clock)).rejects.toMatchObject({ code: 'VF007' })
    expect((await nightly()).findings).toEqual([])
    await topUp(database, members[0] ?? '', 7, 'let in', clock)
    await chainAllBills(database)
    expect((await full()).findings).toEqual([])
  })

  test('whether what is set aside is there is answered without the transfers of closed days', async () => {
    const held = await balanceOf(database.kysely, { ...house('operator'), asset: currency })
    expect(held).toBeGreaterThan(1)
    const setApart = (amount: number) =>
      database.inTransaction(async (db) => {
        const before = await rowsRead(db, '^transfer_2026_10$')
        await setAside(db, { code: 'reserve', amount, currency }, clock)
        return (await rowsRead(db, '^transfer_2026_10$')) - before
      })
    await expect(setApart(held + 1)).rejects.toThrow(OperatorShort)
    expect(await setApart(held)).toBe(0)
    await expect(setApart(1)).rejects.toThrow(OperatorShort)
  })
})
