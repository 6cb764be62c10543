import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import type { Database } from '#server/db/open.ts'
import { oneDatabase } from '#tests/support/databases.ts'
import { seed } from '#tests/support/seed.ts'
import { makeStation, openEndpoint, type MadeStation, type OpenEndpoint } from '#tests/support/station-world.ts'

// What nobody handles ends the process, and fails this file: an `error` without a listener, a rejection.
describe.each(oneDatabase)('what no station sends, on $name', ({ open }) => {
  let database: Database
  let endpoint: OpenEndpoint
  let port: number
  beforeAll(async () => {
    database = await open()
    endpoint = await openEndpoint(database, systemClock)
    port = Number(new URL(endpoint.origin).port)
  })
  afterAll(async () => {
    await endpoint.stop()
    await database.close()
  })

  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
  const usual = (path: string, more: Record<string, string> = {}): string => {
    const lines = Object.entries({
      Host: 'x',
      Upgrade: 'websocket',
      Connection: 'Upgrade',
      'Sec-WebSocket-Key': Buffer.alloc(16).toString('base64'),
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Protocol': 'ocpp1.6',
      ...more,
    }).flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}`]))
    return [`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n')
  }
  async function opened(): Promise<Socket> {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  /** The status that a request is answered with; undefined where the connection only ends. */
  async function statusOf(request: string): Promise<number | undefined> {
    const socket = await opened()
    let text = ''
    socket.on('data', (chunk) => (text += String(chunk)))
    socket.write(request)
    if (!socket.closed) await once(socket, 'close')
    return text === '' ? undefined : Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1])
  }
  const frame = (opcode: number, payload: Buffer): Buffer => {
    const length = payload.length < 126 ? Buffer.from([0x80 | payload.length]) : Buffer.alloc(3)
    if (payload.length >= 126) length.writeUInt16BE(payload.length, 1)
    if (payload.length >= 126) length[0] = 0x80 | 126
    // Masked by zeros, which leaves it as it is.
    return Buffer.concat([Buffer.from([0x80 | opcode]), length, Buffer.alloc(4), payload])
  }
  const text = (message: string) => frame(1, Buffer.from(message))
  /** A station's connection without a library. */
  async function connected({ identity, secret }: MadeStation): Promise<Socket> {
    const socket = await opened()
    socket.write(usual(`/ocpp/${identity}`, { Authorization: basic(`${identity}:${secret}`) }))
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString('latin1')).toContain('101 Switching Protocols')
    return socket
  }
  const ended = (socket: Socket) => (socket.closed ? Promise.resolve() : once(socket, 'close'))

  test('a request is refused without a word of the inside, whatever its path, names and headers', async () => {
    const refused = [
      '/ocpp/',
      '/ocpp/%',
      '/ocpp/%ff',
      '/ocpp/a/b',
      '/ocpp/..',
      '/ocpp/.',
      '/ocpp/a?b=%',
      `/ocpp/${'a'.repeat(49)}`,
    ].map((path) => usual(path))
    const headers: Record<string, string>[] = [
      { Authorization: 'Basic' },
      { Authorization: 'Basic ====' },
      { Authorization: `Basic ${'A'.repeat(8000)}` },
      { Authorization: basic('pile') },
      { Authorization: basic('pile:') },
      { Authorization: basic('pile:\0\r\n') },
      { Authorization: 'Bearer x' },
      { 'Sec-WebSocket-Protocol': ',' },
      { 'Sec-WebSocket-Protocol': 'ocpp1.6,ocpp1.6' },
      { 'Sec-WebSocket-Protocol': '' },
      { 'Sec-WebSocket-Key': 'x' },
      { 'Sec-WebSocket-Version': '12' },
      { Upgrade: 'h2c' },
      { 'X-Forwarded-For': '9'.repeat(4000) },
    ]
    for (const more of headers) refused.push(usual('/ocpp/pile', more))
    for (const request of refused) {
      const status = await statusOf(request)
      expect([request.slice(0, 120), status]).toEqual([request.slice(0, 120), expect.any(Number)])
      expect([400, 401, 404, 405, 426, 429, 500]).toContain(status)
    }
  })

  test('a caller who is gone before the answer ends nothing', async () => {
    for (const path of ['/ocpp/a/b', '/ocpp/pile']) {
      for (let n = 0; n < 20; n += 1) {
        const socket = await opened()
        socket.write(usual(path, n % 2 === 0 ? {} : { Origin: 'https://evil.example' }))
        socket.resetAndDestroy()
      }
    }
    expect(await statusOf(usual('/ocpp/a/b'))).toBe(404)
  })

  test('a connection that is being closed for bad messages may break its frames too', async () => {
    const station = await makeStation(database, systemClock)
    const socket = await connected(station)
    for (let n = 0; n < 12; n += 1) socket.write(text('no JSON'))
    // An opcode that no frame has.
    socket.write(Buffer.from([0x83, 0x80, 0, 0, 0, 0]))
    await ended(socket)
    const again = await connected(station)
    again.destroy()
  })

  test('messages of any content end no more than their connection', async () => {
    const station = await makeStation(database, systemClock)
    const messages = [
      '[',
      '{}',
      'null',
      '[2]',
      '[2,1,"BootNotification",{}]',
      '[2,"a"]',
      '[2,"a",{},{}]',
      '[2,"a","BootNotification"]',
      '[2,"a","BootNotification",null]',
      '[2,"a","__proto__",{}]',
      '[2,"a","constructor",{}]',
      '[2,"a","BootNotification#/properties/x",{}]',
      `[2,"${'a'.repeat(500)}","${'b'.repeat(500)}",{}]`,
      `[2,"deep","BootNotification",${'['.repeat(20_000)}${']'.repeat(20_000)}]`,
      '[3,"nobody asked",{}]',
      '[4,"nobody asked","__proto__","x",{}]',
      '[9,"a"]',
      '[2,"a","DataTransfer",{"vendorId":"\\u0000","data":"\\ud800"}]',
    ]
    let socket = await connected(station)
    const renewed = async () => (socket.closed || socket.destroyed ? (socket = await connected(station)) : socket)
    for (const message of messages) (await renewed()).write(text(message))
    for (let n = 0; n < 40; n += 1) {
      const bytes = createHash('sha512').update(`${seed} ${n}`).digest().subarray(n)
      const to = await renewed().catch(() => undefined)
      // Too many connections of a station are refused for a while.
      if (to === undefined) break
      to.write(n % 2 === 0 ? frame(n % 16, bytes) : bytes)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    socket.destroy()
    expect(await statusOf(usual('/ocpp/a/b'))).toBe(404)
    const other = await makeStation(database, systemClock)
    const client = await endpoint.connect(other)
    const boot = { chargePointVendor: 'Vendor', chargePointModel: 'Model' }
    expect(await client.call('BootNotification', boot)).toMatchObject({ status: 'Accepted' })
    await client.close()
  })
})
