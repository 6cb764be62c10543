import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instant } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/open.ts'
import { demoProducts } from '#server/db/seed/demo-products.ts'
import { seed, simulate } from '#server/features/products/machines/simulate.ts'
import { runAt, runsBetween, type Profile } from '#server/features/products/machines/simulator.ts'
import { silentLog } from '#server/log.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { openDemoStations, type DemoStations } from '#server/ocpp/demo-stations.ts'
import { oneDatabase } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { makeMachine } from '#tests/support/people-and-machines.ts'
import { openEndpoint, type OpenEndpoint } from '#tests/support/station-world.ts'

const hour = 3_600_000
// Of each version of the protocol one.
const piles = demoProducts.filter((it) => it.kind === 'pile').slice(0, 2)
const scooter = demoProducts.find((it) => it.kind === 'vehicle')!
const profileOf = (product: (typeof demoProducts)[number]): Profile => ({
  deviceNumber: product.deviceNumber,
  kind: product.kind,
  timeZone: 'Asia/Jakarta',
  runsPerDay: product.tripsPerDay ?? product.sessionsPerDay ?? 0,
  averageAmount: product.averageAmount,
})

describe.each(oneDatabase)("the demonstration's stations on $name", ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const config = readConfig({ CARD_KEY: randomBytes(32).toString('base64url') })
  let database: Database
  let endpoint: OpenEndpoint
  beforeAll(async () => {
    database = await open()
    endpoint = await openEndpoint(database, clock)
    for (const { deviceNumber, kind } of [scooter, ...piles]) await makeMachine(database.kysely, { deviceNumber, kind })
  })
  afterAll(async () => {
    await endpoint.stop()
    expect(await reconcile(database.kysely)).toEqual([])
    await database.close()
  })
  const deps = () => ({ database, clock, config, log: silentLog })
  const booked = (deviceNumber: string) =>
    database.kysely
      .selectFrom('revenue')
      .innerJoin('machine', 'machine.id', 'revenue.machineId')
      .select(['revenue.startedAt', 'revenue.endedAt', 'amount', 'source'])
      .where('deviceNumber', '=', deviceNumber)
      .orderBy('revenue.startedAt')
      .execute()
  const wanted = (product: (typeof demoProducts)[number], from: number, until: number, source: string) =>
    runsBetween(seed, profileOf(product), from, until).map(({ startedAt, endedAt, amount }) => ({
      startedAt,
      endedAt,
      amount,
      source,
    }))

  test('send every run as its station once, for its amount, and go on after a standstill and beside another process', async () => {
    // The month before comes from the simulator, as in a new demonstration.
    await simulate(deps())
    const begun = clock.now()
    const [one, other] = [openDemoStations(endpoint.origin), openDemoStations(endpoint.origin)]
    await one.drive(deps())
    // On until a pile is in the middle of a session, for the next process to end.
    while (!piles.some((it) => runAt(seed, profileOf(it), clock.now()))) clock.advance(10 * 60_000)
    await one.drive(deps())
    const open = await database.kysely
      .selectFrom('chargingTransaction')
      .select('id')
      .where('outcome', 'is', null)
      .execute()
    expect(open.length).toBeGreaterThan(0)
    await one.stop()
    clock.advance(30 * hour)
    await other.drive(deps())
    clock.advance(hour)
    const third = openDemoStations(endpoint.origin)
    await Promise.all([other.drive(deps()), third.drive(deps())])
    await third.drive(deps())
    for (const pile of piles) {
      const month = wanted(pile, begun - 30 * 24 * hour, begun, 'simulator')
      expect(await booked(pile.deviceNumber)).toEqual([...month, ...wanted(pile, begun, clock.now(), 'ocpp')])
    }
    expect((await booked(scooter.deviceNumber)).every((it) => it.source === 'simulator')).toBe(true)
    expect((await booked(scooter.deviceNumber)).at(-1)!.endedAt > instant(begun)).toBe(true)
    const spoken = await database.kysely.selectFrom('station').select('protocol').orderBy('protocol').execute()
    expect(spoken).toEqual([{ protocol: 'ocpp1.6' }, { protocol: 'ocpp2.0.1' }])
    await Promise.all([other.stop(), third.stop()])
  })

  test('that are still connecting when they are stopped are no failure', async () => {
    const held: Socket[] = []
    const silent = createServer((socket) => held.push(socket)).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const origin = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const saidOf = async (beforeTheEnd: (stations: DemoStations) => Promise<void>): Promise<string[]> => {
      const said: string[] = []
      const stations = openDemoStations(origin)
      const driven = stations.drive({ ...deps(), log: { ...silentLog, info: (event) => said.push(event) } })
      while (held.length < piles.length) await once(silent, 'connection')
      await beforeTheEnd(stations)
      for (const socket of held.splice(0)) socket.destroy()
      await driven
      return said
    }
    expect(await saidOf(() => Promise.resolve())).toEqual(piles.map(() => 'demo station not connected'))
    expect(await saidOf((stations) => stations.stop())).toEqual([])
    silent.close()
  })
})
