import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { migrate, pendingMigrations } from '#server/db/migrate.ts'
import type { Database } from '#server/db/open.ts'
import { bookRevenue } from '#server/features/products/machines/booking.ts'
import type { Report } from '#server/features/products/machines/rules.ts'
import { takeBackRevenue } from '#server/features/products/machines/taking-back.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { isOnCitus } from '#tests/support/citus-server.ts'
import { databases } from '#tests/support/databases.ts'
import { totalsOnMachines } from '#tests/support/earlier-keys.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { makeMachine, type MadeMachine } from '#tests/support/people-and-machines.ts'

/** Puts back what migration 240 found: revenue by its id alone, whose reports are unique by a key of its own. */
const before = `
${totalsOnMachines}
drop table booked_report;
alter table reversal drop constraint reversal_machine, drop machine_id;
alter table session_charge drop constraint session_charge_machine_id_revenue_id_fkey, drop machine_id, add primary key (revenue_id);
alter table revenue drop constraint revenue_pkey, add primary key (id), add unique (source, external_id);
alter table session_charge add foreign key (revenue_id) references revenue;
alter table reversal add foreign key (revenue_id) references revenue;
alter table charging_transaction add foreign key (revenue_id) references revenue;
delete from migration where name ~ '^240_'`

const clock = new ManualClock('2026-11-20T06:00:00.000Z')

const session = (machine: MadeMachine, externalId: string): Report => ({
  source: 'test',
  externalId,
  deviceNumber: machine.deviceNumber,
  kind: 'session',
  startedAt: '2026-11-20T05:00:00.000Z',
  endedAt: '2026-11-20T05:20:00.000Z',
  energyWh: 4200,
  amount: 333,
  currency: 'USD',
})

describe.each(databases)('revenue by its machine on $name', ({ open, kind }) => {
  // A database is distributed after all migrations; its rows have no references to those of before.
  test.skipIf(isOnCitus)('what was booked before is found by its machine and by its report', async () => {
    const database = await open()
    const { kysely: db } = database
    try {
      const [one, other] = [
        await makeMachine(db, { kind: 'pile' }),
        await makeMachine(db, { kind: 'pile', memberShareBp: 5000 }),
      ]
      const book = (machine: MadeMachine, id: string) =>
        database.inTransaction((tx) => bookRevenue(tx, session(machine, id), clock))
      const first = await book(one, 'first')
      await book(one, 'wrong')
      await book(other, 'other')
      await db
        .insertInto('sessionCharge')
        .values({
          machineId: one.id,
          revenueId: first.id,
          startFee: 1,
          energy: 2,
          time: 3,
          perKwh: 4,
          perMinute: 5,
          closedAs: 'ended',
          clockDoubted: false,
        })
        .execute()
      const takeBack = (externalId: string) =>
        database.inTransaction((tx) =>
          takeBackRevenue(tx, { source: 'test', externalId, reference: externalId, reason: 'test' }, clock),
        )
      await takeBack('wrong')
      const [rows, schema] = [await rowsOf(database), await schemaOf(database)]
      expect(rows.map((it) => it.length)).toEqual([3, 3, 1, 1])

      await asOwner(database, (tx) => sql.raw(before).execute(tx))
      expect(await schemaOf(database)).not.toEqual(schema)
      expect(await pendingMigrations(database)).toEqual(['240_revenue_by_machine.sql', '242_machine_totals.sql'])
      await migrate(database)
      expect(await rowsOf(database)).toEqual(rows)
      expect(await schemaOf(database)).toEqual(schema)

      expect(await book(one, 'first')).toEqual({ id: first.id, counted: false })
      await expect(book(other, 'first')).rejects.toMatchObject({ code: 'key_reused' })
      expect(await takeBack('wrong')).toMatchObject({ amount: 333, counted: false })
      expect(await takeBack('other')).toMatchObject({ amount: 333, counted: true })
      expect((await book(one, 'next')).counted).toBe(true)
    } finally {
      await database.close()
    }
  })

  // The embedded database runs one transaction after the other.
  test.skipIf(kind === 'pglite')('a booking waits for none of another machine that is under way', async () => {
    const database = await open()
    try {
      const [one, other] = [await makeMachine(database.kysely), await makeMachine(database.kysely)]
      const trip = (machine: MadeMachine, hour: string): Report => ({
        ...session(machine, machine.deviceNumber),
        kind: 'trip',
        startedAt: `2026-11-20T${hour}:00:00.000Z`,
        endedAt: `2026-11-20T${hour}:20:00.000Z`,
        energyWh: null,
        distanceM: 10,
      })
      const [isBooked, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const first = database.inTransaction(async (tx) => {
        const booked = await bookRevenue(tx, trip(one, '04'), clock)
        isBooked.resolve()
        await mayCommit.promise
        return booked
      })
      await Promise.race([isBooked.promise, first])
      try {
        const second = await database.inTransaction((tx) => bookRevenue(tx, trip(other, '05'), clock))
        expect(second.counted).toBe(true)
      } finally {
        mayCommit.resolve()
      }
      expect((await first).counted).toBe(true)
    } finally {
      await database.close()
    }
  })
})

const tables = ['revenue', 'booked_report', 'session_charge', 'reversal']

async function rowsOf({ kysely }: Database): Promise<string[][]> {
  const of = tables.map((it) =>
    sql<{ row: string }>`select to_jsonb(it)::text as row from ${sql.table(it)} it order by 1`.execute(kysely),
  )
  return (await Promise.all(of)).map(({ rows }) => rows.map((it) => it.row))
}

/** Every index, rule and reference of these tables. */
async function schemaOf({ kysely }: Database): Promise<unknown[]> {
  const { rows } = await sql`
    select indexdef as it from pg_indexes where tablename = any(${tables})
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where conrelid in (select oid from pg_class where relname = any(${tables}))
    order by 1`.execute(kysely)
  return rows
}
