import { describe, expect, test } from 'vitest'
import type { MachineFacts } from '#protocol/products.ts'
import { instant } from '#server/clock.ts'
import { bareWorldFor } from '#tests/support/bare-world.ts'
import { oneDatabase } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { makeMachine, makeUnits } from '#tests/support/people-and-machines.ts'

const minute = 60_000

describe.each(oneDatabase)('what owners hear of their machine on $name', ({ open }) => {
  // Two in the afternoon in Jakarta, whose day began at 17:00 UTC.
  const clock = new ManualClock('2026-11-20T07:00:00.000Z')
  const world = bareWorldFor(open, clock)

  async function owned(kind: 'vehicle' | 'pile' = 'vehicle') {
    const machine = await makeMachine(world.database.kysely, { kind })
    const { memberId } = await world.member()
    const [unitId = ''] = await makeUnits(world.database.kysely, {
      memberId,
      machine,
      activeFrom: '2026-11-01T00:00:00.000Z',
      expiresAt: '2026-12-01T00:00:00.000Z',
    })
    return { ...machine, memberId, unitId }
  }
  const feed = async (path: string, args: object) =>
    world.call(path, { args: { source: 'fleet', ...args }, token: await world.feedKey('fleet') })
  const state = (deviceNumber: string, to: string, since = instant(clock)) =>
    feed('feed/state', { deviceNumber, state: to, since })
  const read = async (path: string, memberId: string, args: object = {}) =>
    (await world.call(path, { method: 'GET', args, token: await world.tokenOf(memberId) })).body
  const messages = async (memberId: string) =>
    (
      (await read('mallNotice/noticeList', memberId, { limit: 20 })).data as {
        items: { kind: string; title: string }[]
      }
    ).items.map((it) => it.title)
  const factsOf = async ({ memberId, unitId }: { memberId: string; unitId: string }) =>
    ((await read('g/user/goods/info', memberId, { id: unitId })).data as { machine: MachineFacts }).machine

  test('a fault is told once, and once that it works again, also after a rest; a rest alone is not told', async () => {
    const mine = await owned()
    await state(mine.deviceNumber, 'resting')
    clock.advance(minute)
    await state(mine.deviceNumber, 'idle')
    expect(await messages(mine.memberId)).toEqual([])
    clock.advance(minute)
    await state(mine.deviceNumber, 'paused or faulty')
    const brokeAt = instant(clock)
    await state(mine.deviceNumber, 'paused or faulty')
    expect(await messages(mine.memberId)).toEqual(['Machine stopped'])
    expect((await factsOf(mine)).faults).toEqual([{ since: brokeAt, until: null }])
    clock.advance(30 * minute)
    await state(mine.deviceNumber, 'resting')
    const mendedAt = instant(clock)
    expect(await messages(mine.memberId)).toEqual(['Machine stopped'])
    clock.advance(minute)
    await state(mine.deviceNumber, 'in service')
    clock.advance(minute)
    await state(mine.deviceNumber, 'idle')
    expect(await messages(mine.memberId)).toEqual(['Machine running again', 'Machine stopped'])
    expect(await factsOf(mine)).toMatchObject({
      stateSince: instant(clock),
      lastSeenAt: instant(clock),
      faults: [{ since: brokeAt, until: mendedAt }],
    })
    // The next fault is another one.
    clock.advance(minute)
    await state(mine.deviceNumber, 'paused or faulty')
    clock.advance(minute)
    await state(mine.deviceNumber, 'idle')
    expect(await messages(mine.memberId)).toHaveLength(4)
  })

  test('the day: trips, rests and the battery, since midnight where the member lives', async () => {
    const mine = await owned()
    const { deviceNumber } = mine
    const at = (hour: number) => instant(Date.UTC(2026, 10, 19, 17) + hour * 60 * minute)
    clock.advance(Date.UTC(2026, 10, 20, 7) - clock.now())
    const trip = (from: number, until: number) => ({
      source: 'fleet',
      externalId: `${deviceNumber} ${from}`,
      deviceNumber,
      startedAt: at(from),
      endedAt: at(until),
      amount: 100,
      currency: 'USD',
      distanceM: 1000,
    })
    await state(deviceNumber, 'resting', at(-1))
    await state(deviceNumber, 'idle', at(2))
    await world.call('feed/trips', {
      token: await world.feedKey('fleet'),
      args: { trips: [trip(-5, -4), trip(3, 4), trip(6, 6.5)] },
    })
    const place = { deviceNumber, latitude: -6.2, longitude: 106.8 }
    await feed('feed/positions', {
      positions: [
        { ...place, at: at(-3), battery: 10 },
        { ...place, at: at(5), battery: 90, odometerM: 5000 },
        { ...place, at: at(5.1), battery: 89 },
        { ...place, at: at(7), battery: 70, odometerM: 9000 },
      ],
    })
    expect(await factsOf(mine)).toMatchObject({
      battery: 70,
      odometerM: 9000,
      today: {
        day: '2026-11-20',
        from: at(0),
        until: at(24),
        sessions: 2,
        spans: [
          { state: 'resting', from: at(0), until: at(2) },
          { state: 'in service', from: at(3), until: at(4) },
          { state: 'in service', from: at(6), until: at(6.5) },
        ],
        battery: [
          { at: at(5.1), percent: 89 },
          { at: at(7), percent: 70 },
        ],
      },
      faults: [],
    })
  })

  test('vehicles have a list, a page and a choice of their own; what is not the caller’s is not there', async () => {
    const [vehicle, pile] = [await owned(), await owned('pile')]
    const list = async (of: { memberId: string }, path = 'g/user/vehicle/list', args = {}) =>
      ((await read(path, of.memberId, args)).data as { items: { id: string }[] }).items.map((it) => it.id)
    expect(await list(vehicle)).toEqual([vehicle.unitId])
    expect(await list(pile)).toEqual([])
    expect(await list(pile, 'g/user/goods/list', { kind: 'pile' })).toEqual([pile.unitId])
    expect(await list(pile, 'g/user/goods/list', { kind: 'vehicle' })).toEqual([])
    const info = (of: { memberId: string }, id: string) => read('g/user/vehicle/info', of.memberId, { id })
    const asOf = { id: vehicle.unitId }
    expect((await info(vehicle, vehicle.unitId)).data).toEqual(
      (await read('g/user/goods/info', vehicle.memberId, asOf)).data,
    )
    expect((await info(pile, pile.unitId)).errno).toBe(1404)
    expect((await info(pile, vehicle.unitId)).errno).toBe(1404)
    expect((await read('g/user/vehicle/select', vehicle.memberId)).data).toEqual({
      items: [
        {
          unitId: vehicle.unitId,
          name: `Product ${vehicle.deviceNumber}`,
          art: 'all',
          deviceNumber: vehicle.deviceNumber,
          active: true,
        },
      ],
    })
    expect((await read('g/user/vehicle/select', pile.memberId)).data).toEqual({ items: [] })
  })

  test('plugs are counted as the station reports them', async () => {
    const mine = await owned('pile')
    const db = world.database.kysely
    await db.updateTable('machine').set({ latitude: -6.2, longitude: 106.8 }).where('id', '=', mine.id).execute()
    await db
      .insertInto('station')
      .values({
        identity: 'PLUGS',
        machineId: mine.id,
        secretDigest: '',
        addedAt: instant(clock),
        seenAt: instant(clock),
      })
      .execute()
    await db
      .insertInto('connector')
      .values(
        ['Available', 'Available', 'Charging', 'Faulted'].map((status, number) => ({
          station: 'PLUGS',
          number,
          status,
          since: instant(clock),
        })),
      )
      .execute()
    expect((await read('charging/realtime/position/list', mine.memberId)).data).toMatchObject({
      items: [{ plugs: 3, plugsInUse: 1, lastSeenAt: instant(clock) }],
    })
    expect(await factsOf(mine)).toMatchObject({ lastSeenAt: instant(clock) })
  })
})
