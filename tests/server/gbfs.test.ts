import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { operate } from '#server/cli/operator/operate.ts'
import { instant } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/open.ts'
import { askFeed } from '#server/features/products/machines/gbfs/asking.ts'
import { isOutsideUrl } from '#server/outside-url.ts'
import { readFleet } from '#server/features/products/machines/gbfs/document.ts'
import { pollFeeds } from '#server/features/products/machines/gbfs/polling.ts'
import { setMachineState } from '#server/features/products/machines/service-state.ts'
import { silentLog } from '#server/log.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { oneDatabase } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { makeMachine, makeMember, makeUnits } from '#tests/support/people-and-machines.ts'

const minute = 60_000
const who = ['--as', 'Ayu', '--why', 'test']

describe('a vehicle_status document', () => {
  const vehicle = { vehicle_id: 'V-1', lat: -6.2, lon: 106.8 }
  const documentOf = (...vehicles: unknown[]) => ({
    last_updated: '2026-11-20T06:00:00+07:00',
    ttl: 0,
    version: '3.0',
    data: { vehicles },
  })

  test('is read with the fields of 3.0, whatever else stands in it', () => {
    const told = {
      ...vehicle,
      vehicle_type_id: 'scooter',
      rental_uris: { web: 'https://example.org' },
      is_reserved: false,
      is_disabled: false,
      last_reported: '2026-11-19T22:59:00Z',
      current_fuel_percent: 0.456,
      of_tomorrow: [1],
    }
    expect(readFleet(documentOf(told, { ...told, is_disabled: true }, { ...vehicle, is_reserved: true }))).toEqual({
      updatedAt: '2026-11-19T23:00:00.000Z',
      ttlSeconds: 60,
      unreadable: 0,
      vehicles: [
        {
          vehicleId: 'V-1',
          at: '2026-11-19T22:59:00.000Z',
          latitude: -6.2,
          longitude: 106.8,
          battery: 46,
          state: 'idle',
        },
        expect.objectContaining({ state: 'paused or faulty' }),
        expect.objectContaining({ state: 'in service', at: null, battery: null }),
      ],
    })
  })

  test.each([
    ['no place', { vehicle_id: 'V-2', station_id: 'S' }],
    ['a place off the earth', { ...vehicle, lat: 91 }],
    ['a place in words', { ...vehicle, lat: '-6.2' }],
    ['no name', { ...vehicle, vehicle_id: '' }],
    ['more than a full battery', { ...vehicle, current_fuel_percent: 1.2 }],
    ['no instant', { ...vehicle, last_reported: 'yesterday' }],
    ['nothing', null],
  ])('leaves out a vehicle with %s, and keeps the others', (_, spoilt) => {
    expect(readFleet(documentOf(spoilt, vehicle))).toMatchObject({ unreadable: 1, vehicles: [{ vehicleId: 'V-1' }] })
  })

  test.each([
    undefined,
    null,
    [],
    'text',
    {},
    { ...documentOf(), last_updated: 'soon' },
    { ...documentOf(), data: { bikes: [] } },
    { ...documentOf(), data: { vehicles: {} } },
    documentOf(...Array.from({ length: 20_001 }, () => vehicle)),
  ])('is none: %#', (body) => expect(readFleet(body)).toBeNull())
})

test.each([
  ['https://fleet.example/gbfs/3/vehicle_status.json', true],
  ['http://127.0.0.1:8080/vehicle_status', true],
  ['http://localhost/vehicle_status', true],
  ['http://fleet.example/vehicle_status', false],
  ['https://user:secret@fleet.example/', false],
  ['file:///etc/passwd', false],
  ['fleet.example', false],
])('the server asks at %s: %s', (url, isAsked) => expect(isOutsideUrl(url)).toBe(isAsked))

