import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instant } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { finishRestore } from '#server/cli/backup/finishing.ts'
import type { Database } from '#server/db/open.ts'
import { silentLog } from '#server/log.ts'
import { bareWorld, type BareWorld } from '#tests/support/bare-world.ts'
import { databases } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

describe.each(databases)('a restored database on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  let database: Database
  let world: BareWorld
  const config = readConfig({ CARD_KEY: '0'.repeat(64) })
  beforeAll(async () => {
    database = await open()
    world = await bareWorld(database, clock)
  })
  afterAll(() => database.close())

  const statusOf = async (token: string) => (await world.call('user/info', { method: 'GET', token })).body.errno
  const subscribe = (token: string) =>
    world.call('push/subscribe', { token, args: { endpoint: 'https://push.example/1', p256dh: 'x', auth: 'y' } })
  const valid = async () => {
    const keys = await database.kysely.selectFrom('feedKey').select(['source', 'endsAt']).execute()
    return keys.filter((it) => it.endsAt === null).map((it) => it.source)
  }

  test('lets in nobody by a session or a feed key of before, and leaves alone what was made since', async () => {
    const { memberId, token } = await world.member()
    await subscribe(token)
    await world.feedKey('fleet')
    const asOf = instant(clock)
    clock.advance(60_000)
    const finish = () => finishRestore({ database, clock, config, log: silentLog }, asOf)

    const { lines } = await finish()
    expect(await statusOf(token)).toBe(401)
    expect(await database.kysely.selectFrom('pushSubscription').select('memberId').execute()).toEqual([])
    expect(await valid()).toEqual([])
    expect(lines.join('\n')).toMatch(/1 sessions are ended[^]*1 feed keys are ended.*: fleet-/)

    const since = await world.tokenOf(memberId)
    await world.feedKey('charging')
    const again = await finish()
    expect(await statusOf(since)).toBe(0)
    expect(await valid()).toEqual(['charging'])
    expect(again.lines.join('\n')).not.toContain('feed keys are ended')
  })
})
