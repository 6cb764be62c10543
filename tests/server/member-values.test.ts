import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { checkLookUps } from '#server/db/look-ups.ts'
import { migrate, pendingMigrations } from '#server/db/migrate.ts'
import { insertMember } from '#server/db/new-member.ts'
import type { Db } from '#server/db/open.ts'
import { silentLog, type Log } from '#server/log.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { changeMember } from '#tests/support/change-member.ts'
import { isOnCitus } from '#tests/support/citus-server.ts'
import { databases, openPGlite } from '#tests/support/databases.ts'
import { makeMember } from '#tests/support/people-and-machines.ts'

/** As before migrations 219 and 220: the phone and the invitation code are keys of members. */
const before = `
drop table member_phone, invitation_code;
alter table member add constraint member_phone_key unique (phone),
  add constraint member_invitation_code_key unique (invitation_code);
delete from migration where name in ('219_member_phones.sql', '220_invitation_codes.sql')`

describe.each(databases)('on $name', ({ open }) => {
  // The keys of before don't begin with the member.
  test.skipIf(isOnCitus)(
    'members that were there before are found by phone and invitation code, and deleted ones are not',
    async () => {
      const database = await open()
      const { kysely: db } = database
      try {
        const [id, left] = [await makeMember(db), await makeMember(db)]
        await changeMember(db, left, {
          phone: `deleted ${left}`,
          invitationCode: 'X0123456789ABCDE',
          deletedAt: '2026-11-01T00:00:00.000Z',
        })
        const valuesNow = async () => [
          await db.selectFrom('memberPhone').selectAll().execute(),
          await db.selectFrom('invitationCode').selectAll().execute(),
        ]
        const values = await valuesNow()
        const { phone, invitationCode } = await valuesOf(db, id)
        expect(values).toEqual([[{ phone, memberId: id }], [{ code: invitationCode, memberId: id }]])
        await asOwner(database, (owner) => sql.raw(before).execute(owner))
        expect(await pendingMigrations(database)).toHaveLength(2)
        await migrate(database)
        expect(await valuesNow()).toEqual(values)
        expect(await insertMember(db, await newcomer(db, id, { phone }))).toBe(false)
        await expect(insertMember(db, await newcomer(db, id, { invitationCode }))).rejects.toMatchObject({
          code: '23505',
        })
        expect(await valuesNow()).toEqual(values)
        expect(await insertMember(db, await newcomer(db, id, { phone: '+62811' }))).toBe(true)
      } finally {
        await database.close()
      }
    },
  )

  test('of members who are made with one phone at once one is made, and the other gets nothing', async () => {
    const database = await open()
    const { kysely: db } = database
    try {
      const like = await makeMember(db)
      const people = [
        await newcomer(db, like, { phone: '+62812' }),
        await newcomer(db, like, { phone: '+62812' }),
        await newcomer(db, like, { phone: '+62812' }),
      ]
      const made = await Promise.all(people.map((it) => database.inTransaction((tx) => insertMember(tx, it))))
      expect(made.filter(Boolean)).toEqual([true])
      const id = people[made.indexOf(true)]?.id
      expect(await db.selectFrom('memberPhone').selectAll().where('phone', '=', '+62812').execute()).toEqual([
        { phone: '+62812', memberId: id },
      ])
      expect(await db.selectFrom('member').select('id').where('phone', '=', '+62812').execute()).toEqual([{ id }])
    } finally {
      await database.close()
    }
  })
})

test('a phone or an invitation code that finds nobody, or somebody else, is told', async () => {
  const database = await openPGlite()
  const { kysely: db } = database
  const told: unknown[] = []
  const log: Log = { ...silentLog, error: (_, cause, facts) => void told.push([String(cause), facts]) }
  try {
    const [one, other] = [await makeMember(db), await makeMember(db)]
    const left = await makeMember(db)
    await changeMember(db, left, { deletedAt: '2026-11-01T00:00:00.000Z' })
    await checkLookUps({ database, log })
    expect(told).toEqual([])
    await db.deleteFrom('invitationCode').where('memberId', '=', one).execute()
    await asOwner(database, (owner) =>
      sql`update member_phone set member_id = case member_id when ${one}::uuid then ${other}::uuid else ${one}::uuid end`.execute(
        owner,
      ),
    )
    await checkLookUps({ database, log })
    expect(told).toEqual([
      ['Error: member_phone differs from what it speaks of', { members: 2, found: 2 }],
      ['Error: invitation_code differs from what it speaks of', { members: 2, found: 1 }],
    ])
  } finally {
    await database.close()
  }
})

async function valuesOf(db: Db, memberId: string) {
  return await db
    .selectFrom('member')
    .select(['phone', 'invitationCode'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
}

/** Somebody like a member who is there, with an id and values of their own. */
async function newcomer(db: Db, like: string, values: { phone?: string; invitationCode?: string }) {
  const row = await db.selectFrom('member').selectAll().where('id', '=', like).executeTakeFirstOrThrow()
  const id = randomUUID()
  return { ...row, look: null, phone: id, invitationCode: id.slice(0, 13), ...values, id }
}
