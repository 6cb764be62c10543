import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operate } from '#server/cli/operator/operate.ts'
import { instant } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/open.ts'
import { seedReference } from '#server/db/seed/reference.ts'
import { addStation } from '#server/features/products/charging/stations.ts'
import { closeCharging } from '#server/features/products/charging/closing.ts'
import { plugsInUse } from '#server/features/products/charging/connectors.ts'
import { setMachineState } from '#server/features/products/machines/service-state.ts'
import { silentLog } from '#server/log.ts'
import { handlers16 } from '#server/ocpp/ocpp16.ts'
import { oneDatabase } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { makeStation } from '#tests/support/station-world.ts'

const hour = 3_600_000

describe.each(oneDatabase)('a station that the operator changes, or that falls silent, on $name', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
    await seedReference(database.kysely)
  })
  afterAll(() => database.close())

  async function world() {
    const clock = new ManualClock('2026-11-10T00:00:00.000Z')
    const { machine, identity } = await makeStation(database, clock, { isOpen: false })
    const context = { database, clock, log: silentLog, station: identity }
    const { kysely } = database
    const state = async () =>
      await kysely
        .selectFrom('machine')
        .select(['serviceState', 'stateSince'])
        .where('id', '=', machine.id)
        .executeTakeFirstOrThrow()
    const noteStatus = (status: string, connectorId = 1) =>
      handlers16['StatusNotification']!(context, { connectorId, status, errorCode: 'NoError' } as never)
    return {
      clock,
      machine,
      identity,
      state,
      noteStatus,
      plugs: () => plugsInUse(kysely, [machine.id]),
      isHeard: () =>
        kysely
          .updateTable('station')
          .set({ seenAt: instant(clock) })
          .where('identity', '=', identity)
          .execute(),
      close: () => closeCharging({ database, clock, log: silentLog }),
      send: (method: string, params: object) => handlers16[method]!(context, params as never),
      async operator(...argv: string[]) {
        const told = await operate({ database, clock, config: readConfig({}), log: silentLog }, [
          ...argv,
          '--as',
          'Ana',
          '--why',
          'a test',
        ])
        expect(told).toMatchObject({ ok: true })
        return told.lines.join('\n')
      },
    }
  }
  type World = Awaited<ReturnType<typeof world>>

  /** A session of three days ago, which the station could send only now. */
  async function chargedBefore({ clock, machine, send }: World) {
    const begun = clock.now() - 72 * hour
    const start = { connectorId: 1, idTag: 'A1', meterStart: 1000, timestamp: instant(begun) }
    const { transactionId } = await send('StartTransaction', start)
    await send('StopTransaction', { transactionId, meterStop: 31_000, timestamp: instant(begun + hour) })
    const booked = await database.kysely
      .selectFrom('revenue')
      .innerJoin('sessionCharge', (join) =>
        join.onRef('sessionCharge.machineId', '=', 'revenue.machineId').onRef('revenueId', '=', 'revenue.id'),
      )
      .select(['startedAt', 'endedAt', 'energyWh', 'clockDoubted'])
      .where('revenue.machineId', '=', machine.id)
      .execute()
    return { booked, itsOwnTime: { startedAt: instant(begun), endedAt: instant(begun + hour), energyWh: 30_000 } }
  }

  test('by removing it and adding it again keeps the times of what it charged before', async () => {
    const it = await world()
    it.clock.advance(10 * 24 * hour)
    await it.operator('station', 'remove', it.identity)
    await it.operator('station', 'add', it.machine.deviceNumber, '--open', 'on')
    it.clock.advance(60_000)
    const { booked, itsOwnTime } = await chargedBefore(it)
    expect(booked).toEqual([{ ...itsOwnTime, clockDoubted: false }])
  })

  test('by opening it to everybody charges whoever comes, without being removed', async () => {
    const it = await world()
    it.clock.advance(10 * 24 * hour)
    const authorize = async () => (await it.send('Authorize', { idTag: 'A1' }))['idTagInfo']
    expect(await authorize()).toEqual({ status: 'Invalid' })
    expect(await it.operator('station', 'open', it.identity, 'on')).toBe(`${it.identity} charges whoever comes.`)
    expect(await authorize()).toEqual({ status: 'Accepted' })
    const { booked, itsOwnTime } = await chargedBefore(it)
    expect(booked).toEqual([{ ...itsOwnTime, clockDoubted: false }])
    expect(await it.operator('station', 'open', it.identity, 'off')).toContain('only tokens that may')
    expect(await authorize()).toEqual({ status: 'Invalid' })
  })

  test('by removing it while a car charges leaves a pile that rests, whatever a connection that is still open says', async () => {
    const it = await world()
    await it.noteStatus('Available')
    it.clock.advance(hour)
    await it.noteStatus('Charging')
    it.clock.advance(hour)
    await it.isHeard()
    const removedAt = instant(it.clock)
    it.clock.advance(10_000)
    await it.operator('station', 'remove', it.identity)
    expect(await it.state()).toEqual({ serviceState: 'resting', stateSince: removedAt })
    await it.noteStatus('Charging', 2)
    expect(await it.state()).toEqual({ serviceState: 'resting', stateSince: removedAt })
    await it.operator('station', 'add', it.machine.deviceNumber)
    it.clock.advance(hour)
    expect(await it.plugs()).toEqual(new Map())
    await it.noteStatus('Available')
    expect(await it.state()).toEqual({ serviceState: 'idle', stateSince: instant(it.clock) })
  })

  test('which falls silent while a car charges leaves a pile that rests since then, after a week', async () => {
    const it = await world()
    await it.noteStatus('Available')
    it.clock.advance(hour)
    await it.noteStatus('Charging')
    const charging = { serviceState: 'in service', stateSince: instant(it.clock) }
    it.clock.advance(hour)
    await it.isHeard()
    const heardAt = instant(it.clock)
    it.clock.advance(7 * 24 * hour - 1)
    await it.close()
    expect(await it.state()).toEqual(charging)
    it.clock.advance(1)
    await it.close()
    expect(await it.state()).toEqual({ serviceState: 'resting', stateSince: heardAt })
    expect(await it.plugs()).toEqual(new Map())
    await it.isHeard()
    await it.noteStatus('Charging')
    await it.close()
    expect(await it.state()).toEqual({ serviceState: 'in service', stateSince: instant(it.clock) })
  })

  test('which is heard again after that works again, whatever its clock says', async () => {
    const it = await world()
    it.clock.advance(hour)
    await it.noteStatus('Available')
    await it.isHeard()
    const changedAt = it.clock.now() - 60_000
    it.clock.advance(7 * 24 * hour)
    await it.close()
    expect((await it.state()).serviceState).toBe('resting')
    it.clock.advance(hour)
    const said = { connectorId: 1, status: 'Available', errorCode: 'NoError', timestamp: instant(changedAt) }
    await it.send('StatusNotification', said)
    expect(await it.state()).toEqual({ serviceState: 'idle', stateSince: instant(it.clock) })
  })

  test('beside another one of its pile leaves what the other says', async () => {
    const it = await world()
    it.clock.advance(hour)
    await it.noteStatus('Available')
    const idle = await it.state()
    it.clock.advance(hour)
    await it.isHeard()
    const { deviceNumber } = it.machine
    const other = { deviceNumber, identity: `${deviceNumber}-B`, isOpen: false }
    await it.operator('station', 'remove', it.identity).catch(() => {})
    await database.kysely.deleteFrom('machineState').where('machineId', '=', it.machine.id).execute()
    await database.kysely
      .insertInto('connector')
      .values({ station: it.identity, number: 1, status: 'Available', since: idle.stateSince })
      .execute()
    await database.kysely
      .updateTable('machine')
      .set({ ...idle, serviceState: 'idle' })
      .where('id', '=', it.machine.id)
      .execute()
    await database.inTransaction((db) => addStation(db, other, it.clock))
    const ofOther = { database, clock: it.clock, log: silentLog, station: other.identity }
    const available = { connectorId: 1, status: 'Available', errorCode: 'NoError' }
    await handlers16['StatusNotification']!(ofOther, available as never)
    it.clock.advance(7 * 24 * hour)
    await it.close()
    expect((await it.state()).serviceState).toBe('idle')
  })

  test('leaves a state that another source has told since the station was last heard of', async () => {
    const it = await world()
    it.clock.advance(hour)
    await it.noteStatus('Charging')
    await it.isHeard()
    it.clock.advance(24 * hour)
    const since = instant(it.clock)
    const { deviceNumber } = it.machine
    await database.inTransaction((db) => setMachineState(db, { deviceNumber, state: 'idle', since }, it.clock))
    it.clock.advance(7 * 24 * hour)
    await it.close()
    expect(await it.state()).toEqual({ serviceState: 'idle', stateSince: since })
  })
})
