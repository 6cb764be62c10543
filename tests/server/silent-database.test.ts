import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, inject, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/open.ts'
import { silentLog } from '#server/log.ts'
import { prepare } from '#server/prepare.ts'
import { freshPostgresUrl } from '#tests/support/databases.ts'

/** A way to the run's PostgreSQL that can become silent: connections stay, and nothing comes through. */
async function silenceable() {
  const { hostname, port } = new URL(inject('postgresUrl'))
  const sockets: Socket[] = []
  let isSilent = false
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.push(from)
      from.on('data', (bytes) => isSilent || to.write(bytes)).on('close', () => to.destroy())
      from.on('error', () => {})
    }
  })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  const url = new URL(await freshPostgresUrl())
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    silence: () => {
      isSilent = true
    },
    close: () => {
      for (const it of sockets) it.destroy()
      server.close()
    },
  }
}

test('a server whose database fell silent says so in seconds', async () => {
  const line = await silenceable()
  const database = await openDatabase({ url: line.url })
  try {
    const config = readConfig({ DEMO: '0', DIST_DIR: 'no-such-folder', CARD_KEY: 'A'.repeat(43) })
    const deps = await prepare({ database, clock: systemClock, config, log: silentLog })
    // An app that was not asked a moment ago.
    const health = async () => (await createApp(deps).request('/healthz')).status
    expect(await health()).toBe(200)
    line.silence()
    const asked = performance.now()
    expect(await health()).toBe(503)
    expect(performance.now() - asked).toBeLessThan(3000)
  } finally {
    line.close()
    await database.close()
  }
}, 10_000)
