import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instant } from '#server/clock.ts'
import { migrate, pendingMigrations } from '#server/db/migrate.ts'
import type { Database } from '#server/db/open.ts'
import { seedReference } from '#server/db/seed/reference.ts'
import { claimIncome } from '#server/features/rewards/claim.ts'
import { chainAllBills } from '#server/ledger/chain.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { clearIncome } from '#server/ledger/settle.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { isOnCitus } from '#tests/support/citus-server.ts'
import { databases } from '#tests/support/databases.ts'
import { buy, makeMember, makeOffer, settleDue, topUp, trip } from '#tests/support/ledger-world.ts'
import { functionOf, linesOfAccounts } from '#tests/support/earlier-keys.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const day = 86_400_000

/** What migration 150 found. */
const linesByPeriod = `
${linesOfAccounts}
alter table settlement_line drop constraint settlement_line_pkey, add primary key (period, unit_id);
create index settlement_line_unit on settlement_line (unit_id);
alter table settlement_line set (fillfactor = 85);
alter table unit set (fillfactor = 75);
delete from migration where name = '150_lines_of_an_account.sql'`

describe.each(databases)('Lines and units as they lie on $name', ({ open }) => {
  let database: Database
  const clock = new ManualClock('2026-11-20T08:00:00.000Z')
  const members: string[] = []
  beforeAll(async () => {
    database = await open()
    await seedReference(database.kysely)
    const offers: Awaited<ReturnType<typeof makeOffer>>[] = []
    for (let n = 0; n < 3; n += 1)
      offers.push(await makeOffer(database.kysely, clock, { settlementType: 0, unitsTotal: 10, memberShareBp: 10_000 }))
    for (let n = 0; n < 4; n += 1) {
      const id = await makeMember(database.kysely, clock)
      await topUp(database, id, 1_000_000, id, clock)
      for (const { productId } of offers) await buy(database, id, productId, 2, clock)
      members.push(id)
    }
    machines = offers.map((it) => it.deviceNumber)
    buyAgain = async () => {
      for (const id of members) for (const { productId } of offers) await buy(database, id, productId, 1, clock)
      clock.advance(1)
    }
    first = await unitUpdates(() => earnAndSettle(1000))
    await database.inTransaction((db) => claimIncome(db, { memberId: members[0]!, unitId: null }, clock))
  })
  afterAll(() => database.close())

  let machines: string[] = []
  let buyAgain = () => Promise.resolve()
  let first: Awaited<ReturnType<typeof unitUpdates>>
  const unitUpdates = async (work: () => Promise<unknown>) =>
    await database.inTransaction(async () => {
      const counted = async () =>
        (
          await sql<{ all: number; hot: number }>`select n_tup_upd as all, n_tup_hot_upd as hot
            from pg_stat_xact_user_tables where relname = 'unit'`.execute(database.kysely)
        ).rows[0]!
      const before = await counted()
      await work()
      const after = await counted()
      return { all: after.all - before.all, hot: after.hot - before.hot }
    })
  const earnAndSettle = async (amount: number) => {
    for (const deviceNumber of machines) await trip(database, deviceNumber, amount, crypto.randomUUID(), clock)
    clock.advance(day)
    return await settleDue(database, clock)
  }
  const accountOf = async (ownerId: string, code: string) => {
    const named = database.kysely.selectFrom('account').select('id').where('ownerId', '=', ownerId)
    return (await named.where('code', '=', code).executeTakeFirstOrThrow()).id
  }
  const indexes = async (table: string) =>
    (
      await sql<{ indexdef: string }>`select indexdef from pg_indexes where tablename = ${table} order by 1`.execute(
        database.kysely,
      )
    ).rows.map((it) => it.indexdef.replace(/^.* USING /, ''))
  const rows = async (table: string) =>
    (await sql<{ row: string }>`select it::text as row from ${sql.table(table)} it order by 1`.execute(database.kysely))
      .rows

  test('a line has one index, and one more until it is claimed', async () => {
    expect(await indexes('settlement_line')).toEqual([
      'btree (member_id, unit_id) WHERE (claimed_at IS NULL)',
      'btree (member_id, unit_id, period)',
    ])
  })

  // Citus counts where the rows lie.
  test.skipIf(isOnCitus)('settling a unit touches none of its indexes', () => {
    // It is the first settlement that was counted. A later one has room in the pages only where PostgreSQL has freed
    // that of the version before, which it does not while an older transaction of any database is open.
    expect(first).toEqual({ all: 24, hot: 24 })
  })

  test("income goes into nothing but its member's pending account, and no more than the machine has", async () => {
    const settledAfter = (...changes: RawBuilder<unknown>[]) =>
      database.inTransaction(async (db) => {
        for (const it of changes) await it.execute(db)
        await sql`select settle_units('daily/by hand', 0, 'daily', 0, 1000000000, ${instant(clock)}::timestamptz,
          ${instant(clock)}::timestamptz, '{}', '{}', 0)`.execute(db)
      })
    const unit = await database.kysely
      .selectFrom('unit')
      .select(['id', 'memberId', 'machineId'])
      .executeTakeFirstOrThrow()
    const before = await rows('account')
    // Each machine has 200 left of what nobody held.
    await expect(settledAfter(sql`update unit set paid = 0`)).rejects.toThrow('has less than is to be paid out of it')
    await expect(settledAfter(sql`update revenue set share_total_after = share_total_after + 100`)).rejects.toThrow(
      'would be paid more than its part',
    )
    const ten = sql`update unit set paid = paid - 10`
    const wallet = await accountOf(members[1]!, 'recharge')
    await expect(settledAfter(sql`update machine set account_id = ${wallet}`, ten)).rejects.toMatchObject({
      code: 'VF004',
    })
    const neighbour = members.find((it) => it !== unit.memberId)!
    const another = await accountOf(neighbour, 'pending')
    for (const account of [wallet, another])
      await expect(
        settledAfter(sql`${ten}, pending_account_id = ${account} where id = ${unit.id}`),
      ).rejects.toMatchObject({ code: 'VF001' })
    // Also where the account gets income of its own member, of another kind.
    await expect(
      settledAfter(
        sql`update machine set kind = 'pile' where id = ${unit.machineId}`,
        sql`${ten}, pending_account_id = ${another} where id = ${unit.id}`,
        sql`${ten} where member_id = ${neighbour} and machine_id <> ${unit.machineId}`,
      ),
    ).rejects.toMatchObject({ code: 'VF001' })
    expect(await rows('account')).toEqual(before)
  })

  test('nothing but settlement pays income out of a clearing account, or into one', async () => {
    const pending = { ownerId: members[0]!, code: 'pending' } as const
    const clearing = { ownerId: null, code: 'vehicle_clearing' }
    for (const [debit, credit] of [
      [clearing, pending],
      [pending, clearing],
      [{ ownerId: null, code: 'operator' }, clearing],
    ])
      await expect(
        database.inTransaction((db) =>
          sql`select post_transfers(${instant(clock)}::timestamptz, ${JSON.stringify([
            {
              debit_owner: debit!.ownerId,
              debit_code: debit!.code,
              credit_owner: credit!.ownerId,
              credit_code: credit!.code,
              asset: 'USD',
              amount: 1,
              kind: 'income',
              ref: 'by hand',
            },
          ])}::text::jsonb)`.execute(db),
        ),
      ).rejects.toMatchObject({ code: 'VF001' })
  })

  test('machines give what was paid for them, and no more than they have', async () => {
    const cleared = (accountId: number, amount: number) =>
      asOwner(database, async (db) => {
        await sql`insert into uncleared_income (period, chunk, accounts, amounts)
          values ('daily/by hand', 0, array[${accountId}]::bigint[], array[${amount}]::bigint[])`.execute(db)
        await clearIncome(db, clock)
      })
    const before = await rows('account')
    const { accountId } = await database.kysely.selectFrom('machine').select('accountId').executeTakeFirstOrThrow()
    await expect(cleared(accountId, 1_000_000)).rejects.toMatchObject({ code: 'VF004' })
    const wallet = await accountOf(members[1]!, 'recharge')
    await expect(cleared(wallet, 1)).rejects.toMatchObject({ code: 'VF001' })
    expect(await rows('account')).toEqual(before)
  })

  test('a day is one transfer for each member and one for each machine', async () => {
    const { rows: written } = await sql<{ code: string; transfers: number; amount: number }>`
      with account as materialized (select id, code from account)
      select account.code, count(*)::int as transfers, sum(amount)::int as amount
      from transfer join account on account.id = debit_id where kind = 'income' group by 1 order by 1`.execute(
      database.kysely,
    )
    expect(written).toEqual([
      { code: 'machine', transfers: 3, amount: 2400 },
      { code: 'vehicle_clearing', transfers: 4, amount: 2400 },
    ])
    expect(await rows('uncleared_income')).toEqual([])
  })

  // A database is distributed once it is of this version.
  test.skipIf(isOnCitus)('a database of an earlier build is carried over, all of it or nothing', async () => {
    const names = ['settlement_line', 'unit', 'claim', 'income_reversal', 'bill_link']
    const all = async () =>
      Object.fromEntries(await Promise.all(names.map(async (it) => [it, await rows(it)] as const)))
    const made = async () => await Promise.all(names.map(indexes))
    await chainAllBills(database)
    const [before, keys] = [await all(), await made()]
    expect(before['settlement_line']!.length).toBe(24)
    expect(before['claim']!.length).toBe(1)
    await asOwner(database, async (db) => {
      await sql.raw(linesByPeriod).execute(db)
      await sql.raw(functionOf('149_running_role.sql', 'pay_units')).execute(db)
      // What the first of them makes for a while is in its way, and so is what the second makes.
      await sql`create table unit_by_account ()`.execute(db)
      await sql`create table line_of_member ()`.execute(db)
    })
    const old = await made()
    expect(old).not.toEqual(keys)
    for (const [migration, inTheWay] of [
      ['150_lines_of_an_account.sql', 'unit_by_account'],
      ['231_units_by_member.sql', 'line_of_member'],
    ] as const) {
      expect(await pendingMigrations(database)).toContain(migration)
      await expect(migrate(database)).rejects.toThrow(`"${inTheWay}" already exists`)
      await asOwner(database, (db) => sql`drop table ${sql.table(inTheWay)}`.execute(db))
    }
    const orphan = sql`update settlement_line set account_id = account_id + 1 where ctid = (select min(ctid) from settlement_line)`
    await asOwner(database, (db) => orphan.execute(db))
    await expect(migrate(database)).rejects.toThrow('a settlement line is of no unit')
    await asOwner(database, (db) =>
      sql`update settlement_line set account_id = pending_account_id from unit where unit.id = unit_id`.execute(db),
    )
    await migrate(database)
    expect(await made()).toEqual(keys)
    expect(await all()).toEqual(before)
    expect(await reconcile(database.kysely)).toEqual([])

    expect(await earnAndSettle(1000)).toBe(2400)
    for (const memberId of members) {
      const { units } = await database.inTransaction((db) => claimIncome(db, { memberId, unitId: null }, clock))
      expect(units).toBe(6)
    }
    expect(await reconcile(database.kysely)).toEqual([])
  })

  test('what a killed process has paid and not cleared is cleared by the next settlement, also of units that ended', async () => {
    const stopped = (name: string, then: string) =>
      asOwner(database, (db) => sql.raw(`alter function ${name}(timestamptz) rename to ${then}`).execute(db))
    for (const deviceNumber of machines) await trip(database, deviceNumber, 1000, crypto.randomUUID(), clock)
    clock.advance(40 * day)
    await stopped('clear_income', 'clear_income_later')
    for (const _ of ['daily', 'expiry']) await expect(settleDue(database, clock)).rejects.toThrow('clear_income')
    // No period is left that would be settled for its units.
    await asOwner(database, (db) => sql`update unit set is_owed = false where status = 'expired'`.execute(db))
    await stopped('clear_income_later', 'clear_income')
    expect((await rows('uncleared_income')).length).toBeGreaterThan(0)
    expect(await reconcile(database.kysely)).toEqual([])
    await settleDue(database, clock)
    expect(await rows('uncleared_income')).toEqual([])
    expect(await reconcile(database.kysely)).toEqual([])
  })

  test('a chunk reads its own units and no others, however many chunks were paid before', async () => {
    await buyAgain()
    for (const deviceNumber of machines) await trip(database, deviceNumber, 1000, crypto.randomUUID(), clock)
    const id = await accountOf(members[0]!, 'pending')
    await database.inTransaction(async () => {
      const counted = async () =>
        (
          await sql<{ scans: number; fetched: number }>`
            select sum(seq_scan)::int as scans, sum(idx_tup_fetch) filter (where relname = 'unit')::int as fetched
            from pg_stat_xact_user_tables where relname in ('unit', 'revenue')`.execute(database.kysely)
        ).rows[0]!
      for (let chunk = 0; chunk < 8; chunk += 1) {
        const before = await counted()
        // By the machines of its units, and by all machines.
        const expected = chunk % 2 === 0 ? 0 : 1000
        await sql`select settle_units(${`daily/${chunk}`}, 0, 'daily', ${id}, ${id + 1}, ${instant(clock.now() + 1)}::timestamptz,
          ${instant(clock)}::timestamptz, '{}', '{}', ${expected})`.execute(database.kysely)
        const after = await counted()
        expect(after.scans - before.scans).toBe(0)
        // Once to find a unit, and once for each lock and version of it.
        expect(after.fetched - before.fetched).toBeLessThanOrEqual(12)
      }
    })
  })

  test('a chunk pays the same by all machines as by those of its units, also a unit that ends within the period', async () => {
    await buyAgain()
    const unit = await database.kysely
      .selectFrom('unit')
      .select(['id', 'memberId'])
      .where('status', '=', 'active')
      .executeTakeFirstOrThrow()
    const undone = new Error('undone')
    const settled: unknown[] = []
    for (const expected of [0, 1000]) {
      const settling = database.inTransaction(async (db) => {
        const ends = instant(clock.now() + 1)
        for (const deviceNumber of machines) await trip(database, deviceNumber, 1000, crypto.randomUUID(), clock)
        await db
          .updateTable('unit')
          .set({ expiresAt: ends })
          .where('memberId', '=', unit.memberId)
          .where('id', '=', unit.id)
          .execute()
        clock.advance(1)
        for (const deviceNumber of machines) await trip(database, deviceNumber, 500, crypto.randomUUID(), clock)
        await sql`select settle_units('daily/both ways', 0, 'daily', 0, 1000000000,
          ${instant(clock.now() + 1)}::timestamptz, ${instant(clock)}::timestamptz, '{}', '{}', ${expected})`.execute(
          db,
        )
        const { rows } = await sql<{ id: string; amount: number }>`
          select unit_id as id, amount from settlement_line where period = 'daily/both ways' order by 1`.execute(db)
        settled.push(rows)
        expect(rows.find((it) => it.id === unit.id)?.amount).toBeLessThan(Math.max(...rows.map((it) => it.amount)))
        throw undone
      })
      await expect(settling).rejects.toBe(undone)
    }
    expect(settled[1]).toEqual(settled[0])
  })

  // With one plan kept for all chunks, a million units took ten times as long on PostgreSQL.
  test('a settlement of many chunks is planned for each of them', async () => {
    const { rows: settings } = await sql<{ setting: string }>`
      select unnest(proconfig) as setting from pg_proc where proname = 'settle_units'`.execute(database.kysely)
    expect(settings.map((it) => it.setting)).toContain('plan_cache_mode=force_custom_plan')
  })
})
