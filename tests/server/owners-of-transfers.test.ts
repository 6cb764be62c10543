import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { migrate, pendingMigrations } from '#server/db/migrate.ts'
import type { Database } from '#server/db/open.ts'
import { systemClock } from '#server/clock.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { payInCapital } from '#server/ledger/set-aside.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { isOnCitus } from '#tests/support/citus-server.ts'
import { databases } from '#tests/support/databases.ts'
import { openDemo } from '#tests/support/demo-database.ts'
import { accountsByNumber } from '#tests/support/earlier-keys.ts'

// Earlier keys can't be put back into distributed tables.
describe.skipIf(isOnCitus).each(databases)('Owners of accounts and transfers on $name', ({ kind }) => {
  test('are found for what an earlier build wrote, all of it or nothing', async () => {
    const database = await openDemo(kind)
    try {
      const [books, last] = [await booksOf(database), await lastTransfer(database)]
      expect(new Set(books.transfers.map((it) => it.of))).toEqual(new Set(['house', 'machine', 'member', 'deposit']))
      expect(books.foreign).toEqual([])
      await asOwner(database, (db) => sql.raw(accountsByNumber).execute(db))
      expect((await pendingMigrations(database))[0]).toBe('232_owners_of_transfers.sql')
      // A transfer of no account stops the migration, which has come to its end by then.
      const lost = (by: number) =>
        asOwner(database, async (db) => {
          await sql`alter table transfer disable trigger user`.execute(db)
          await sql`update transfer set debit_id = debit_id + ${by} where id = ${last}`.execute(db)
          await sql`alter table transfer enable trigger user`.execute(db)
        })
      await lost(1_000_000_000)
      await expect(migrate(database)).rejects.toThrow('a transfer is between accounts that are not there')
      await lost(-1_000_000_000)
      await migrate(database)
      expect(await booksOf(database)).toEqual(books)
      expect(await reconcile(database.kysely, 'all days')).toEqual([])
      // Numbers go on, in the month's own partition.
      await database.inTransaction((db) => payInCapital(db, { amount: 1, currency: 'USD', ref: 'after' }, systemClock))
      expect(await lastTransfer(database)).toBe(last + 1)
      expect(await reconcile(database.kysely, 'open days')).toEqual([])
    } finally {
      await database.close()
    }
  })
})

async function booksOf(database: Database) {
  const { rows: transfers } = await sql<{ of: string }>`
    select transfer.*, transfer.tableoid::regclass::text as part, case when transfer.owner_id = house() then 'house'
      when exists (select from member where id = transfer.owner_id) then 'member'
      when exists (select from machine where id = transfer.owner_id) then 'machine'
      when exists (select from time_deposit where id = transfer.owner_id) then 'deposit' end as of
    from transfer order by day, id`.execute(database.kysely)
  const { rows: accounts } = await sql`select * from account order by id`.execute(database.kysely)
  const { rows: indexes } = await sql`
    select indexname, indexdef from pg_indexes where tablename ~ '^(transfer|account|kept_total)' order by 1`.execute(
    database.kysely,
  )
  const { rows: foreign } = await sql`
    select transfer.id from transfer join account d on d.id = debit_id join account c on c.id = credit_id
    where transfer.owner_id not in (d.owner_id, c.owner_id)
      or exists (select from member where id in (d.owner_id, c.owner_id))
        and not exists (select from member where id = transfer.owner_id)`.execute(database.kysely)
  return { transfers, accounts, indexes, foreign }
}

async function lastTransfer(database: Database): Promise<number> {
  const { rows } = await sql<{ id: number }>`select max(id) as id from transfer`.execute(database.kysely)
  return rows[0]?.id ?? 0
}
