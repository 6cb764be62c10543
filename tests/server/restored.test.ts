import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instant } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { backUp } from '#server/cli/backup/backing-up.ts'
import { finishRestore } from '#server/cli/backup/finishing.ts'
import { keyringOf } from '#server/db/keyring.ts'
import type { Database } from '#server/db/open.ts'
import { openSeed } from '#server/features/games/seeds.ts'
import { silentLog } from '#server/log.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { bareWorld, type BareWorld } from '#tests/support/bare-world.ts'
import { isOnCitus } from '#tests/support/citus-server.ts'
import { databases, openPGlite } from '#tests/support/databases.ts'
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

  const accountId = randomUUID()
  /** An address that waits for a member, and an operator's session. */
  const stockUp = async (name: string) => {
    const at = instant(clock)
    const { kysely: db } = database
    await db
      .insertInto('depositAddress')
      .values({ address: name, network: 'trc20', memberId: null, addedAt: at })
      .execute()
    await db
      .insertInto('operatorAccount')
      .values({ id: accountId, name: 'ana', roles: ['administrator'], createdAt: at })
      .onConflict((it) => it.doNothing())
      .execute()
    await db
      .insertInto('operatorSession')
      .values({ digest: name, accountId, createdAt: at, usedAt: at, endsAt: instant(clock.now() + 3_600_000) })
      .execute()
  }
  const stockAndSessions = async () => [
    (
      await database.kysely.selectFrom('depositAddress').select('address').where('outOfStockAt', 'is', null).execute()
    ).map((it) => it.address),
    (await database.kysely.selectFrom('operatorSession').select('digest').execute()).map((it) => it.digest),
  ]

  test('lets in nobody by a session or a feed key of before, and leaves alone what was made since', async () => {
    const { memberId, token } = await world.member()
    await subscribe(token)
    await world.feedKey('fleet')
    await stockUp('before')
    const asOf = instant(clock)
    clock.advance(60_000)
    const finish = () => finishRestore({ database, clock, config, log: silentLog }, asOf)

    const { lines } = await finish()
    expect(await statusOf(token)).toBe(401)
    expect(await database.kysely.selectFrom('pushSubscription').select('memberId').execute()).toEqual([])
    expect(await valid()).toEqual([])
    expect(lines.join('\n')).toMatch(/1 sessions are ended[^]*1 feed keys are ended.*: fleet-/)
    expect(lines.join('\n')).toContain('1 top-up addresses are out of stock')

    expect(await stockAndSessions()).toEqual([[], []])
    const since = await world.tokenOf(memberId)
    await world.feedKey('charging')
    await stockUp('since')
    const again = await finish()
    expect(await statusOf(since)).toBe(0)
    expect(await valid()).toEqual(['charging'])
    expect(again.lines.join('\n')).not.toMatch(/feed keys are ended|out of stock/)
    expect(await stockAndSessions()).toEqual([['since'], ['since']])
  })

  // Counts statements by a trigger, of which distributed tables have none.
  test.skipIf(isOnCitus)(
    'reveals the seeds of before, all at once, and leaves alone those that were made since',
    async () => {
      const ring = keyringOf(config)
      const seedOf = async () => (await openSeed(database.kysely, ring, (await world.member()).memberId, clock)).id
      const before = await Promise.all([seedOf(), seedOf(), seedOf()])
      const asOf = instant(clock)
      clock.advance(60_000)
      const since = await seedOf()
      // Each statement that changes seeds adds a row.
      await asOwner(database, async (db) => {
        await sql`create table seed_statement (at timestamptz default now())`.execute(db)
        await sql`create function count_statement() returns trigger language plpgsql security definer as $$ begin
        insert into seed_statement default values; return null; end $$`.execute(db)
        await sql`create trigger counted after update on draw_seed execute function count_statement()`.execute(db)
      })
      const { lines } = await finishRestore({ database, clock, config, log: silentLog }, asOf)
      expect(lines.join('\n')).toContain('3 seeds of draws are revealed')
      const seeds = await database.kysely.selectFrom('drawSeed').selectAll().execute()
      const revealed = seeds.filter((it) => before.includes(it.id))
      expect(revealed).toHaveLength(3)
      for (const { seed, hash, seedSealed, keyId, revealedAt } of revealed) {
        expect(
          createHash('sha256')
            .update(seed ?? '', 'hex')
            .digest('hex'),
        ).toBe(hash)
        expect([seedSealed, keyId, revealedAt]).toEqual([null, null, instant(clock)])
      }
      expect(seeds.find((it) => it.id === since)).toMatchObject({ seed: null, revealedAt: null })
      const counted = await asOwner(database, (db) => sql`select from seed_statement`.execute(db))
      expect(counted.rows).toHaveLength(1)
    },
  )
})

test('a backup is of the moment in which the database was copied, not of that in which it was asked for', async () => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const folder = mkdtempSync(join(tmpdir(), 'voltfolio-moment-'))
  const keyFile = join(folder, 'key')
  writeFileSync(keyFile, '0'.repeat(64), { mode: 0o600 })
  const database = await openPGlite()
  try {
    const busy: Database = {
      ...database,
      image: () => {
        // A transaction that was under way ends first: what it wrote is in the copy.
        clock.advance(5000)
        return Promise.resolve(new ArrayBuffer(8))
      },
    }
    const { madeAt } = await backUp({ database: busy, clock }, { file: join(folder, 'it'), keyFile })
    expect(madeAt).toBe(instant(clock))
  } finally {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
