import { connect as connectSocket } from 'node:net'
import { OcppClient } from 'ocpp-ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { operate } from '#server/cli/operator/operate.ts'
import { instant, systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase, type Database } from '#server/db/open.ts'
import { sessionsPage, spanOf } from '#server/features/products/sessions.ts'
import { removeStation, renewSecret } from '#server/features/products/charging/stations.ts'
import { settle } from '#server/features/rewards/settle.ts'
import { silentLog } from '#server/log.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { freshPostgresUrl, oneDatabase, openPGlite } from '#tests/support/databases.ts'
import { balances, makeMachine, makeMember, makeUnits } from '#tests/support/people-and-machines.ts'
import { makeStation, openEndpoint, type OpenEndpoint } from '#tests/support/station-world.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const boot16 = { chargePointVendor: 'Vendor', chargePointModel: 'Model' }

async function until<T>(read: () => Promise<T>, isSo: (it: T) => boolean): Promise<T> {
  for (let n = 0; ; n++) {
    const it = await read()
    if (isSo(it) || n > 400) return it
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

describe.each(oneDatabase)('stations on $name', ({ open }) => {
  let database: Database
  let endpoint: OpenEndpoint
  beforeAll(async () => {
    database = await open()
    endpoint = await openEndpoint(database, systemClock)
  })
  afterAll(async () => {
    await endpoint.stop()
    expect(await reconcile(database.kysely)).toEqual([])
    await database.close()
  })
  const operator = (...argv: string[]) =>
    operate({ database, clock: systemClock, config: readConfig({}), log: silentLog }, [
      ...argv,
      ...(/list|waiting|sessions|asked/.test(argv[1] ?? '') ? [] : ['--as', 'Ana', '--why', 'a test']),
    ])
  const stationRow = (identity: string) =>
    database.kysely.selectFrom('station').selectAll().where('identity', '=', identity).executeTakeFirstOrThrow()
  const refusal = (of: Parameters<OpenEndpoint['connect']>[0]) =>
    endpoint.connect(of).then(
      () => 'connected',
      (cause: { code?: unknown }) => cause.code,
    )

  describe('connecting', () => {
    test('takes the secret of `station add`, which is shown once and kept nowhere', async () => {
      const { deviceNumber } = await makeMachine(database.kysely, { kind: 'pile' })
      const { ok, lines } = await operator('station', 'add', deviceNumber)
      expect(ok).toBe(true)
      const secret = /shown this once: ([0-9a-f]{40})$/m.exec(lines.join('\n'))?.[1] ?? ''
      const kept = JSON.stringify([
        await stationRow(deviceNumber),
        await database.kysely.selectFrom('operatorAction').selectAll().execute(),
      ])
      expect(kept).toContain('may connect')
      expect(kept).not.toContain(secret)
      const client = await endpoint.connect({ identity: deviceNumber, secret })
      expect(await client.call('BootNotification', boot16)).toMatchObject({ status: 'Accepted', interval: 300 })
      const known = await until(
        () => stationRow(deviceNumber),
        (it) => it.protocol !== null,
      )
      expect(known).toMatchObject({ protocol: 'ocpp1.6', vendor: 'Vendor' })
      await client.close()
      await until(
        () => stationRow(deviceNumber),
        (it) => it.connection === null,
      )
      // As OCPP 1.6 may send it: the bytes of the key in place of their digits.
      const raw = Buffer.from(secret, 'hex') as unknown as string
      await (await endpoint.connect({ identity: deviceNumber, secret: raw })).close()
    })

    test('needs the right secret, the own name and a protocol of ours', async () => {
      const [one, other] = [await makeStation(database, systemClock), await makeStation(database, systemClock)]
      expect(await refusal({ ...one, secret: 'wrong' })).toBe(401)
      expect(await refusal({ ...one, secret: null })).toBe(401)
      expect(await refusal({ ...one, secret: other.secret })).toBe(401)
      expect(await refusal({ ...one, protocols: [] })).toBe(400)
      expect(await refusal({ ...one, protocols: ['ocpp2.1'] })).toBe(400)
      expect(await refusal({ ...one, protocols: ['ocpp1.6', 'ocpp2.0.1'] })).toBe('connected')
    })

    test('of an unknown one is refused and listed, until the operator accepts it', async () => {
      const identity = `Factory-${Math.random().toString(36).slice(2)}`
      const { deviceNumber } = await makeMachine(database.kysely, { kind: 'pile' })
      expect(await refusal({ identity, secret: 'factory' })).toBe(401)
      expect((await operator('station', 'waiting')).lines.join('\n')).toContain(identity)
      const { lines } = await operator('station', 'accept', identity, deviceNumber)
      const secret = /shown this once: (\w+)$/m.exec(lines.join('\n'))?.[1] ?? ''
      expect((await operator('station', 'waiting')).lines.join('\n')).not.toContain(identity)
      expect(await refusal({ identity, secret: 'factory' })).toBe(401)
      await (await endpoint.connect({ identity, secret })).close()
      expect((await operator('station', 'accept', 'nobody', deviceNumber)).ok).toBe(false)
      expect((await operator('station', 'add', deviceNumber)).ok).toBe(false)
      await operator('station', 'remove', identity)
      expect(await refusal({ identity, secret })).toBe(401)
    })

    test('is refused after too many attempts', async () => {
      const { identity } = await makeStation(database, systemClock)
      const answers: unknown[] = []
      for (let n = 0; n < 12; n++) answers.push(await refusal({ identity, secret: `guess ${n}` }))
      expect(answers).toContain(429)
      expect(answers).not.toContain('connected')
    })

    test('anew replaces the older connection', async () => {
      const station = await makeStation(database, systemClock)
      const older = await endpoint.connect(station)
      const closed = new Promise<{ code: number }>((resolve) => {
        older.once('close', resolve)
      })
      const newer = await endpoint.connect(station)
      expect((await closed).code).toBe(1008)
      expect(await newer.call('Heartbeat', {})).toMatchObject({ currentTime: expect.any(String) })
      expect((await stationRow(station.identity)).connection).not.toBe(null)
    })

    /** What a handshake that is written by hand is answered. */
    const handshake = (path: string, headers: Record<string, string> = {}) =>
      new Promise<string>((resolve, reject) => {
        const socket = connectSocket(Number(new URL(endpoint.origin).port), '127.0.0.1', () => {
          const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
          const all = { host: 'x', ...upgrade, 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', ...headers }
          const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
          socket.write([`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
        })
        let heard = ''
        socket.on('data', (it) => {
          heard += it.toString()
          if (heard.startsWith('HTTP/1.1 101')) socket.destroy()
        })
        socket.once('error', reject)
        socket.once('close', () => {
          resolve(heard)
        })
      })

    test.each(['/ocpp/%E0%A4%A', '/ocpp/', '/ocpp/a/b', '/ocpp/..%2f', `/ocpp/${'x'.repeat(60)}`, '/ocpp/a?b=c'])(
      'to %s is answered with 404, and the server goes on',
      async (path) => {
        expect(await handshake(path)).toMatch(/^HTTP\/1.1 404/)
      },
    )

    test('from a page of another site is refused, whatever secret it knows; a station may name the host it asks', async () => {
      const { identity, secret } = await makeStation(database, systemClock)
      const known = {
        authorization: `Basic ${Buffer.from(`${identity}:${secret}`).toString('base64')}`,
        'sec-websocket-protocol': 'ocpp1.6',
      }
      const from = (origin: string) => handshake(`/ocpp/${identity}`, { ...known, origin })
      for (const origin of ['https://evil.example', 'null', 'http://x.evil.example', 'http://127.0.0.1'])
        expect(await from(origin)).toMatch(/^HTTP\/1.1 403/)
      for (const origin of ['http://x', 'x']) expect(await from(origin)).toMatch(/^HTTP\/1.1 101/)
    })
  })

  describe('a message', () => {
    test('that its schema does not let through is refused and changes nothing', async () => {
      const station = await makeStation(database, systemClock)
      const client = await endpoint.connect(station)
      const closed = new Promise((resolve) => {
        client.once('close', resolve)
      })
      const answers: unknown[] = []
      const unchecked = client as unknown as { on(event: 'response', it: (m: { payload: unknown }) => void): void }
      unchecked.on('response', ({ payload }) => answers.push(payload))
      const start = { connectorId: 1, idTag: 'x', meterStart: 'much', timestamp: '2026-11-20T10:00:00Z' }
      for (const [n, params] of [
        start,
        { ...start, meterStart: 1e300 },
        { ...start, meterStart: 1, more: 1 },
      ].entries())
        client.sendRaw(JSON.stringify([2, String(n), 'StartTransaction', params]))
      client.sendRaw(JSON.stringify([2, '3', 'Reset', { type: 'Hard' }]))
      client.sendRaw(JSON.stringify([2, '4', 'toString', {}]))
      await until(
        () => Promise.resolve(answers.length),
        (it) => it === 5,
      )
      expect((answers as unknown[][]).map(([kind]) => kind)).toEqual([4, 4, 4, 4, 4])
      expect(
        await database.kysely
          .selectFrom('chargingTransaction')
          .select('id')
          .where('station', '=', station.identity)
          .execute(),
      ).toEqual([])
      client.sendRaw(`[2,"5","Heartbeat",{"x":"${'x'.repeat(70_000)}"}]`)
      await closed
    })

    test('of a vendor is declined politely, and one too many ends the connection', async () => {
      const station = await makeStation(database, systemClock)
      const client = await endpoint.connect(station)
      expect(await client.call('DataTransfer', { vendorId: 'com.example' })).toEqual({ status: 'UnknownVendorId' })
      const closed = new Promise<{ code: number }>((resolve) => {
        client.once('close', resolve)
      })
      for (let n = 0; n < 1000; n++) client.sendRaw(JSON.stringify([2, String(n), 'Heartbeat', {}]))
      expect((await closed).code).toBe(1008)
    })
  })

  test.each([
    ['ocpp1.6', 'RemoteStartTransaction', { connectorId: 1, idTag: 'APP' }],
    [
      'ocpp2.0.1',
      'RequestStartTransaction',
      { evseId: 1, remoteStartId: expect.any(Number), idToken: { idToken: 'APP', type: 'Central' } },
    ],
  ])(
    "the operator's commands reach a station of %s, and its answers the operator",
    async (protocol, method, params) => {
      const station = await makeStation(database, systemClock)
      expect((await operator('station', 'reset', station.identity)).lines.join()).toContain('is not connected')
      const client = await endpoint.connect({ ...station, protocols: [protocol] })
      const heard: unknown[] = []
      client.handle(method, (message) => {
        heard.push(message.params)
        return Promise.resolve({ status: 'Rejected' })
      })
      await until(
        () => stationRow(station.identity),
        (it) => it.connection !== null,
      )
      expect((await operator('station', 'start', station.identity, 'APP', '--connector', '1')).ok).toBe(true)
      await operator('station', 'availability', station.identity, 'off')
      const { lines } = await until(
        () => operator('station', 'asked', station.identity),
        (it) => !it.lines.join().includes('no answer yet'),
      )
      expect(heard).toEqual([params])
      expect(lines.find((it) => it.includes('start'))).toContain('{"status":"Rejected"}')
      // This station knows no ChangeAvailability.
      expect(lines.find((it) => it.includes('availability'))).toContain('failed')
      await client.close()
    },
  )
})

describe.each(oneDatabase)('a pile that charges on $name', ({ open }) => {
  test.each(['ocpp1.6', 'ocpp2.0.1'])('over %s pays its owner the exact share', async (protocol) => {
    const database = await open()
    const clock = new ManualClock('2026-11-20T10:00:00.000Z')
    const endpoint = await openEndpoint(database, clock)
    const memberId = await makeMember(database.kysely)
    const { machine, identity, secret } = await makeStation(database, clock, { memberShareBp: 7000 })
    await makeUnits(database.kysely, {
      memberId,
      machine,
      count: 2,
      settlementType: 0,
      activeFrom: '2026-11-19T00:00:00.000Z',
      expiresAt: '2026-12-20T00:00:00.000Z',
    })
    const client = await endpoint.connect({ identity, secret, protocols: [protocol] })
    const charge = protocol === 'ocpp1.6' ? charge16 : charge201
    await charge(client, clock)
    // 20 kWh at 16 cents, 60 minutes at 2, 10 to start: 450, of which seven tenths are the ten units'.
    expect(
      await database.kysely.selectFrom('revenue').select(['amount', 'share', 'energyWh', 'source']).execute(),
    ).toEqual([{ amount: 450, share: 315, energyWh: 20_000, source: 'ocpp' }])
    const unit = await database.kysely.selectFrom('unit').select('id').limit(1).executeTakeFirstOrThrow()
    const span = await spanOf(database.kysely, memberId, unit.id)
    expect((await sessionsPage(database.kysely, span, { limit: 5 })).items).toMatchObject([
      { amount: 450, charge: { startFee: 10, energy: 320, time: 120, perKwh: 16_000, closedAs: 'ended' } },
    ])
    clock.advance(24 * 3_600_000)
    await settle({ database, clock })
    expect((await balances(database.kysely, memberId))['pending']).toBe(2 * 31)
    expect(await reconcile(database.kysely)).toEqual([])
    await endpoint.stop()
    await database.close()
  })
})

describe.each(oneDatabase)('connections that must end on $name', ({ open }) => {
  test('are those of a station that says nothing, and of one that has a new secret or was removed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const database = await open()
    const clock = new ManualClock('2026-11-20T10:00:00.000Z')
    const endpoint = await openEndpoint(database, clock)
    const connect = async () => {
      const { identity, secret } = await makeStation(database, clock)
      const client = await endpoint.connect({ identity, secret })
      const closed = new Promise<number>((resolve) => {
        client.once('close', ({ code }) => {
          resolve(code)
        })
      })
      return { identity, client, closed }
    }
    const [silent, talking, renewed, removed] = [await connect(), await connect(), await connect(), await connect()]
    await until(
      () => Promise.resolve(endpoint.stations.size),
      (it) => it === 4,
    )
    clock.advance(60_000 + 1)
    for (const { client } of [talking, renewed, removed]) await client.call('Heartbeat', {})
    clock.advance(14 * 60_000)
    await renewSecret(database.kysely, renewed.identity)
    await removeStation(database.kysely, removed.identity, clock)
    await until(
      () => {
        vi.advanceTimersByTime(20_000)
        return Promise.resolve(endpoint.stations.size)
      },
      (it) => it === 1,
    )
    expect(await Promise.all([silent, renewed, removed].map((it) => it.closed))).toEqual([1000, 1008, 1008])
    expect(await talking.client.call('Heartbeat', {})).toMatchObject({ currentTime: instant(clock) })
    await endpoint.stop()
    const held = database.kysely.selectFrom('station').select('identity').where('connection', 'is not', null)
    expect(await held.execute()).toEqual([])
    await database.close()
  })
})

test('a station may leave one process for another, which then gets its commands', async () => {
  const url = await freshPostgresUrl()
  const [one, other] = [await openDatabase({ url }), await openDatabase({ url })]
  const [left, right] = [await openEndpoint(one, systemClock), await openEndpoint(other, systemClock)]
  const station = await makeStation(one, systemClock)
  const heard: string[] = []
  const listen = (client: Client, name: string) => {
    client.handle('Reset', () => {
      heard.push(name)
      return Promise.resolve({ status: 'Accepted' })
    })
  }
  const timestamp = instant(systemClock.now() - 3_600_000)
  const first = await left.connect(station)
  listen(first, 'left')
  const start = { connectorId: 1, idTag: 'X', meterStart: 0, timestamp }
  const { transactionId } = (await first.call('StartTransaction', start)) as { transactionId: number }
  const second = await right.connect(station)
  listen(second, 'right')
  // Its answer to the start was lost, so it says so again.
  expect(await second.call('StartTransaction', start)).toMatchObject({ transactionId })
  const asking = { database: one, clock: systemClock, config: readConfig({}), log: silentLog }
  await operate(asking, ['station', 'reset', station.identity, '--as', 'Ana', '--why', 'a test'])
  await until(
    () => operate(asking, ['station', 'asked', station.identity]),
    (it) => it.lines.join().includes('Accepted'),
  )
  expect(heard).toEqual(['right'])
  await second.call('StopTransaction', { transactionId, meterStop: 1000, timestamp: instant(systemClock) })
  expect(await one.kysely.selectFrom('revenue').select('energyWh').execute()).toEqual([{ energyWh: 1000 }])
  await Promise.all([left.stop(), right.stop()])
  await Promise.all([one.close(), other.close()])
})

test('a client of another library charges, and is started and stopped by the operator', async () => {
  const database = await openPGlite()
  const endpoint = await openEndpoint(database, systemClock)
  const { identity, secret } = await makeStation(database, systemClock)
  const ask = (...argv: string[]) =>
    operate({ database, clock: systemClock, config: readConfig({}), log: silentLog }, [
      'station',
      ...argv,
      '--as',
      'Ana',
      '--why',
      'a test',
    ])
  const client = new OcppClient(identity)
  const connected = new Promise<void>((resolve, reject) => {
    client.on('connect', resolve)
    client.on('error', reject)
  })
  client.connect(`${endpoint.origin.replace('http', 'ws')}/ocpp/`, {
    authorization: `Basic ${Buffer.from(`${identity}:${secret}`).toString('base64')}`,
  })
  await connected
  const idTags: string[] = []
  client.on('RemoteStartTransaction', (request, answer) => {
    idTags.push(request.idTag)
    answer({ status: 'Accepted' })
  })
  const stopped = new Promise<number>((resolve) => {
    client.on('RemoteStopTransaction', (request, answer) => {
      answer({ status: 'Accepted' })
      resolve(request.transactionId)
    })
  })
  expect(await client.callRequest('BootNotification', boot16)).toMatchObject({ status: 'Accepted' })
  expect((await ask('start', identity, 'APP')).ok).toBe(true)
  await until(
    () => Promise.resolve(idTags.length),
    (it) => it > 0,
  )
  const timestamp = instant(systemClock.now() - 3_600_000)
  const start = { connectorId: 1, idTag: 'APP', meterStart: 0, timestamp }
  const { transactionId } = await client.callRequest('StartTransaction', start)
  expect((await ask('stop', identity, String(transactionId))).ok).toBe(true)
  expect(await stopped).toBe(transactionId)
  await client.callRequest('StopTransaction', { transactionId, meterStop: 1000, timestamp: instant(systemClock) })
  expect(await database.kysely.selectFrom('revenue').select(['energyWh', 'amount']).execute()).toEqual([
    { energyWh: 1000, amount: 10 + 16 + 120 },
  ])
  await endpoint.stop()
  await database.close()
})

type Client = Awaited<ReturnType<OpenEndpoint['connect']>>

async function charge16(client: Client, clock: ManualClock): Promise<void> {
  await client.call('BootNotification', boot16)
  const status = (of: string) =>
    client.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: of, timestamp: instant(clock) })
  await status('Preparing')
  expect(await client.call('Authorize', { idTag: 'Driver' })).toEqual({ idTagInfo: { status: 'Accepted' } })
  const { transactionId } = (await client.call('StartTransaction', {
    connectorId: 1,
    idTag: 'Driver',
    meterStart: 0,
    timestamp: instant(clock),
  })) as { transactionId: number }
  await status('Charging')
  clock.advance(3_600_000)
  const meterValue = [{ timestamp: instant(clock), sampledValue: [{ value: '19.9', unit: 'kWh' }] }]
  expect(await client.call('MeterValues', { connectorId: 1, transactionId, meterValue })).toEqual({})
  await client.call('StopTransaction', { transactionId, meterStop: 20_000, timestamp: instant(clock) })
  await status('Available')
}

async function charge201(client: Client, clock: ManualClock): Promise<void> {
  const chargingStation = { vendorName: 'Vendor', model: 'Model' }
  await client.call('BootNotification', { reason: 'PowerUp', chargingStation })
  const event = (eventType: string, seqNo: number, triggerReason: string, wh: number) =>
    client.call('TransactionEvent', {
      eventType,
      seqNo,
      triggerReason,
      timestamp: instant(clock),
      transactionInfo: { transactionId: '5f0c' },
      evse: { id: 1, connectorId: 1 },
      meterValue: [{ timestamp: instant(clock), sampledValue: [{ value: wh }] }],
      ...(seqNo === 0 ? { idToken: { idToken: 'Driver', type: 'ISO14443' } } : {}),
    })
  expect(await event('Started', 0, 'Authorized', 0)).toEqual({ idTokenInfo: { status: 'Accepted' } })
  clock.advance(3_600_000)
  await event('Updated', 1, 'MeterValuePeriodic', 19_900)
  expect(await event('Ended', 2, 'EVDeparted', 20_000)).toEqual({})
}
