import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { operate } from '#server/cli/operator/operate.ts'
import { instant } from '#server/clock.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Database } from '#server/db/open.ts'
import { revenueSince } from '#server/db/revenue-hours.ts'
import { seedReference } from '#server/db/seed/reference.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { silentLog } from '#server/log.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { databases } from '#tests/support/databases.ts'
import { lateTrip, makeOffer, type Offered } from '#tests/support/ledger-world.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const minute = 60_000
const begin = Date.parse('2026-11-02T00:00:00.000Z')

describe.each(databases)('What machines take in by the hour on $name', ({ open }) => {
  let database: Database
  let machines: Offered[]
  const clock = new ManualClock(instant(begin))

  const sumSince = async (from: string) =>
    (
      await sql<{ hours: number; runs: number }>`
      select ${revenueSince(from, 'USD')} as hours,
        (select coalesce(sum(amount), 0)::bigint from revenue where counted_at >= ${from}) as runs`.execute(
        database.kysely,
      )
    ).rows[0]

  beforeAll(async () => {
    database = await open()
    await seedReference(database.kysely)
    machines = [
      await makeOffer(database.kysely, clock, { settlementType: 0 }),
      await makeOffer(database.kysely, clock, { settlementType: 0 }),
    ]
  })
  afterAll(() => database.close())

  test('since any instant it is what trips come to, booked in time, late, or taken back', async () => {
    const step = fc.record({
      machine: fc.nat(1),
      amount: fc.integer({ min: 1, max: 5000 }),
      passed: fc.nat(90),
      late: fc.oneof(fc.constant(0), fc.nat(3000), fc.constant(60 * 24 * 40)),
      isWrong: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.nat(3000), async (steps, ago) => {
        for (const { machine, amount, passed, late, isWrong } of steps) {
          clock.advance(passed * minute)
          const id = randomUUID()
          await lateTrip(database, machines[machine]?.deviceNumber ?? '', amount, id, clock, late * minute)
          if (isWrong)
            await operate(
              { database, clock, config: readConfig({}), log: silentLog },
              `revenue reverse test ${id} --reference ${id} --reason wrong --as Ana --why test`.split(' '),
            )
        }
        const found = await sumSince(instant(clock.now() - ago * minute))
        expect(found?.hours).toBe(found?.runs)
      }),
      { numRuns: 15 },
    )
    expect(await reconcile(database.kysely)).toEqual([])
  })

  test('reconciliation finds an hour that lacks some, and a database of before is carried over', async () => {
    const rows = async () =>
      (await sql`select * from revenue_hour where amount <> 0 order by 1, 2, 3`.execute(database.kysely)).rows
    const before = await rows()
    const {
      rows: [first],
    } = await sql<{ hour: string; part: number }>`select hour, part from revenue_hour order by 1, 2`.execute(
      database.kysely,
    )
    await asOwner(database, (db) =>
      sql`update revenue_hour set amount = amount - 1 where hour = ${first?.hour} and part = ${first?.part}`.execute(
        db,
      ),
    )
    expect((await reconcile(database.kysely)).map(({ check, subject }) => [check, subject])).toEqual([
      ['revenue is in its days', 'hours of USD'],
    ])
    await asOwner(database, async (db) => {
      await sql`drop table revenue_hour`.execute(db)
      await sql`delete from migration where name = '158_revenue_hours.sql'`.execute(db)
    })
    await migrate(database)
    expect(await rows()).toEqual(before)
  })
})
