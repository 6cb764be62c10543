import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import type { MachinePosition } from '#protocol/locations.ts'
import { operate } from '#server/cli/operator/operate.ts'
import { instant } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { ownMachines } from '#server/features/locations/positions.ts'
import { cellOf } from '#server/features/locations/rules.ts'
import { sweep } from '#server/features/auth/sweep.ts'
import { silentLog } from '#server/log.ts'
import { runAsOwner } from '#tests/support/as-owner.ts'
import { bareWorldFor } from '#tests/support/bare-world.ts'
import { isOnCitus } from '#tests/support/citus-server.ts'
import { databases } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { makeMachine, makeUnits, type MadeMachine } from '#tests/support/people-and-machines.ts'
import { rowsRead } from '#tests/support/rows-read.ts'

const minute = 60_000
const day = 24 * 60 * minute
const stand = { latitude: -6.1957, longitude: 106.8322 }
const street = { latitude: -6.2214, longitude: 106.8461 }
const bandung = { latitude: -6.9147, longitude: 107.6098 }

describe.each(databases)('positions on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const world = bareWorldFor(open, clock)
  afterEach(async () => {
    const db = world.database.kysely
    await db.updateTable('product').set({ offeredFrom: '2999-01-01T00:00:00.000Z' }).execute()
  })

  async function machine(
    place: { latitude: number; longitude: number } | null = stand,
    kind: 'vehicle' | 'pile' = 'vehicle',
  ): Promise<MadeMachine> {
    const db = world.database.kysely
    const made = await makeMachine(db, { kind })
    await db
      .updateTable('machine')
      .set({ ...place, place: 'Menteng, Jakarta' })
      .where('id', '=', made.id)
      .execute()
    return made
  }

  async function owner(of: MadeMachine): Promise<{ unitId: string; memberId: string }> {
    const { memberId } = await world.member()
    const [unitId = ''] = await makeUnits(world.database.kysely, {
      memberId,
      machine: of,
      activeFrom: '2026-11-01T00:00:00.000Z',
      expiresAt: '2026-12-01T00:00:00.000Z',
    })
    return { memberId, unitId }
  }

  interface Report {
    deviceNumber: string
    at?: string | number
    latitude?: number
    longitude?: number
    battery?: number
    odometerM?: number
    state?: string
  }
  const report = async (...positions: Report[]) =>
    world.call('feed/positions', {
      token: await world.feedKey('fleet'),
      args: { source: 'fleet', positions: positions.map((it) => ({ at: instant(clock), ...street, ...it })) },
    })
  const around = async (args: object = {}) => {
    const { body } = await world.call('g/vehicle/position/list', { method: 'GET', args })
    return (body.data as { items: MachinePosition[] }).items
  }
  const ours = async (path: string, { memberId, unitId }: { memberId: string; unitId?: string }) =>
    world.call(path, {
      method: 'GET',
      args: unitId === undefined ? {} : { unitId },
      token: await world.tokenOf(memberId),
    })

  test('a batch counts each position once, by machine and instant, also in pieces and in another order', async () => {
    const { deviceNumber } = await machine()
    const at = instant(clock.now() - minute)
    const second = { deviceNumber, at: instant(clock.now() - 2 * minute), battery: 40, odometerM: 900 }
    const first = { deviceNumber, at, battery: 39, odometerM: 1000 }
    expect((await report(first, second, first)).body.data).toEqual({ counted: 2, known: 1 })
    expect((await report(second, { ...first, ...bandung })).body.data).toEqual({ counted: 0, known: 2 })
    // A device that writes seconds means the same instant.
    expect((await report({ ...first, at: Date.parse(at) / 1000 })).body.data).toEqual({ counted: 0, known: 1 })
    const row = await world.database.kysely
      .selectFrom('machine')
      .select(['battery', 'odometerM', 'lastSeenAt'])
      .where('deviceNumber', '=', deviceNumber)
      .executeTakeFirst()
    expect(row).toEqual({ battery: 39, odometerM: 1000, lastSeenAt: at })
  })

  test('a batch of a thousand, of many vehicles, is stored at once; one that can not be is refused whole', async () => {
    const machines = [await machine(), await machine(), await machine()]
    const many = Array.from({ length: 1000 }, (_, n) => ({
      deviceNumber: machines[n % 3]?.deviceNumber ?? '',
      at: instant(clock.now() - n * 1000),
      state: n % 2 === 0 ? 'idle' : 'in service',
    }))
    const pile = await machine(stand, 'pile')
    for (const [spoilt, field] of [
      [{ deviceNumber: 'NO-SUCH' }, 'positions.999.deviceNumber: is unknown'],
      [{ deviceNumber: pile.deviceNumber }, 'positions.999.deviceNumber: is a pile'],
      [{ deviceNumber: machines[0]!.deviceNumber, at: instant(clock.now() + 1) }, 'positions.999.at: must not'],
    ] as const) {
      const refused = await report(...many.slice(1), spoilt)
      expect(refused.body.errmsg).toContain(field)
    }
    expect((await report(...many)).body.data).toEqual({ counted: 1000, known: 0 })
    expect((await report(...many, many[0]!)).body.errno).toBe(400)
  })

  test('a machine whose offer is paused or withdrawn is on no map but that of its owners', async () => {
    const db = world.database.kysely
    const [shown, pile] = [await machine(), await machine(stand, 'pile')]
    const [{ memberId }, pileOwner] = [await owner(shown), await owner(pile)]
    const idsOf = (items: readonly MachinePosition[]) => items.map((it) => it.machineId)
    expect(idsOf(await around()).toSorted()).toEqual([shown.id, pile.id].toSorted())
    for (const offer of ['paused', 'withdrawn'] as const) {
      await db.updateTable('product').set({ offer }).where('id', 'in', [shown.productId, pile.productId]).execute()
      expect(await around()).toEqual([])
      expect(await around({ ...stand, radiusM: 1000 })).toEqual([])
      for (const [path, id, by] of [
        ['vehicle/realtime/position/list', shown.id, memberId],
        ['charging/realtime/position/list', pile.id, pileOwner.memberId],
      ] as const) {
        const { body } = await ours(path, { memberId: by })
        expect(idsOf((body.data as { items: MachinePosition[] }).items)).toEqual([id])
      }
    }
    await db.updateTable('product').set({ offer: 'open' }).where('id', '=', shown.productId).execute()
    expect(idsOf(await around())).toEqual([shown.id])
  })

  test('the newest report says what a vehicle does; an older one changes nothing', async () => {
    const { deviceNumber } = await machine()
    const state = async () =>
      await world.database.kysely
        .selectFrom('machine')
        .select(['serviceState', 'stateSince', 'battery'])
        .where('deviceNumber', '=', deviceNumber)
        .executeTakeFirst()
    const at = (minutes: number) => instant(clock.now() - minutes * minute)
    await report(
      { deviceNumber, at: at(9), state: 'in service', battery: 60 },
      { deviceNumber, at: at(3), state: 'idle', battery: 51 },
      { deviceNumber, at: at(2), battery: 50 },
      { deviceNumber, at: at(1), state: 'idle' },
    )
    expect(await state()).toEqual({ serviceState: 'idle', stateSince: at(3), battery: 50 })
    await report({ deviceNumber, at: at(20), state: 'paused or faulty', battery: 5 })
    expect(await state()).toEqual({ serviceState: 'idle', stateSince: at(3), battery: 50 })
    expect(await statesOf(deviceNumber)).toEqual([
      [at(20), 'paused or faulty'],
      [at(9), 'in service'],
      [at(3), 'idle'],
    ])
  })

  async function statesOf(deviceNumber: string) {
    const rows = await world.database.kysely
      .selectFrom('machineState')
      .innerJoin('machine', 'machine.id', 'machineState.machineId')
      .select(['since', 'state'])
      .where('deviceNumber', '=', deviceNumber)
      .orderBy('since')
      .execute()
    return rows.map((it) => [it.since, it.state])
  }

  test('owners and visitors see a cell, ten minutes late, and the operator everything', async () => {
    const scooter = await machine()
    const { deviceNumber } = scooter
    const mine = await owner(scooter)
    await report({ deviceNumber, ...bandung, state: 'idle', battery: 70 })
    expect(await around()).toMatchObject([{ deviceNumber, ...cellOf(stand), exact: false }])
    clock.advance(20 * minute)
    await report({ deviceNumber, ...street, state: 'in service', battery: 66 })
    for (const it of [
      (await around())[0],
      ((await ours('vehicle/realtime/position/list', mine)).body.data as { items: object[] }).items[0],
    ])
      expect(it).toMatchObject({
        ...cellOf(bandung),
        exact: false,
        reportedAt: instant(clock.now() - 20 * minute),
        lastSeenAt: instant(clock),
        serviceState: 'in service',
      })
    expect((await ours('vehicle/realtime/position/list', mine)).body.data).toMatchObject({ items: [{ battery: 66 }] })
    const everything = JSON.stringify([await around(), (await ours('vehicle/realtime/position/list', mine)).body])
    for (const exact of [bandung, street])
      expect([everything.includes(String(exact.latitude)), everything.includes(String(exact.longitude))]).toEqual([
        false,
        false,
      ])
  })

  test('a vehicle that its operator fetched is exactly at its stand until somebody rides it, also if told late', async () => {
    const scooter = await machine()
    const { deviceNumber } = scooter
    await report({ deviceNumber, ...street, state: 'resting' })
    clock.advance(5 * minute)
    await report({ deviceNumber, ...stand, state: 'resting' })
    const arrivedAt = instant(clock)
    clock.advance(25 * minute)
    expect(await around()).toMatchObject([{ ...stand, exact: true, reportedAt: arrivedAt }])
    // Its trip comes to light afterwards.
    const trip = await world.call('feed/trips', {
      token: await world.feedKey('fleet'),
      args: {
        trips: [
          {
            source: 'fleet',
            externalId: randomUUID(),
            deviceNumber,
            startedAt: instant(clock.now() - 20 * minute),
            endedAt: instant(clock.now() - 15 * minute),
            amount: 100,
            currency: 'USD',
            distanceM: 900,
          },
        ],
      },
    })
    expect(trip.body).toMatchObject({ errno: 0, data: { items: [{ counted: true }] } })
    expect(await around()).toMatchObject([{ ...cellOf(stand), exact: false }])
  })

  test('a search goes by the shown place, with the nearest first, and takes 50 km where none is said', async () => {
    const [here, town, unplaced] = [await machine(), await machine(bandung, 'pile'), await machine(null)]
    const numbers = async (args: object) => (await around(args)).map((it) => it.deviceNumber)
    expect(await numbers({})).toEqual(expect.arrayContaining([here.deviceNumber, town.deviceNumber]))
    expect(await numbers({})).not.toContain(unplaced.deviceNumber)
    expect(await numbers({ ...bandung, radiusM: 100 })).toEqual([town.deviceNumber])
    expect(await numbers({ ...bandung })).toEqual([town.deviceNumber])
    expect(await numbers({ ...bandung, radiusM: 200_000 })).toEqual([town.deviceNumber, here.deviceNumber])
    expect(await numbers({ ...bandung, radiusM: 200_000, kind: 'vehicle' })).toEqual([here.deviceNumber])
    // Where it really is, nobody finds it; in the middle of its cell, everybody.
    expect(await numbers({ ...stand, radiusM: 100 })).toEqual([])
    expect(await numbers({ ...cellOf(stand), radiusM: 100 })).toEqual([here.deviceNumber])
    for (const args of [{ latitude: 1 }, { longitude: 1 }, { ...stand, radiusM: 99 }, { ...stand, radiusM: 1_000_001 }])
      expect((await world.call('g/vehicle/position/list', { method: 'GET', args })).body.errno).toBe(400)
  })

  test("a member sees the machines of active units, by kind, and nobody else's unit", async () => {
    const [scooter, pile] = [await machine(), await machine(bandung, 'pile')]
    const [mine, other] = [await owner(scooter), await owner(pile)]
    const vehicles = 'vehicle/realtime/position/list'
    const piles = 'charging/realtime/position/list'
    const numbers = async (path: string, of: { memberId: string; unitId?: string }) =>
      ((await ours(path, of)).body.data as { items: { deviceNumber: string }[] }).items.map((it) => it.deviceNumber)
    expect(await numbers(vehicles, { memberId: mine.memberId })).toEqual([scooter.deviceNumber])
    expect(await numbers(vehicles, mine)).toEqual([scooter.deviceNumber])
    expect(await numbers(piles, { memberId: mine.memberId })).toEqual([])
    expect((await ours(piles, other)).body.data).toMatchObject({
      items: [{ ...bandung, exact: true, plugs: 1, plugsInUse: 0 }],
    })
    expect((await ours(vehicles, { memberId: mine.memberId, unitId: other.unitId })).body.errno).toBe(1404)
    expect((await ours(vehicles, { memberId: mine.memberId, unitId: randomUUID() })).body.errno).toBe(1404)
    await world.database.kysely.updateTable('unit').set({ status: 'expired' }).where('id', '=', mine.unitId).execute()
    expect(await numbers(vehicles, { memberId: mine.memberId })).toEqual([])
  })

  test('trips come in batches, each counts once, and all are booked or none', async () => {
    const { deviceNumber, id } = await machine()
    const trip = (externalId: string, over: object = {}) => ({
      source: 'fleet',
      externalId: `${deviceNumber}/${externalId}`,
      deviceNumber,
      startedAt: instant(clock.now() - 20 * minute),
      endedAt: instant(clock.now() - 5 * minute),
      amount: 100,
      currency: 'USD',
      distanceM: 900,
      ...over,
    })
    const send = async (...trips: object[]) =>
      world.call('feed/trips', { token: await world.feedKey('fleet'), args: { trips } })
    const booked = async () =>
      (await world.database.kysely.selectFrom('revenue').select('id').where('machineId', '=', id).execute()).length
    const { deviceNumber: pile } = await machine(bandung, 'pile')
    for (const [wrong, problem] of [
      [{ deviceNumber: 'NO-SUCH' }, 'trips.1.deviceNumber: is unknown'],
      [{ deviceNumber: pile }, 'trips.1.deviceNumber: is a pile'],
      [{ amount: 0 }, 'trips.1.amount: must be'],
      [{ amount: 'much' }, 'trips.1.amount: '],
      [{ endedAt: instant(clock.now() + minute) }, 'trips.1.endedAt: must not be in the future'],
    ] as const) {
      const { body } = await send(trip('a'), trip('b', wrong))
      expect(body.errno).toBe(400)
      expect(body.errmsg).toContain(problem)
    }
    expect(await booked()).toBe(0)
    const heard = await send(trip('a'), trip('b'), trip('a'))
    expect((heard.body.data as { items: { counted: boolean }[] }).items.map((it) => it.counted)).toEqual([
      true,
      true,
      false,
    ])
    expect((await send(trip('b'), trip('c'))).body.data).toMatchObject({
      items: [{ counted: false }, { counted: true }],
    })
    const other = await send(trip('d'), trip('c', { amount: 101 }))
    expect(other.body.errmsg).toContain('trips.1.externalId: was booked with other content')
    expect(await booked()).toBe(3)
    expect((await send()).body.errno).toBe(400)
  })

  test('positions of more than a week ago are forgotten, but for the newest of each vehicle', async () => {
    const [one, two] = [await machine(), await machine()]
    await report({ deviceNumber: one.deviceNumber }, { deviceNumber: two.deviceNumber })
    clock.advance(minute)
    await report({ deviceNumber: one.deviceNumber })
    clock.advance(6 * day)
    await report({ deviceNumber: two.deviceNumber })
    clock.advance(2 * day)
    await sweep({ database: world.database, clock })
    const kept = await world.database.kysely
      .selectFrom('machinePosition')
      .select(['machineId', 'at'])
      .where('machineId', 'in', [one.id, two.id])
      .orderBy('at')
      .execute()
    expect(kept).toEqual([
      { machineId: one.id, at: instant(clock.now() - 8 * day) },
      { machineId: two.id, at: instant(clock.now() - 2 * day) },
    ])
    expect((await report({ deviceNumber: one.deviceNumber, at: instant(clock.now() - 8 * day) })).body.data).toEqual({
      counted: 0,
      known: 1,
    })
  })

  test('a vehicle that its operator fetched stays exactly at its stand however long it rests, and its way there is rounded', async () => {
    const [rests, ridden] = [await machine(), await machine()]
    for (const { deviceNumber } of [rests, ridden]) {
      await report({ deviceNumber, ...bandung, at: clock.now() - minute, state: 'idle' })
      await report({ deviceNumber, ...street, state: 'resting' })
    }
    clock.advance(5 * minute)
    const fetchedAt = instant(clock.now() - 5 * minute)
    for (const { deviceNumber } of [rests, ridden]) await report({ deviceNumber, ...stand, state: 'resting' })
    const arrivedAt = instant(clock)
    clock.advance(5 * minute)
    await report({ deviceNumber: ridden.deviceNumber, ...stand, state: 'in service' })
    clock.advance(5 * minute)
    for (const { deviceNumber } of [rests, ridden]) await report({ deviceNumber, ...stand, state: 'idle' })
    const restsSince = instant(clock)
    async function shown() {
      const all = await around()
      return [rests, ridden].map(({ deviceNumber }) => all.find((it) => it.deviceNumber === deviceNumber))
    }
    clock.advance(8 * day)
    for (const _ of [1, 2]) {
      await sweep({ database: world.database, clock })
      expect((await shown()).map((it) => [it?.exact, it?.reportedAt])).toEqual([
        [true, restsSince],
        [false, restsSince],
      ])
    }
    const kept = await world.database.kysely
      .selectFrom('machinePosition')
      .select(['machineId', 'at', 'latitude', 'longitude'])
      .where('machineId', 'in', [rests.id, ridden.id])
      .orderBy('at')
      .execute()
    expect(kept.filter((it) => it.machineId === ridden.id).map((it) => it.at)).toEqual([restsSince])
    expect(kept.filter((it) => it.machineId === rests.id)).toEqual([
      { machineId: rests.id, at: fetchedAt, ...cellOf(street) },
      { machineId: rests.id, at: arrivedAt, ...stand },
      { machineId: rests.id, at: restsSince, ...stand },
    ])
  })

  test('the operator may look where a vehicle really was; that is logged, the place is not', async () => {
    const { deviceNumber } = await machine()
    const { deviceNumber: pile } = await machine(bandung, 'pile')
    await report({ deviceNumber, battery: 41 })
    const look = (device: string, ...more: string[]) =>
      operate({ database: world.database, clock, config: readConfig({}), log: silentLog }, [
        'machine',
        'positions',
        device,
        ...more,
      ])
    const asked = ['--as', 'Ayu', '--why', 'stolen']
    expect(await look(deviceNumber)).toMatchObject({ ok: false })
    expect(await look(pile, ...asked)).toMatchObject({ ok: false })
    const { ok, lines } = await look(deviceNumber, ...asked)
    expect(ok).toBe(true)
    expect(lines.join('\n')).toContain(`${instant(clock)}  ${street.latitude}, ${street.longitude}  idle  41 %`)
    const logged = JSON.stringify(await world.database.kysely.selectFrom('operatorAction').selectAll().execute())
    expect(logged).toContain(`1 positions of ${deviceNumber} were shown.`)
    expect(logged).toContain('stolen')
    expect(logged).not.toContain(String(street.latitude))
  })

  // Asks for PostgreSQL's plan, in a statement of the owner's that Citus doesn't take there.
  test.skipIf(isOnCitus)(
    'the place of a machine that never reported is found without reading where all others were',
    async () => {
      const [fleet, pile] = [await machine(), await machine(stand, 'pile')]
      const { memberId } = await owner(pile)
      await world.database.inTransaction(async (db) => {
        // Where few machines report, the planner expects to meet each of them soon, in whatever order it reads.
        await db.deleteFrom('machinePosition').execute()
        await sql`
        insert into machine_position (machine_id, at, latitude, longitude, state, is_at_stand)
        select ${fleet.id}, ${instant(clock)}::timestamptz - minute * interval '1 minute', ${street.latitude},
          ${street.longitude}, 'in service', false
        from generate_series(30, 3029) as minute`.execute(db)
        await runAsOwner(db, sql`analyze machine_position`)
        const before = await rowsRead(db, '^machine_position$')
        expect(await ownMachines(db, { memberId, unitId: undefined, kind: 'pile' }, clock)).toHaveLength(1)
        expect((await rowsRead(db, '^machine_position$')) - before).toBeLessThan(100)
      })
    },
  )

  test('positions are for the feed key alone', async () => {
    const { deviceNumber } = await machine()
    const { token } = await world.member()
    const args = { source: 'fleet', positions: [{ deviceNumber, at: instant(clock), ...street }] }
    expect((await world.call('feed/positions', { args, token })).body.errno).not.toBe(0)
    expect((await world.call('feed/positions', { args })).body.errno).not.toBe(0)
  })
})
