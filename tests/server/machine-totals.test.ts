import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { migrate, pendingMigrations } from '#server/db/migrate.ts'
import type { Database } from '#server/db/open.ts'
import { takeBackRevenue } from '#server/features/products/machines/taking-back.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { bookUnsoldShares } from '#server/ledger/unsold.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { isOnCitus } from '#tests/support/citus-server.ts'
import { databases } from '#tests/support/databases.ts'
import { openDemo } from '#tests/support/demo-database.ts'
import { totalsOnMachines } from '#tests/support/earlier-keys.ts'
import { cancelAsShown, settleDue } from '#tests/support/ledger-world.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { waits } from '#tests/support/overlap.ts'
import { shopOn } from '#tests/support/shop.ts'

const day = 86_400_000

describe.each(databases)('Totals of machines on $name', ({ open, kind }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  let database: Database
  let shop: ReturnType<typeof shopOn>
  beforeAll(async () => {
    database = await open()
    shop = shopOn(database, clock)
  })
  afterAll(() => database.close())

  const made = async () => ({
    machines: [await shop.offer({ cancellationHours: 24 }), await shop.offer({ validityDays: 1 })] as const,
    memberId: await shop.member(100_000),
  })

  /** Buys, cancels, books, settles units that go on and units that expire, and takes revenue back. */
  async function trade({ machines, memberId }: Awaited<ReturnType<typeof made>>): Promise<void> {
    await shop.buy(memberId, machines[0].productId)
    const orderId = await shop.buy(memberId, machines[0].productId)
    await cancelAsShown(database, { memberId, orderId }, clock)
    await shop.buy(memberId, machines[1].productId)
    for (const it of machines) await shop.earn(it, 10_000)
    clock.advance(2 * day)
    await settleDue(database, clock)
    const { source, externalId } = await database.kysely
      .selectFrom('revenue')
      .select(['source', 'externalId'])
      .where('machineId', '=', machines[0].id)
      .executeTakeFirstOrThrow()
    await database.inTransaction((db) =>
      takeBackRevenue(db, { source, externalId, reference: externalId, reason: 'It was not.' }, clock),
    )
    clock.advance(70 * day)
    await bookUnsoldShares(database, clock)
  }
  /** Where each row is, and which transaction wrote it there. */
  const rowsOfMachines = async () =>
    (await sql`select id, xmin::text, ctid::text from machine order by id`.execute(database.kysely)).rows

  test('what purchases, bookings and settlement change is not in the row that says what a machine is', async () => {
    const of = await made()
    const before = await rowsOfMachines()
    await trade(of)
    expect(await rowsOfMachines()).toEqual(before)
    expect(await reconcile(database.kysely)).toEqual([])
  })

  test('reconciliation finds a unit that is both sold and on offer, and one that is neither', async () => {
    const { machines, memberId } = await made()
    await shop.buy(memberId, machines[0].productId)
    const found = async () =>
      (await reconcile(database.kysely)).map(({ check, subject, expected, found: seen }) => ({
        check,
        subject,
        differ: seen - expected,
      }))
    const [{ id }] = machines
    const [places, running] = [`machine ${id}`, `units of machine ${id}`]
    const withTotals = (change: string) =>
      asOwner(database, (db) => sql.raw(`update machine_total set ${change} where machine_id = '${id}'`).execute(db))
    const check = 'units are counted'
    // One of a member's is sold once more.
    await withTotals('units_free = units_free + 1')
    expect(await found()).toEqual([{ check, subject: places, differ: 1 }])
    await withTotals('units_held = units_held - 1')
    expect(await found()).toEqual([{ check, subject: running, differ: -1 }])
    await withTotals('units_free = units_free - 1, units_held = units_held + 1')
    expect(await found()).toEqual([])
    await withTotals('units_free = units_free + units_held, units_held = 0')
    expect(await found()).toEqual([{ check, subject: running, differ: -1 }])
    await withTotals('units_free = units_free - 1, units_held = 1')
  })

  // The embedded database runs one transaction at a time.
  test.skipIf(kind === 'pglite')('and they wait for nobody who changes that row', async () => {
    const [locked, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const of = await made()
    const holding = database.inTransaction(async (db) => {
      await db.selectFrom('machine').select('id').forNoKeyUpdate().execute()
      locked.resolve()
      await done.promise
    })
    await locked.promise
    const trading = trade(of)
    const hasEnded = trading.then(
      () => 'ended',
      () => 'failed',
    )
    const waitsForIt = async () => ((await waits(database, 1)) ? 'waits' : null)
    let outcome: string | null = null
    while (outcome === null) outcome = await Promise.race([hasEnded, waitsForIt()])
    done.resolve()
    await Promise.all([holding, trading])
    expect(outcome).toBe('ended')
  })
})

describe.each(databases)('on $name', ({ kind }) => {
  // A database is distributed after all migrations.
  test.skipIf(isOnCitus)('what machines had come to before goes over to their totals', async () => {
    const database = await openDemo(kind)
    try {
      await bookUnsoldShares(database, { now: () => systemClock.now() + 70 * day })
      const totals = () =>
        database.kysely
          .selectFrom('machineTotal')
          .innerJoin('machine', 'machine.id', 'machineId')
          .selectAll('machineTotal')
          .select(['unitsTotal', 'unitsKept'])
          .orderBy('machineId')
          .execute()
      const known = await totals()
      for (const it of ['unitsFree', 'unitsHeld', 'unitsKept', 'shareTotal', 'unsoldThrough'] as const)
        expect(known.some((total) => total[it])).toBe(true)
      for (const it of known) expect(it.unitsFree + it.unitsHeld + it.unitsKept).toBe(it.unitsTotal)
      await asOwner(database, (db) => sql.raw(totalsOnMachines).execute(db))
      expect(await pendingMigrations(database)).toContain('242_machine_totals.sql')
      await migrate(database)
      expect(await totals()).toEqual(known)
      expect(await reconcile(database.kysely, 'all days')).toEqual([])
    } finally {
      await database.close()
    }
  })
})
