import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/open.ts'
import { seedReference } from '#server/db/seed/reference.ts'
import { earningsPage } from '#server/features/wallet/bills/vehicle-earnings.ts'
import { ensurePartitions } from '#server/ledger/partitions.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { databases } from '#tests/support/databases.ts'
import { buy, makeMember, makeOffer, settleDue, topUp, trip, type Offered } from '#tests/support/ledger-world.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { rowsRead } from '#tests/support/rows-read.ts'

const hour = 3_600_000
const hours = 4 * 24

describe.each(databases)('Earnings of a long time on $name', ({ open }) => {
  let database: Database
  let memberId: string
  let machines: Offered[]
  const clock = new ManualClock('2026-11-02T08:30:00.000Z')
  const page = (limit: number, after?: string) => earningsPage(database.kysely, { memberId, limit, after }, clock)

  beforeAll(async () => {
    database = await open()
    await ensurePartitions(database.kysely, clock)
    await seedReference(database.kysely)
    memberId = await makeMember(database.kysely, clock)
    await topUp(database, memberId, 100_000, memberId, clock)
    machines = [
      await makeOffer(database.kysely, clock, { settlementType: 2, validityDays: 30 }),
      await makeOffer(database.kysely, clock, { settlementType: 0, validityDays: 30 }),
    ]
    for (const machine of machines) await buy(database, memberId, machine.productId, 2, clock)
    for (let n = 0; n < hours; n++) {
      await trip(database, machines[n % 2]?.deviceNumber ?? '', 500, randomUUID(), clock)
      clock.advance(hour)
      await settleDue(database, clock)
    }
    await asOwner(database, (db) => sql`analyze`.execute(db))
  })
  afterAll(() => database.close())

  test('all pages together are all that was settled, with the trips it was paid out of', async () => {
    const found = []
    for (let after: string | undefined, n = 0; n < 20; n++) {
      const { items, next } = await page(3, after)
      found.push(...items)
      if (next === undefined) break
      after = next
    }
    const { rows } = await sql`
      select to_char(settlement_run.done_at at time zone 'Asia/Jakarta', 'YYYY-MM-DD') as day, unit.machine_id,
        count(distinct unit.id)::int as units, sum(line.amount)::bigint as amount
      from settlement_line line join unit on unit.member_id = line.member_id and unit.id = line.unit_id
      join settlement_run on settlement_run.period = line.period and chunk = unit.pending_account_id / 10000
      group by 1, 2 order by 1 desc, 2 desc`.execute(database.kysely)
    expect(found.map(({ day, machineId, units, amount }) => ({ day, machineId, units, amount }))).toEqual(rows)
    expect(found.length).toBeGreaterThan(6)
    // What was settled last is not paid out of later trips, so every trip that was settled counts once.
    for (const it of found) expect(it.machineRevenue).toBe(it.sessions * 500)
  })

  test('a page reads as many days as it may show, and one more', async () => {
    await database.inTransaction(async (db) => {
      await sql`set local enable_seqscan = off`.execute(db)
      const before = await rowsRead(db, '^income_of_day$')
      const { next } = await earningsPage(db, { memberId, limit: 2 }, clock)
      await earningsPage(db, { memberId, limit: 2, after: next! }, clock)
      expect((await rowsRead(db, '^income_of_day$')) - before).toBeLessThanOrEqual(8)
    })
  })

  test('a page reads the lines of its own days', async () => {
    await database.inTransaction(async (db) => {
      // There are so few lines that the planner would read all of them.
      await sql`set local enable_seqscan = off`.execute(db)
      const before = await rowsRead(db, '^settlement_line$')
      const { items } = await earningsPage(db, { memberId, limit: 2 }, clock)
      expect(items).toHaveLength(2)
      // Two units of a machine that is settled by the hour, and two of one by the day.
      expect((await rowsRead(db, '^settlement_line$')) - before).toBeLessThan(2 * 24 + 10)
    })
  })
})
