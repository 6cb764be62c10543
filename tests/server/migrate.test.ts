import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inOrder, migrate, pendingMigrations } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { isOnCitus } from '#tests/support/citus-server.ts'
import { databases, freshPostgresUrl } from '#tests/support/databases.ts'
import { longer } from '#tests/support/longer.ts'

// Repeated, as they collide only now and then.
test.each(Array.from({ length: 2 * longer }, (_, n) => n + 1))(
  'several processes that start together on an empty PostgreSQL migrate it once, time %i',
  async () => {
    const url = await freshPostgresUrl({ template: 'template0' })
    const starting = await Promise.all(Array.from({ length: 8 }, () => openDatabase({ url })))
    try {
      await Promise.all(starting.map((database) => migrate(database)))
      const [first] = starting
      if (!first) throw new Error('none was opened')
      const { rows } = await sql<{ name: string }>`select name from migration order by name`.execute(first.kysely)
      expect(rows[0]?.name).toBe('001_ledger.sql')
      expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
      expect(
        await first.kysely
          .selectFrom('account')
          .select('code')
          .where('ownerId', '=', sql<string>`house()`)
          .execute(),
      ).toHaveLength(5)
    } finally {
      await Promise.all(starting.map((database) => database.close()))
    }
  },
)

test.each(databases)('a second start on $name changes nothing, and a changed migration is told', async ({ open }) => {
  const database = await open()
  try {
    const applied = async () => (await sql`select * from migration order by name`.execute(database.kysely)).rows
    await migrate(database)
    const before = await applied()
    await migrate(database)
    expect(await applied()).toEqual(before)
    await asOwner(database, (db) =>
      sql`update migration set digest = 'other' where name = '001_ledger.sql'`.execute(db),
    )
    await expect(migrate(database)).rejects.toThrow('001_ledger.sql was changed')
  } finally {
    await database.close()
  }
})

test.each(databases)('an older server starts on what a newer one has migrated on $name', async ({ open }) => {
  const database = await open()
  try {
    await asOwner(database, (db) =>
      sql`insert into migration (name, digest) values ('999_of_a_later_release.sql', 'x')`.execute(db),
    )
    await migrate(database)
    expect(await pendingMigrations(database)).toEqual([])
  } finally {
    await database.close()
  }
})

// On Citus it would run into what distributed tables refuse.
test.skipIf(isOnCitus).each(databases)('migrations that fail on $name leave nothing behind', async ({ open }) => {
  const database = await open()
  try {
    await asOwner(database, async (db) => {
      await sql`alter table coupon drop column saves_at_most`.execute(db)
      await sql`delete from migration where name >= '084'`.execute(db)
    })
    const pending = await pendingMigrations(database)
    expect(pending.slice(0, 2)).toEqual(['084_coupon_cap.sql', '086_profile_edit.sql'])
    // The first of the two succeeds; the second runs into what it made.
    await expect(migrate(database)).rejects.toThrow('already exists')
    expect(await pendingMigrations(database)).toEqual(pending)
  } finally {
    await database.close()
  }
})

test('a file that is misnamed, or has the number of another, is told and not skipped', () => {
  expect(inOrder(['002_b.sql', '001_a.sql'])).toEqual(['001_a.sql', '002_b.sql'])
  for (const wrong of ['3_c.sql', '003-c.sql', '003_C.sql', '003_c.SQL', '003_c.sql.orig'])
    expect(() => inOrder(['001_a.sql', wrong])).toThrow(wrong)
  expect(() => inOrder(['001_a.sql', '001_b.sql'])).toThrow('001_b.sql')
})
