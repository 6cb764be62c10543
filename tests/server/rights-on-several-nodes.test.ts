import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/open.ts'
import { giveRights, tableRights, tableRightsOnSeveralNodes } from '#server/db/running-role.ts'
import { seedReference } from '#server/db/seed/reference.ts'
import { claimIncome } from '#server/features/rewards/claim.ts'
import { reconcileBooks } from '#server/features/wallet/books/reconciling.ts'
import { ensurePartitions } from '#server/ledger/partitions.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { silentLog } from '#server/log.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { databases } from '#tests/support/databases.ts'
import { buy, makeMember, makeOffer, settleDue, topUp, trip } from '#tests/support/ledger-world.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const day = 86_400_000

/** What only migrations may do, on several nodes as well. */
const forbidden = [
  'update transfer set amount = 1',
  'delete from transfer',
  'truncate transfer',
  'drop table settlement_line',
  'update account set floor = -1000000',
  'update account set id = default',
  'delete from account',
  `insert into transfer_rule (kind, debit_code, credit_code) values ('income', 'sales', 'pending')`,
  'delete from settlement_line',
  'update settlement_line set amount = 1',
  `update bill_link set hash = 'x'`,
  'update operator_action set why = null',
  'delete from kept_total',
  'delete from reconciliation',
  'delete from migration',
  'create table public.shadow (n int)',
  'create or replace function post_transfers(timestamptz, jsonb) returns bigint[] language sql return null',
]

describe.each(databases)('With the rights of several nodes on $name', ({ open }) => {
  let database: Database
  const clock = new ManualClock('2026-11-20T08:00:00.000Z')
  beforeAll(async () => {
    database = await open()
    await ensurePartitions(database.kysely, clock)
    await asOwner(database, (db) => giveRights(db, true))
    await seedReference(database.kysely)
  })
  afterAll(() => database.close())

  test('the functions of the ledger do all their work as who calls them', async () => {
    const { deviceNumber, productId } = await makeOffer(database.kysely, clock, { settlementType: 0 })
    const id = await makeMember(database.kysely, clock)
    await topUp(database, id, 1_000_000, id, clock)
    await buy(database, id, productId, 2, clock)
    for (let n = 0; n < 3; n += 1) {
      await trip(database, deviceNumber, 1000, randomUUID(), clock)
      clock.advance(day)
      await settleDue(database, clock)
    }
    await database.inTransaction((db) => claimIncome(db, { memberId: id, unitId: null }, clock))
    await reconcileBooks({ database, clock, log: silentLog }, 'all days')
    await reconcileBooks({ database, clock, log: silentLog }, 'open days')
    expect(await reconcile(database.kysely)).toEqual([])
    const { rows: paid } = await sql`select sum(amount) > 0 as is_so from settlement_line`.execute(database.kysely)
    const { rows: closed } = await sql`select day is not null as is_so from kept_through`.execute(database.kysely)
    expect([paid, closed]).toEqual([[{ isSo: true }], [{ isSo: true }]])
  })

  test.each(forbidden)('the server still may not: %s', async (statement) => {
    const denied = { code: expect.stringMatching(/^(42501|0A000)$/) as string }
    await expect(sql.raw(statement).execute(database.kysely)).rejects.toMatchObject(denied)
  })

  test('it gets no right of a table that is missing from those', () => {
    for (const [table, held] of tableRightsOnSeveralNodes)
      expect(held).toEqual(expect.arrayContaining([...tableRights.get(table)!]))
    const more = [...tableRightsOnSeveralNodes].filter(([table, held]) => held.length > tableRights.get(table)!.length)
    expect(more.map(([table]) => table).toSorted()).toEqual([
      'account',
      'income_of_day',
      'settlement_line',
      'transfer',
      'uncleared_income',
    ])
  })

  test('they go back to their owner where rows lie on one node again', async () => {
    await asOwner(database, (db) => giveRights(db, false))
    await expect(sql`update account set balance = 1`.execute(database.kysely)).rejects.toMatchObject({ code: '42501' })
    await expect(sql`select write_postings(now(), null)`.execute(database.kysely)).rejects.toMatchObject({
      code: '42501',
    })
    const { rows: numbers } = await sql<{ isGiven: boolean }>`
      select has_sequence_privilege('voltfolio_server', it, 'USAGE') as is_given
      from unnest(array['account_id_seq', 'transfer_id_seq']) it`.execute(database.kysely)
    expect(numbers).toEqual([{ isGiven: false }, { isGiven: false }])
    const { rows } =
      await sql`select proname from pg_proc where prosecdef and pronamespace = 'public'::regnamespace`.execute(
        database.kysely,
      )
    expect(rows).toHaveLength(7)
  })
})
