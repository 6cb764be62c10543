import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/open.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { silentLog } from '#server/log.ts'
import { databases } from '#tests/support/databases.ts'
import { live } from '#tests/support/simulator/history.ts'
import { realStages } from '#tests/support/simulator/real-stage.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const count = Number(process.env.SERVER_HISTORIES ?? 12)
const first = Number(process.env.SEED ?? 1)

describe.each(databases)('The histories of the outbox against the real server on $name', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  test('its tables hold exactly what members were told', { timeout: 600_000 }, async () => {
    const clock = new ManualClock('2026-11-20T06:00:00.000Z')
    const config = readConfig({ DIST_DIR: 'no-such-folder', DEMO: '0' })
    const deps = {
      database,
      clock,
      config,
      log: silentLog,
      sender: { send: () => Promise.resolve(), tell: () => Promise.resolve() },
      onRegistered: () => Promise.resolve(),
    }
    const stages = await realStages(deps, clock)
    let effects = 0
    // In 271,132 a command arrives after its key was closed.
    for (const seed of [...Array.from({ length: count }, (_, at) => first + at), 271_132]) {
      const { epoch, on } = await stages.next()
      const verdict = await live(seed, { epoch }, on)
      expect(verdict.faults, `SEED=${seed} SERVER_HISTORIES=1`).toEqual([])
      effects += verdict.effects
    }
    expect(effects).toBeGreaterThan(count / 2 - 1)
    expect(await reconcile(database.kysely)).toEqual([])
  })
})
