import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { instant } from '#server/clock.ts'
import { migrate, pendingMigrations } from '#server/db/migrate.ts'
import { isOfDeletedAccount, rotate, sessionOfRefresh, startSession, whoIs } from '#server/http/session.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { isOnCitus } from '#tests/support/citus-server.ts'
import { databases } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { makeMember } from '#tests/support/people-and-machines.ts'
import { makeDevice } from '#tests/support/push-service.ts'

/** Puts back what was there before migrations 226 to 228, and before 244. */
const before = `
alter table deposit_address add foreign key (member_id) references member;
create index access_token_session on access_token (member_id, session_id);
alter table refresh_token add foreign key (member_id, session_id) references session (member_id, id)
  on delete cascade not valid;
alter table access_token add foreign key (member_id, session_id) references session (member_id, id)
  on delete cascade not valid;
alter table refresh_token rename constraint refresh_token_member_id_session_id_fkey to refresh_token_session_id_fkey;
alter table access_token rename constraint access_token_member_id_session_id_fkey to access_token_session_id_fkey;
drop table push_endpoint;
alter table push_subscription drop constraint push_subscription_pkey, add primary key (endpoint);
create index push_subscription_member on push_subscription (member_id);
alter table push_subscription add foreign key (member_id) references member;
alter table push_job add foreign key (endpoint) references push_subscription on delete cascade;
delete from migration where name ~ '^(22[678]|244)_'`

/** Puts back what migration 238 found. */
const usesInKeys = `
drop table feed_key_use;
alter table feed_key add used_at timestamptz(3);
alter table gift_code_use add foreign key (code) references gift_code;
delete from migration where name like '238%'`

describe.each(databases)('rows that lie where their value says, on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')

  // Distributed rows have no references to others' machines, so that those of before can't be put back.
  test.skipIf(isOnCitus)("stay when their references go, and a token without its session is nobody's", async () => {
    const database = await open()
    const { kysely: db } = database
    try {
      await asOwner(database, (tx) => sql.raw(before).execute(tx))
      const memberId = await makeMember(db)
      const { accessToken, refreshToken, sessionId } = await startSession(db, memberId, undefined, clock)
      // As a build before 176 made them.
      const old = await startSession(db, memberId, undefined, clock)
      for (const table of ['accessToken', 'refreshToken'] as const)
        await sql`update ${sql.table(table)} set member_id = null where session_id = ${old.sessionId}`.execute(db)
      const { open: _, ...device } = makeDevice('host', 'own')
      await db
        .insertInto('pushSubscription')
        .values({ ...device, memberId, language: 'en', refreshedAt: instant(clock) })
        .execute()
      for (const of of [memberId, null])
        await db
          .insertInto('depositAddress')
          .values({ address: randomUUID(), network: 'demo', memberId: of, addedAt: instant(clock) })
          .execute()
      const rows = async () =>
        Promise.all(
          (['accessToken', 'refreshToken', 'pushSubscription', 'depositAddress'] as const).map((table) =>
            db.selectFrom(table).selectAll().execute(),
          ),
        )
      const there = await rows()
      expect(there.map((it) => it.length)).toEqual([2, 2, 1, 2])
      expect(await pendingMigrations(database)).toHaveLength(4)
      await migrate(database)
      expect(await rows()).toEqual(there)
      expect(await db.selectFrom('pushEndpoint').selectAll().execute()).toEqual([
        { endpoint: device.endpoint, memberId },
      ])

      for (const it of [{ accessToken, refreshToken, sessionId }, old]) {
        const isIn = async () => [
          await whoIs(db, { accessToken: it.accessToken, key: null }, clock),
          await sessionOfRefresh(db, it.refreshToken),
        ]
        expect(await isIn()).toMatchObject([{ memberId }, { memberId }])
        await db.deleteFrom('session').where('memberId', '=', memberId).where('id', '=', it.sessionId).execute()
        expect(await isIn()).toEqual([null, null])
        expect(await rotate(db, it.refreshToken, clock)).toBeNull()
        expect(await isOfDeletedAccount(db, it.refreshToken)).toBe(false)
      }
    } finally {
      await database.close()
    }
  })

  test.skipIf(isOnCitus)('say when a key of a feed was last used, also before', async () => {
    const database = await open()
    const { kysely: db } = database
    try {
      await asOwner(database, (tx) => sql.raw(usesInKeys).execute(tx))
      const usedAt = instant(clock)
      await sql`insert into feed_source (name, scopes, items_an_hour, money_an_hour) values ('fleet', '["trips"]', 1, 1)`.execute(
        db,
      )
      for (const [id, used] of [
        ['fleet-1', usedAt],
        ['fleet-2', null],
      ])
        await sql`insert into feed_key (id, source, digest, made_by, made_at, used_at)
          values (${id}, 'fleet', ${id}, 'Ana', ${usedAt}, ${used})`.execute(db)
      expect(await pendingMigrations(database)).toHaveLength(1)
      await migrate(database)
      expect(await db.selectFrom('feedKeyUse').selectAll().execute()).toEqual([{ keyId: 'fleet-1', usedAt }])
    } finally {
      await database.close()
    }
  })
})
