import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operate } from '#server/cli/operator/operate.ts'
import { instant } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/open.ts'
import { seedReference } from '#server/db/seed/reference.ts'
import { silentLog } from '#server/log.ts'
import { handlers16 } from '#server/ocpp/ocpp16.ts'
import { oneDatabase } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { makeStation } from '#tests/support/station-world.ts'

const hour = 3_600_000

describe.each(oneDatabase)('a station that the operator changes, on $name', ({ open }) => {
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
    return {
      clock,
      machine,
      identity,
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
      .innerJoin('sessionCharge', 'revenueId', 'revenue.id')
      .select(['startedAt', 'endedAt', 'energyWh', 'clockDoubted'])
      .where('machineId', '=', machine.id)
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
})
