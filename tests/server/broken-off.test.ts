import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { serve, type ServerType } from '@hono/node-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { uploadAvatar } from '#protocol/settings.ts'
import { prefix } from '#protocol/headers.ts'
import { picturePath } from '#server/picture-address.ts'
import { systemClock } from '#server/clock.ts'
import { silentLog, type Log } from '#server/log.ts'
import { metricLines } from '#server/metrics.ts'
import { bareWorldFor } from '#tests/support/bare-world.ts'
import { databases } from '#tests/support/databases.ts'

// A line that breaks is the same on any database.
describe.each(databases.slice(0, 1))('a body that a client breaks off, on $name', ({ open }) => {
  const logged: string[] = []
  const log: Log = { ...silentLog, error: (event) => void logged.push(event) }
  const world = bareWorldFor(open, systemClock, {}, log)
  let server: ServerType
  let port: number

  beforeAll(async () => {
    server = serve({ fetch: world.app.fetch, hostname: '127.0.0.1', port: 0 })
    if (!server.listening) await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => new Promise((closed) => server.close(closed)))
  beforeEach(() => {
    logged.length = 0
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  /** How many calls were answered so. */
  const answered = (path: string, errno: number) =>
    Number(
      metricLines()
        .find((it) => it.startsWith(`voltfolio_requests_total{path="${path}",errno="${errno}"}`))
        ?.split(' ')
        .at(-1) ?? 0,
    )

  /** Sends the head of a request and some of its body, and closes the connection. */
  async function breakOff(path: string, headers: Record<string, string>): Promise<void> {
    const { token } = await world.member()
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const head = { host: '127.0.0.1', authorization: `Bearer ${token}`, 'idempotency-key': 'k'.repeat(20), ...headers }
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`)
    socket.write([`POST ${prefix}${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
    await new Promise((written) => socket.write('a\r\n{"detail":', written))
    socket.destroy()
  }

  test.each([
    ['JSON of a known length', 'address/save', 'address/save', { 'content-length': '4000' }],
    ['JSON in pieces', 'address/save', 'unknown', { 'transfer-encoding': 'chunked' }],
    [
      'a picture',
      `${uploadAvatar.path}?madeAt=2026-11-20T06:00:00.000Z`,
      uploadAvatar.path,
      { 'content-length': '90000', 'content-type': 'image/png' },
    ],
  ] as const)('%s is no failure of ours', async (_, path, counted, headers) => {
    const printed = ['error', 'info', 'log'].map((it) => vi.spyOn(console, it as 'error').mockReturnValue())
    const before = { refused: answered(counted, 400), failed: answered(counted, 500) + answered(counted, 503) }
    await breakOff(path, headers)
    await vi.waitFor(() => {
      expect(answered(counted, 400)).toBe(before.refused + 1)
    })
    expect(answered(counted, 500) + answered(counted, 503)).toBe(before.failed)
    expect(logged).toEqual([])
    for (const it of printed) expect(it).not.toHaveBeenCalled()
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  })

  test('what fails outside of the calls is answered as they are, logged once, and tells nothing inside', async () => {
    const printed = vi.spyOn(console, 'error').mockReturnValue()
    const broken = new Proxy(world.database.kysely, {
      get: () => {
        throw new Error('the disk is gone')
      },
    })
    const call = world.callWith({ ...world.database, kysely: broken })
    const { status, body, text } = await call(`${picturePath}/${'a'.repeat(43)}.webp`, { method: 'GET' })
    expect([status, body.errno]).toEqual([500, 500])
    expect(text).not.toContain('disk')
    expect(logged).toEqual(['call failed'])
    expect(printed).not.toHaveBeenCalled()
  })
})
