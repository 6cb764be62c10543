import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instant } from '#server/clock.ts'
import { operate } from '#server/cli/operator/operate.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/open.ts'
import { silentLog as log } from '#server/log.ts'
import { bareWorld, type BareWorld } from '#tests/support/bare-world.ts'
import { oneDatabase } from '#tests/support/databases.ts'
import { giveIncome } from '#tests/support/give-income.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

describe.each(oneDatabase)('restore finish on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  let database: Database
  let world: BareWorld
  beforeAll(async () => {
    database = await open()
    world = await bareWorld(database, clock)
  })
  afterAll(() => database.close())
  const run = async (...argv: string[]) => {
    const { ok, lines } = await operate(
      { database, clock, config: { ...readConfig({ CARD_KEY: '0'.repeat(64) }) }, log },
      [...argv, '--as', 'Ana', '--why', 'a test'],
    )
    return { ok, said: lines.join('\n') }
  }
  const statusOf = async (token: string) => (await world.call('user/info', { method: 'GET', token })).body.errno
  const income = (memberId: string) => database.inTransaction((db) => giveIncome(db, memberId, 100, clock))

  test('is refused for a moment that the database was not restored to, and may be said again for its own', async () => {
    const { memberId, token } = await world.member()
    const { memberId: other, token: kept } = await world.member()
    await income(memberId)
    const asOf = instant(clock)
    clock.advance(60_000)
    expect(await run('restore', 'finish', instant(clock.now() + 1000))).toMatchObject({
      ok: false,
      said: expect.stringContaining('is still to come'),
    })
    // By more than clocks may differ.
    const before = instant(Date.parse(asOf) - 10_000)
    expect(await run('restore', 'finish', before)).toMatchObject({ ok: false, said: expect.stringContaining(asOf) })
    expect([await statusOf(token), await statusOf(kept)]).toEqual([0, 0])
    expect(await database.kysely.selectFrom('message').select('id').execute()).toEqual([])

    expect(await run('restore', 'finish', asOf)).toMatchObject({ ok: true })
    expect([await statusOf(token), await statusOf(kept)]).toEqual([401, 401])
    // The server runs again.
    await income(other)
    expect(await run('restore', 'finish', asOf)).toMatchObject({ ok: true })
    expect(await run('restore', 'finish', before)).toMatchObject({ ok: false })
    expect(await run('restore', 'finish', before, '--has-served', 'on')).toMatchObject({ ok: true })
  })

  test('is said by statements, once for each moment and since when it was finished', async () => {
    const restores = async () => {
      const { token } = await world.member()
      const args = { from: '2026-11-01', to: '2026-11-30' }
      const { data } = (await world.call('capital/statement', { method: 'GET', token, args })).body
      return (data as { restores: unknown[] }).restores
    }
    const before = await restores()
    clock.advance(60_000)
    const asOf = instant(clock)
    clock.advance(60_000)
    expect(await run('restore', 'finish', asOf, '--has-served', 'on')).toMatchObject({ ok: true })
    const at = instant(clock)
    clock.advance(60_000)
    expect(await run('restore', 'finish', asOf)).toMatchObject({ ok: true })
    expect(await restores()).toEqual([{ asOf, at }, ...before])
  })

  test('is refused where an operator has done something since', async () => {
    clock.advance(60_000)
    const asOf = instant(clock)
    clock.advance(60_000)
    expect((await run('custody', 'add', 'bank', '--kind', 'bank', '--name', 'Bank')).ok).toBe(true)
    expect(await run('restore', 'finish', asOf)).toMatchObject({
      ok: false,
      said: expect.stringContaining(instant(clock)),
    })
  })
})
