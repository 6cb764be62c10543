import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import { sql } from 'kysely'
import { expect, inject, test, vi } from 'vitest'
import { createApp } from '#server/app.ts'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { databaseOver, openDatabase } from '#server/db/open.ts'
import { postgresSource } from '#server/db/postgres.ts'
import { silentLog } from '#server/log.ts'
import { prepare } from '#server/prepare.ts'
import { bareWorld } from '#tests/support/bare-world.ts'
import { databaseLine } from '#tests/support/database-line.ts'
import { freshPostgresUrl } from '#tests/support/databases.ts'

/** A fresh database of the run's PostgreSQL behind a proxy that can fall silent. */
async function silenceable() {
  const { hostname, port } = new URL(inject('postgresUrl'))
  const line = await databaseLine(hostname, Number(port))
  const url = new URL(await freshPostgresUrl())
  url.host = `127.0.0.1:${line.port}`
  return { ...line, url: url.href }
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

test('a command that the database never answered is refused in time, and goes through when it is sent again', async () => {
  const line = await silenceable()
  const database = databaseOver(postgresSource(line.url, { silentMs: 300, probeMs: 300 }), 'postgres')
  try {
    const world = await bareWorld(database, systemClock)
    const { token } = await world.member()
    const key = randomUUID()
    const args = {
      id: randomUUID(),
      basedOn: null,
      recipient: 'Ada',
      phone: '+6281200000001',
      regionId: 'id-bali-denpasar',
      detail: 'Jl. Teuku Umar 12',
      isDefault: false,
    }
    const send = () => world.call('address/save', { token, key, args })
    line.silence()
    expect(await send()).toMatchObject({ status: 503 })
    line.speak()
    expect((await send()).body.errno).toBe(0)
    expect((await send()).body.errno).toBe(0)
    expect(await database.kysely.selectFrom('address').select('recipient').execute()).toEqual([{ recipient: 'Ada' }])
    expect(database.usage()).toMatchObject({ waiting: 0 })
  } finally {
    line.close()
    await database.close()
  }
}, 30_000)

test('a statement that takes long is not cut while the database is there', async () => {
  const line = await silenceable()
  const database = databaseOver(postgresSource(line.url, { silentMs: 200, probeMs: 2000 }), 'postgres')
  try {
    const { rows } = await sql`select 1 as done from pg_sleep(1.5)`.execute(database.kysely)
    expect(rows).toEqual([{ done: 1 }])
    const slow = sql`select pg_sleep(60)`.execute(database.kysely)
    line.silence()
    await expect(slow).rejects.toMatchObject({ code: '08006' })
  } finally {
    line.close()
    await database.close()
  }
}, 30_000)

test('an idle connection asks by itself whether the database is there', async () => {
  const asked = vi.spyOn(Socket.prototype, 'setKeepAlive')
  const database = await openDatabase({ url: await freshPostgresUrl() })
  try {
    await sql`select 1`.execute(database.kysely)
    expect(asked).toHaveBeenCalledWith(true, 10_000)
  } finally {
    asked.mockRestore()
    await database.close()
  }
})