describe.each(oneDatabase)('polling on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  let database: Database
  let server: Server
  let base: string
  let packs = false
  let asked: { path: string | undefined; key: string | undefined }[] = []
  let answer: (respond: { status: (code: number, headers?: Record<string, string>) => void; body: string }) => void

  beforeAll(async () => {
    database = await open()
    server = createServer((request, response) => {
      asked.push({ path: request.url, key: request.headers.authorization })
      const given = { code: 200, headers: {} as Record<string, string>, body: '' }
      answer({
        status: (code, headers = {}) => Object.assign(given, { code, headers }),
        set body(text: string) {
          given.body = text
        },
        get body() {
          return given.body
        },
      })
      if (packs) response.writeHead(given.code, { 'content-encoding': 'gzip' }).end(gzipSync(given.body))
      else response.writeHead(given.code, given.headers).end(given.body)
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await database.close()
  })
  beforeEach(async () => {
    asked = []
    await database.kysely.deleteFrom('gbfsFeed').execute()
    clock.advance(60 * minute)
  })

  const config = readConfig({
    GBFS_KEY_FLEET: 'open sesame',
    OTHER: 'not for feeds',
    GBFS_PRIVATE_HOSTS: '127.0.0.1',
  })
  const deps = () => ({ database, clock, config, log: silentLog })
  const run = async (...argv: string[]) => await operate(deps(), argv)
  const poll = () => pollFeeds(deps())
  const says = (vehicles: unknown[], over: object = {}) => {
    answer = (it) => {
      it.body = JSON.stringify({ last_updated: instant(clock), ttl: 60, version: '3.0', data: { vehicles }, ...over })
    }
  }
  const listed = async () => (await run('gbfs', 'list')).lines.join('\n')
  const machineOf = (deviceNumber: string) =>
    database.kysely
      .selectFrom('machine')
      .select(['battery', 'serviceState', 'lastSeenAt'])
      .where('deviceNumber', '=', deviceNumber)
      .executeTakeFirstOrThrow()

  test('a feed tells where vehicles are, by device number or by the table, and with its key', async () => {
    const [one, two] = [await makeMachine(database.kysely), await makeMachine(database.kysely)]
    const added = await run('gbfs', 'add', 'fleet', `${base}/v`, '--key-from-env', 'GBFS_KEY_FLEET', ...who)
    expect(added).toMatchObject({ ok: true })
    await run('gbfs', 'map', 'fleet', 'elsewhere-7', two.deviceNumber, ...who)
    const place = { lat: -6.2, lon: 106.8, current_fuel_percent: 0.5 }
    says([
      { ...place, vehicle_id: one.deviceNumber },
      { ...place, vehicle_id: 'elsewhere-7', is_disabled: true, last_reported: instant(clock.now() - minute) },
      { ...place, vehicle_id: 'of somebody else' },
      { vehicle_id: 'broken' },
    ])
    await poll()
    expect(asked).toEqual([{ path: '/v', key: 'Bearer open sesame' }])
    expect(await machineOf(one.deviceNumber)).toEqual({
      battery: 50,
      serviceState: 'idle',
      lastSeenAt: instant(clock),
    })
    expect(await machineOf(two.deviceNumber)).toMatchObject({
      serviceState: 'paused or faulty',
      lastSeenAt: instant(clock.now() - minute),
    })
    expect(await listed()).toContain("2 vehicles  1 vehicles can't be read")
    expect(await listed()).not.toContain('sesame')
  })

  test('it is asked as often as it wishes, never more than once a minute', async () => {
    await run('gbfs', 'add', 'fleet', `${base}/v`, ...who)
    says([], { ttl: 120 })
    await poll()
    clock.advance(minute)
    await poll()
    expect(asked).toEqual([{ path: '/v', key: undefined }])
    clock.advance(2 * minute)
    await poll()
    expect(asked).toHaveLength(2)
  })

  test('a vehicle whose clock is ahead was heard of now', async () => {
    const { deviceNumber } = await makeMachine(database.kysely)
    await run('gbfs', 'add', 'fleet', `${base}/v`, ...who)
    says([{ vehicle_id: deviceNumber, lat: 1, lon: 1, last_reported: instant(clock.now() + 60 * minute) }])
    await poll()
    expect(await machineOf(deviceNumber)).toMatchObject({ lastSeenAt: instant(clock) })
  })

  test('a vehicle that is disabled and enabled without a word of its own stops and runs then, and its owner is told', async () => {
    const { kysely } = database
    const vehicle = await makeMachine(kysely)
    const memberId = await makeMember(kysely)
    const days = { activeFrom: instant(clock), expiresAt: instant(clock.now() + 1000 * 60 * minute) }
    await makeUnits(kysely, { memberId, machine: vehicle, ...days })
    await run('gbfs', 'add', 'fleet', `${base}/v`, ...who)
    const heardAt = clock.now()
    const of = { vehicle_id: vehicle.deviceNumber, lat: -6.2, lon: 106.8, last_reported: instant(heardAt) }
    const tellsLater = async (minutes: number, is_disabled: boolean) => {
      clock.advance(minutes * minute)
      says([{ ...of, is_disabled }], { last_updated: instant(clock.now() - 20_000) })
      await poll()
      return instant(clock.now() - 20_000)
    }
    await tellsLater(2, false)
    const stoppedAt = await tellsLater(30 * 60, true)
    await tellsLater(60, true)
    const runsAt = await tellsLater(20 * 60, false)
    expect(await machineOf(vehicle.deviceNumber)).toMatchObject({ serviceState: 'idle', lastSeenAt: instant(heardAt) })
    const states = kysely.selectFrom('machineState').select(['state', 'since']).where('machineId', '=', vehicle.id)
    expect(await states.where('since', '>=', stoppedAt).orderBy('since').execute()).toEqual([
      { state: 'paused or faulty', since: stoppedAt },
      { state: 'idle', since: runsAt },
    ])
    const messages = kysely.selectFrom('message').select('kind').where('memberId', '=', memberId)
    expect((await messages.where('kind', 'like', 'machine_%').orderBy('at').execute()).map((it) => it.kind)).toEqual([
      'machine_stopped',
      'machine_running',
    ])
    // The operator has said something newer than the document, which is kept somewhere on its way.
    const { deviceNumber } = vehicle
    await database.inTransaction((db) =>
      setMachineState(db, { deviceNumber, state: 'resting', since: instant(clock) }, clock),
    )
    const restsSince = instant(clock)
    says([{ ...of, is_disabled: true }], { last_updated: instant(Date.parse(runsAt) - 1) })
    await poll()
    expect(await machineOf(deviceNumber)).toMatchObject({ serviceState: 'resting' })
    await kysely
      .deleteFrom('machineState')
      .where('machineId', '=', vehicle.id)
      .where('since', '=', restsSince)
      .execute()
    await kysely
      .updateTable('machine')
      .set({ serviceState: 'idle', stateSince: runsAt })
      .where('id', '=', vehicle.id)
      .execute()
    // A document whose own time stands still keeps what was known in the history; so does a place of long ago.
    clock.advance(10 * 24 * 60 * minute)
    says([{ ...of, is_disabled: true }], { last_updated: runsAt })
    await poll()
    expect(await states.where('since', '>', stoppedAt).orderBy('since').execute()).toEqual([
      { state: 'idle', since: runsAt },
      { state: 'paused or faulty', since: instant(clock) },
    ])
  })

  test('a feed whose own time stands still is dated by when it was seen to say something else', async () => {
    const { deviceNumber, id } = await makeMachine(database.kysely)
    await run('gbfs', 'add', 'fleet', `${base}/v`, ...who)
    const last_updated = instant(clock)
    const tells = async (is_disabled: boolean) => {
      clock.advance(5 * minute)
      says([{ vehicle_id: deviceNumber, lat: -6.2, lon: 106.8, is_disabled }], { last_updated })
      await poll()
      return instant(clock)
    }
    await tells(false)
    const changes = [await tells(true), await tells(true), await tells(false), await tells(true)]
    const history = await database.kysely
      .selectFrom('machineState')
      .select(['state', 'since'])
      .where('machineId', '=', id)
      .where('since', '>', last_updated)
      .orderBy('since')
      .execute()
    expect(history).toEqual([
      { state: 'paused or faulty', since: changes[0] },
      { state: 'idle', since: changes[2] },
      { state: 'paused or faulty', since: changes[3] },
    ])
    expect(await machineOf(deviceNumber)).toMatchObject({ serviceState: 'paused or faulty', lastSeenAt: changes[3] })
  })

  test('a feed speaks of machines of its own operator and of those it is given, of others once into the log', async () => {
    const [own, given, other] = [
      await makeMachine(database.kysely),
      await makeMachine(database.kysely),
      await makeMachine(database.kysely),
    ]
    await run('operator', 'set', 'others', '--name', 'Others', '--place', 'Java', '--since', '2026-01-01', ...who)
    for (const { productId } of [given, other])
      await database.kysely.updateTable('product').set({ operatorId: 'others' }).where('id', '=', productId).execute()
    expect(await run('gbfs', 'add', 'fleet', `${base}/v`, ...who)).toMatchObject({ ok: false })
    expect(await run('gbfs', 'add', 'fleet', `${base}/v`, '--operator', 'somebody', ...who)).toMatchObject({ ok: true })
    await run('gbfs', 'map', 'fleet', given.deviceNumber, given.deviceNumber, ...who)
    const errors: unknown[] = []
    const log = { ...silentLog, error: (...said: unknown[]) => void errors.push(said) }
    for (const round of [1, 2]) {
      clock.advance(5 * minute)
      says([own, given, other].map((it) => ({ vehicle_id: it.deviceNumber, lat: round, lon: 1, is_disabled: true })))
      await pollFeeds({ ...deps(), log })
    }
    const states = []
    for (const it of [own, given, other]) states.push((await machineOf(it.deviceNumber)).serviceState)
    expect(states).toEqual(['paused or faulty', 'paused or faulty', 'idle'])
    expect(errors).toEqual([
      [
        'a gbfs feed speaks of machines of another operator',
        undefined,
        { feed: 'fleet', vehicles: [other.deviceNumber] },
      ],
    ])
    expect(await listed()).toContain('2 vehicles  1 vehicles are machines of another operator')
    await database.kysely.deleteFrom('gbfsFeed').execute()
    await database.kysely.updateTable('product').set({ operatorId: 'somebody' }).execute()
    await asOwner(database, (db) => db.deleteFrom('operator').where('id', '=', 'others').execute())
  })

  test('one that fails keeps what it told, is listed with why, and stops no other', async () => {
    const { deviceNumber } = await makeMachine(database.kysely)
    await run('gbfs', 'add', 'a', `${base}/a`, ...who)
    says([{ vehicle_id: deviceNumber, lat: 1, lon: 1 }])
    await poll()
    await run('gbfs', 'add', 'b', `${base}/b`, ...who)
    const answers: [typeof answer, string][] = [
      [(it) => it.status(500), 'answers 500'],
      [(it) => it.status(302, { location: `${base}/elsewhere` }), 'answers 302'],
      [(it) => (it.body = '{'), 'answers no vehicle_status of GBFS'],
      [(it) => (it.body = JSON.stringify({ data: { bikes: [] } })), 'answers no vehicle_status of GBFS'],
      [(it) => (it.body = ' '.repeat(8 * 1024 * 1024 + 1)), 'answers too much'],
    ]
    for (const [given, problem] of answers) {
      clock.advance(5 * minute)
      answer = given
      asked = []
      await poll()
      expect(asked.map((it) => it.path)).toEqual(['/a', '/b'])
      const [a, b] = (await run('gbfs', 'list')).lines
      expect([a, b]).toEqual([expect.stringContaining(problem), expect.stringContaining(problem)])
      expect(a).toContain('1 vehicles')
    }
    expect((await run('gbfs', 'list')).lines[0]).toContain('OLD')
    expect((await run('gbfs', 'list')).lines[1]).toContain('never answered')
    says([])
    clock.advance(5 * minute)
    await poll()
    expect(await listed()).not.toMatch(/OLD|answers/)
  })

  test('one whose answer can not be stored stops no other, and is asked again', async () => {
    const [pile, scooter] = [await makeMachine(database.kysely, { kind: 'pile' }), await makeMachine(database.kysely)]
    for (const name of ['a', 'b']) await run('gbfs', 'add', name, `${base}/${name}`, ...who)
    // A vehicle's machine became a pile behind the table's back.
    await database.kysely.insertInto('gbfsVehicle').values({ feed: 'a', vehicleId: 'V', machineId: pile.id }).execute()
    const place = { lat: 1, lon: 1 }
    says([
      { ...place, vehicle_id: 'V' },
      { ...place, vehicle_id: scooter.deviceNumber },
    ])
    for (const round of [1, 2]) {
      clock.advance(5 * minute)
      await poll()
      expect(asked).toHaveLength(2 * round)
      const [a, b] = (await run('gbfs', 'list')).lines
      expect([a, b]).toEqual([
        expect.stringMatching(/never answered.*could not be stored/),
        expect.stringContaining('1 vehicles'),
      ])
    }
  })

  test('an answer that does not come, or never ends, is given up', async () => {
    await database.kysely.deleteFrom('gbfsFeed').execute()
    const stuck = createServer((request, response) => {
      if (request.url === '/never-ends') response.writeHead(200).write('{')
    })
    await new Promise<void>((resolve) => {
      stuck.listen(0, '127.0.0.1', resolve)
    })
    const at = `http://127.0.0.1:${(stuck.address() as AddressInfo).port}`
    const asking = ['/silent', '/never-ends'].map((path) =>
      askFeed(at + path, undefined, { privateHosts: ['127.0.0.1'], timeoutMs: 100 }),
    )
    expect(await Promise.all(asking)).toEqual([{ problem: 'takes too long' }, { problem: 'takes too long' }])
    stuck.closeAllConnections()
    stuck.close()
  })

  test('this machine and private networks are not asked, by address or by name, but for hosts of the environment', async () => {
    const bare = { ...deps(), config: readConfig({}) }
    const port = new URL(base).port
    says([])
    for (const host of [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '10.1.2.3',
      '169.254.169.254',
      '[fd00::1]',
      '[::ffff:10.0.0.1]',
    ]) {
      const url = host.includes('localhost') ? `http://${host}:${port}/v` : `https://${host}/v`
      const added = await operate(bare, ['gbfs', 'add', 'inside', url, ...who])
      expect({ host, ...added }).toMatchObject({
        ok: false,
        lines: [expect.stringContaining('GBFS_PRIVATE_HOSTS'), 'Nothing was changed.'],
      })
    }
    // Feeds of before, and names that lead elsewhere than when they were added.
    for (const url of [`${base}/v`, `http://localhost:${port}/v`])
      expect(await askFeed(url, undefined, { privateHosts: [] })).toEqual({
        problem: 'is on a private network, and not in GBFS_PRIVATE_HOSTS',
      })
    expect(asked).toEqual([])
    expect(await askFeed(`http://localhost:${port}/v`, undefined, { privateHosts: ['localhost'] })).toHaveProperty(
      'fleet',
    )
  })

  test('a feed that is compressed is read, up to as many bytes as another', async () => {
    const asking = { privateHosts: ['127.0.0.1'] }
    packs = true
    says([])
    expect(await askFeed(`${base}/v`, undefined, asking)).toHaveProperty('fleet')
    answer = (it) => (it.body = ' '.repeat(8 * 1024 * 1024 + 1))
    expect(await askFeed(`${base}/v`, undefined, asking)).toEqual({ problem: 'answers too much' })
    packs = false
  })

  test('what an operator may type is checked, and a key never leaves for want of its variable', async () => {
    const refused = async (...argv: string[]) => expect(await run('gbfs', ...argv, ...who)).toMatchObject({ ok: false })
    await refused('add', 'fleet', 'http://fleet.example/v')
    await refused('add', 'fleet', `${base}/v`, '--key-from-env', 'OTHER')
    await refused('map', 'nobody', 'x', 'y')
    await refused('remove', 'nobody')
    await run('gbfs', 'add', 'fleet', `${base}/v`, '--key-from-env', 'GBFS_KEY_ELSEWHERE', ...who)
    await refused('map', 'fleet', 'x', 'NO-SUCH')
    await poll()
    expect(asked).toEqual([])
    expect(await listed()).toContain('GBFS_KEY_ELSEWHERE is not set')
    expect(await run('gbfs', 'remove', 'fleet', ...who)).toMatchObject({ ok: true })
    expect(await listed()).toBe('None.')
  })
})
