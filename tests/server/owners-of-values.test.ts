import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { instant, systemClock } from '#server/clock.ts'
import { checkLookUps } from '#server/db/look-ups.ts'
import { migrate, pendingMigrations } from '#server/db/migrate.ts'
import { deletePasskeys, insertPasskey } from '#server/db/passkeys.ts'
import { silentLog, type Log } from '#server/log.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { isOnCitus } from '#tests/support/citus-server.ts'
import { databases } from '#tests/support/databases.ts'
import { openDemo } from '#tests/support/demo-database.ts'
import { makeMember } from '#tests/support/people-and-machines.ts'

/** As before migrations 222 to 224: order numbers and credentials are keys of their own tables. */
const before = `
drop table order_number, passkey_credential;
alter table purchase add constraint purchase_order_number_key unique (order_number);
alter table points_order add constraint points_order_order_number_key unique (order_number);
alter table passkey add constraint passkey_credential_id_key unique (credential_id);
alter table passkey_challenge add constraint passkey_challenge_member_id_fkey foreign key (member_id) references member;
alter table security_event add constraint security_event_member_id_fkey foreign key (member_id) references member;
delete from migration where name ~ '^22[2-4]_'`

const passkeyOf = (memberId: string, credentialId: string) => ({
  id: randomUUID(),
  memberId,
  credentialId,
  publicKey: '',
  counter: 0,
  transports: '[]',
  name: 'Phone',
  addedAt: instant(systemClock),
  usedAt: null,
})

describe.each(databases)('on $name', ({ kind, open }) => {
  // The keys of before don't begin with who owns a row.
  test.skipIf(isOnCitus)(
    'whose a number and a passkey is, is carried over, and a number of both kinds of order is of the first',
    async () => {
      const database = await openDemo(kind)
      const { kysely: db } = database
      try {
        const { memberId } = await db.selectFrom('purchase').select('memberId').limit(1).executeTakeFirstOrThrow()
        await insertPasskey(db, passkeyOf(memberId, 'first'))
        const numbers = async () => await db.selectFrom('orderNumber').selectAll().orderBy('number').execute()
        const passkeys = async () => await db.selectFrom('passkeyCredential').selectAll().execute()
        const orders = await sql<{ number: string; memberId: string }>`
        select order_number as number, member_id from purchase
        union all select order_number, member_id from points_order order by 1`.execute(db)
        expect(await numbers()).toEqual(orders.rows)
        expect(await passkeys()).toEqual([{ credentialId: 'first', memberId }])
        expect(new Set(orders.rows.map((it) => it.number)).size).toBe(orders.rows.length)
        await asOwner(database, (owner) => sql.raw(before).execute(owner))
        const shared = `(select min(order_number) from purchase)`
        const alike = `update points_order set order_number = ${shared} where order_number = (select min(order_number) from points_order)`
        await asOwner(database, (owner) => sql.raw(alike).execute(owner))
        expect(await pendingMigrations(database)).toHaveLength(3)
        await migrate(database)
        expect(await numbers()).toHaveLength(orders.rows.length - 1)
        expect(orders.rows).toEqual(expect.arrayContaining(await numbers()))
        expect(await passkeys()).toEqual([{ credentialId: 'first', memberId }])
      } finally {
        await database.close()
      }
    },
  )

  test('a credential is of who adds it first, and can be added again once it is removed', async () => {
    const database = await open()
    const { kysely: db } = database
    const told: string[] = []
    const log: Log = { ...silentLog, error: (_, cause) => void told.push(String(cause)) }
    try {
      const members = [await makeMember(db), await makeMember(db), await makeMember(db)]
      const adding = members.map((it) => database.inTransaction((tx) => insertPasskey(tx, passkeyOf(it, 'same'))))
      const added = await Promise.all(adding)
      expect(added.filter(Boolean)).toEqual([true])
      const owner = members[added.indexOf(true)] as string
      expect(await db.selectFrom('passkey').select('memberId').execute()).toEqual([{ memberId: owner }])
      await insertPasskey(db, passkeyOf(owner, 'other'))
      const { id } = await db
        .selectFrom('passkey')
        .select('id')
        .where('credentialId', '=', 'same')
        .executeTakeFirstOrThrow()
      const neighbour = members.find((it) => it !== owner) as string
      expect(await deletePasskeys(db, neighbour, id)).toEqual([])
      expect(await deletePasskeys(db, owner, id)).toEqual(['same'])
      expect(await insertPasskey(db, passkeyOf(neighbour, 'same'))).toBe(true)
      await checkLookUps({ database, log })
      expect(told).toEqual([])
      await db.deleteFrom('passkeyCredential').where('credentialId', '=', 'other').execute()
      await checkLookUps({ database, log })
      expect(told).toEqual(['Error: passkey_credential differs from what it speaks of'])
    } finally {
      await database.close()
    }
  })
})
