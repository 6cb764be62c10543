import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { instant, systemClock } from '#server/clock.ts'
import { migrate, pendingMigrations } from '#server/db/migrate.ts'
import type { Database } from '#server/db/open.ts'
import { addStation, removeStation } from '#server/features/products/charging/stations.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { isOnCitus } from '#tests/support/citus-server.ts'
import { databases, oneDatabase } from '#tests/support/databases.ts'
import { makeMachine } from '#tests/support/people-and-machines.ts'
import { makeStation, openEndpoint } from '#tests/support/station-world.ts'

/** Puts back what migration 239 found: keys of a number alone, given out by one count for all stations. */
const before = `
drop table machine_station;
drop index station_machine;
create unique index station_machine on station (machine_id) where removed_at is null;
alter table stray_stop drop constraint stray_stop_station_transaction_id_fkey;
alter table charging_transaction drop constraint charging_transaction_pkey, add primary key (id),
  drop constraint charging_transaction_station_revenue_id_key, add unique (revenue_id),
  alter id add generated always as identity,
  add foreign key (revenue_id) references revenue;
alter table stray_stop add foreign key (transaction_id) references charging_transaction;
alter table station_command drop constraint station_command_pkey, add primary key (id);
delete from migration where name like '239%'`

const tables = ['station', 'connector', 'chargingTransaction', 'stationCommand', 'strayStop'] as const

describe.each(databases)('rows of a station on $name', ({ open }) => {
  // A database is distributed after all migrations.
  test.skipIf(isOnCitus)('that were there before lie with it, and a machine has one open station still', async () => {
    const database = await open()
    const { kysely: db } = database
    try {
      const [one, removed] = [await makeStation(database, systemClock), await makeStation(database, systemClock)]
      await database.inTransaction((tx) => removeStation(tx, removed.identity, systemClock))
      await asOwner(database, (tx) => sql.raw(before).execute(tx))
      for (const { identity } of [one, removed])
        await asOwner(database, (tx) =>
          sql
            .raw(
              `with made as (
                insert into charging_transaction (station, ref, is_allowed, heard_at) values ('${identity}', 'a', true, now())
                returning id
              ) insert into stray_stop (station, ref, said_at, heard_at, meter_stop, transaction_id)
              select '${identity}', 'a', now(), now(), 1, id from made`,
            )
            .execute(tx),
        )
      await db.insertInto('connector').values(connectorOf(one.identity)).execute()
      await sql`insert into station_command (station, kind, args, asked_at) values (${one.identity}, 'reset', '{}', now())`.execute(
        db,
      )
      const rows = () =>
        Promise.all(
          tables.map((it) =>
            db
              .selectFrom(it)
              .selectAll()
              .orderBy(sql`1, 2`)
              .execute(),
          ),
        )
      const there = await rows()
      expect(there.map((it) => it.length)).toEqual([2, 1, 2, 1, 2])
      expect(await pendingMigrations(database)).toEqual(['239_stations_by_identity.sql'])
      await migrate(database)
      expect(await rows()).toEqual(there)
      expect(await db.selectFrom('machineStation').selectAll().execute()).toEqual([
        { machineId: one.machine.id, station: one.identity },
      ])
      const add = ({ machine: { deviceNumber }, identity }: typeof one, name = identity) =>
        database.inTransaction((tx) => addStation(tx, { deviceNumber, identity: name, isOpen: true }, systemClock))
      await expect(add(one, 'ANOTHER')).rejects.toThrow('bad_request')
      await add(removed)
      expect(await db.selectFrom('machineStation').selectAll().execute()).toHaveLength(2)
    } finally {
      await database.close()
    }
  })

  test('are added once for a machine, by whoever comes first', async () => {
    const database = await open()
    try {
      const { deviceNumber, id } = await makeMachine(database.kysely, { kind: 'pile' })
      const added = await Promise.allSettled(
        ['A', 'B', 'C'].map((identity) =>
          database.inTransaction((tx) => addStation(tx, { deviceNumber, identity, isOpen: true }, systemClock)),
        ),
      )
      expect(added.filter((it) => it.status === 'fulfilled')).toHaveLength(1)
      const reasons = added.flatMap((it) => (it.status === 'rejected' ? [it.reason as unknown] : []))
      for (const reason of reasons) expect(reason).toMatchObject({ message: 'bad_request' })
      const stations = await database.kysely.selectFrom('station').select('identity').execute()
      const open = await database.kysely.selectFrom('machineStation').selectAll().execute()
      expect(open).toEqual(stations.map((it) => ({ machineId: id, station: it.identity })))
    } finally {
      await database.close()
    }
  })
})

describe.each(oneDatabase)('many stations at once on $name', ({ open }) => {
  const at = (minutes: number) => instant(systemClock.now() + minutes * 60_000)

  test('connect, boot, say what they do and charge, and no message of theirs is refused', async () => {
    const database = await open()
    const endpoint = await openEndpoint(database, systemClock)
    try {
      const stations = []
      for (let n = 0; n < 24; n += 1) stations.push(await makeStation(database, systemClock))
      const refused: unknown[] = []
      await Promise.all(
        stations.map(async (of) => {
          const client = await endpoint.connect(of)
          const call = (method: string, params: object) =>
            client.call(method, params as Record<string, unknown>).catch((cause: unknown) => {
              refused.push(method, cause)
              return {}
            })
          await call('BootNotification', { chargePointVendor: 'Vendor', chargePointModel: 'Model' })
          const [from, to] = [at(-10), at(-1)]
          for (const [connectorId, status] of [
            [0, 'Available'],
            [1, 'Preparing'],
            [2, 'Available'],
            [1, 'Charging'],
          ])
            await call('StatusNotification', { connectorId, status, errorCode: 'NoError', timestamp: at(0) })
          const start = { connectorId: 1, idTag: randomUUID().slice(0, 20), meterStart: 0, timestamp: from }
          const { transactionId } = (await call('StartTransaction', start)) as { transactionId?: number }
          await call('StopTransaction', { transactionId, meterStop: 5000, timestamp: to })
          await call('StatusNotification', { connectorId: 1, status: 'Available', errorCode: 'NoError' })
          await client.close()
        }),
      )
      expect(refused).toEqual([])
      expect(await stand(database)).toEqual({ open: 0, booked: 24, idle: 24 })
      await vi.waitFor(async () => {
        const left = database.kysely.selectFrom('station').select('identity').where('connection', 'is not', null)
        expect(await left.execute()).toEqual([])
      })
      expect(await reconcile(database.kysely)).toEqual([])
    } finally {
      await endpoint.stop()
      await database.close()
    }
  })
})

function connectorOf(station: string) {
  return { station, number: 1, status: 'Available', since: instant(systemClock) }
}

async function stand({ kysely: db }: Database): Promise<unknown> {
  const outcomes = await db.selectFrom('chargingTransaction').select('outcome').execute()
  const machines = await db.selectFrom('machine').select('serviceState').execute()
  return {
    open: outcomes.filter((it) => it.outcome === null).length,
    booked: outcomes.filter((it) => it.outcome === 'booked').length,
    idle: machines.filter((it) => it.serviceState === 'idle').length,
  }
}
