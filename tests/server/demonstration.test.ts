import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/open.ts'
import { silentLog } from '#server/log.ts'
import { prepare } from '#server/prepare.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { oneDatabase } from '#tests/support/databases.ts'
import { demoCardKey, demoConfig, demoStart, openDemo } from '#tests/support/demo-database.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { makeMember } from '#tests/support/people-and-machines.ts'

const real = readConfig({ DEMO: '0', CARD_KEY: demoCardKey, DIST_DIR: 'no-such-folder' })

describe.each(oneDatabase)('what a database is for, on $name', ({ open, kind }) => {
  const clock = new ManualClock(demoStart)
  const start = (database: Database, config = real) => prepare({ database, clock, config, log: silentLog })
  /** As a server of before left it. */
  const forget = (database: Database) =>
    asOwner(database, (db) => db.deleteFrom('setting').where('name', '=', 'is_demonstration').execute())

  test('a demonstration stays one: it is never started for real members', async () => {
    const database = await openDemo(kind)
    const refusal = /^DEMO=0, and this database is a demonstration/
    await expect(start(database)).rejects.toThrow(refusal)
    await start(database, demoConfig)
    await forget(database)
    await expect(start(database)).rejects.toThrow(refusal)
    await database.close()
  })

  test('real members get no demonstration beside them, from the first start on', async () => {
    const database = await open()
    const refusal = /^DEMO=1, and this database is of real members/
    await start(database)
    await expect(start(database, demoConfig)).rejects.toThrow(refusal)
    await forget(database)
    await makeMember(database.kysely)
    await expect(start(database, demoConfig)).rejects.toThrow(refusal)
    expect(await database.kysely.selectFrom('product').select('id').execute()).toEqual([])
    await start(database)
    await database.close()
  })
})
