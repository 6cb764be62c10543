import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase, type Database } from '#server/db/open.ts'
import { giveRights, runningRole, tableRights, tableRightsOnSeveralNodes, whoRuns } from '#server/db/running-role.ts'
import { vacuum } from '#server/db/vacuum.ts'
import { openAccounts } from '#server/ledger/accounts.ts'
import { ensurePartitions } from '#server/ledger/partitions.ts'
import { silentLog } from '#server/log.ts'
import { prepare } from '#server/prepare.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { isOnCitus, hasWorkers } from '#tests/support/citus-server.ts'
import { databases, freshPostgresUrl } from '#tests/support/databases.ts'

/** What only the functions of the ledger may do, but for several nodes (docs/ledger.md, "Who may write"). */
const forFunctions = [
  `insert into transfer (owner_id, day, at, debit_id, credit_id, asset, amount, kind, ref)
    values (house(), '2026-11-20', '2026-11-20T08:00:00Z', 1, 2, 'USD', 1, 'topup', 'by hand')`,
  'update account set balance = 1000000',
  `insert into account (owner_id, code, asset, floor, rolled) values (house(), 'recharge', 'USD', -1000000, false)`,
  `insert into settlement_line (period, unit_id, member_id, amount)
    values ('x', gen_random_uuid(), gen_random_uuid(), 1)`,
  'select write_postings(now(), null)',
]

/** What only those, or migrations, may do. */
const forbidden = [
  ...(hasWorkers ? [] : forFunctions),
  'update transfer set amount = 1',
  'delete from transfer',
  'truncate transfer',
  'delete from transfer_default',
  'alter table transfer disable trigger user',
  'alter table transfer detach partition transfer_default',
  'drop table settlement_line',
  'update account set id = default',
  'select from account for update',
  'truncate account cascade',
  `insert into transfer_rule (kind, debit_code, credit_code) values ('income', 'sales', 'pending')`,
  `update account_code set floor = -1000000 where code = 'recharge'`,
  'delete from settlement_line',
  'update settlement_line set amount = 1',
  `update bill_link set hash = 'x'`,
  'update operator_action set why = null',
  'delete from reconciliation',
  'delete from migration',
  'create table public.shadow (n int)',
  'create or replace function post_transfers(timestamptz, jsonb) returns bigint[] language sql return null',
  'drop trigger transfer_immutable on transfer',
  `set session_replication_role = 'replica'`,
]

describe.each(databases)('The role that the server runs as, on $name', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  test.each(forbidden)('may not: %s', async (statement) => {
    // Citus refuses some of them before, and has no triggers that could be dropped.
    const denied = { code: isOnCitus ? (expect.stringMatching(/^(42501|0A000|42704)$/) as string) : '42501' }
    await expect(sql.raw(statement).execute(database.kysely)).rejects.toMatchObject(denied)
    // Nor with what the triggers look at.
    const posing = database.inTransaction(async (db) => {
      await sql`select set_config('voltfolio.posting', 'on', true)`.execute(db)
      await sql.raw(statement).execute(db)
    })
    await expect(posing).rejects.toMatchObject(denied)
  })

  test('finds the tables of its functions where they are, whatever a session puts before them', async () => {
    const { rows } = await sql<{ name: string; config: string[] | null }>`
      select proname as name, proconfig as config from pg_proc
      where prosecdef and pronamespace = 'public'::regnamespace`.execute(database.kysely)
    expect(rows.length).toBeGreaterThan(hasWorkers ? 1 : 3)
    for (const { config } of rows) expect(config).toContain('search_path=public, pg_temp')
    await database.inTransaction(async (db) => {
      await sql`create temp table account (like account)`.execute(db)
      await sql`select open_accounts(null, '{world}', '{XTS}')`.execute(db)
      expect((await sql`select from pg_temp.account`.execute(db)).rows).toEqual([])
    })
  })

  test('may do with each table what is declared, and nothing with one that was forgotten', async () => {
    const { rows } = await sql<{ name: string; held: string[] }>`
      select relname as name, array(
        select privilege from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) privilege
        where has_table_privilege(${runningRole}, pg_class.oid, privilege) order by 1) as held
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
        and not relispartition and relname !~ '^citus_' order by 1`.execute(database.kysely)
    const rights = hasWorkers ? tableRightsOnSeveralNodes : tableRights
    const declared = [...rights].map(([name, held]) => ({ name, held: held.filter((it) => !it.includes('(')) }))
    const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
    expect(rows).toEqual(declared.toSorted(byName).map((it) => ({ ...it, held: it.held.toSorted() })))
    // What is never changed by a trigger's word is not changed by rights either.
    const { rows: kept } = await sql<{ name: string }>`
      select distinct tgrelid::regclass::text as name from pg_trigger join pg_proc on pg_proc.oid = tgfoid
      where proname = 'ledger_refuse' and not tgrelid in (select inhrelid from pg_inherits)`.execute(database.kysely)
    if (!isOnCitus) expect(kept.length).toBeGreaterThan(10)
    expect(kept.filter(({ name }) => tableRights.get(name)?.includes('UPDATE'))).toEqual([])
    const left = await asOwner(database, async (db) => {
      await sql`create table forgotten (n int)`.execute(db)
      await giveRights(db)
      const { rows: found } =
        await sql`select has_table_privilege(${runningRole}, 'forgotten', 'SELECT') as may`.execute(db)
      await sql`drop table forgotten`.execute(db)
      return found
    })
    expect(left).toEqual([{ may: false }])
  })

  test('makes partitions, and the embedded database is vacuumed as its owner', async () => {
    await ensurePartitions(database.kysely, { now: () => systemClock.now() + 400 * 86_400_000 })
    const month = new Date(systemClock.now() + 400 * 86_400_000).toISOString().slice(0, 7).replace('-', '_')
    const { rows } = await sql`select pg_get_userbyid(relowner) as owner from pg_class
      where relname = ${`transfer_${month}`}`.execute(database.kysely)
    expect(rows).toEqual([{ owner: 'postgres' }])
    await expect(sql`select make_transfer_partition('2030-01-02')`.execute(database.kysely)).rejects.toThrow(
      'first day',
    )
    await vacuum(database)
    expect(await whoRuns(database.kysely)).toMatchObject({ role: runningRole })
  })

  test('gets back what was taken from it, or given too much', async () => {
    await asOwner(database, async (db) => {
      await sql`revoke insert on message from ${sql.id(runningRole)}`.execute(db)
      await sql`revoke execute on function open_accounts(uuid, text[], text[]) from ${sql.id(runningRole)}`.execute(db)
      await sql`grant update on transfer to ${sql.id(runningRole)}`.execute(db)
      await sql`grant update on member to ${sql.id(runningRole)}`.execute(db)
    })
    await migrate(database)
    const { rows } = await sql`select has_table_privilege('message', 'INSERT') as inserts,
      has_table_privilege('transfer', 'UPDATE') as updates, array(
        select attname::text from pg_attribute where attrelid = 'member'::regclass and attnum > 0 and not attisdropped
          and not has_column_privilege('member', attname, 'UPDATE') order by 1) as kept`.execute(database.kysely)
    expect(rows).toEqual([{ inserts: true, updates: false, kept: ['id', 'time_zone'] }])
    await openAccounts(database.kysely, null, [{ code: 'world', asset: 'XTS' }])
  })
})

// Roles are the whole cluster's, and one that tests don't start would keep these.
describe.skipIf(isOnCitus)('With a login of its own on PostgreSQL', () => {
  const owner = 'strict_owner'
  const login = 'strict_app'
  const stranger = 'strict_stranger'
  const as = (url: string, user: string) => Object.assign(new URL(url), { username: user }).href
  let url: string
  let database: Database
  beforeAll(async () => {
    url = await freshPostgresUrl({ template: 'template0' })
    const admin = await openDatabase({ url, asOwner: true })
    // An owner who may make no roles, as managed databases give them.
    for (const role of [owner, login, stranger]) await sql`create role ${sql.id(role)} login`.execute(admin.kysely)
    await sql`alter database ${sql.id(new URL(url).pathname.slice(1))} owner to ${sql.id(owner)}`.execute(admin.kysely)
    await sql`grant ${sql.id(runningRole)} to ${sql.id(login)}`.execute(admin.kysely)
    await admin.close()
    const migrating = await openDatabase({ url: as(url, owner), asOwner: true })
    await migrate(migrating)
    await migrating.close()
    database = await openDatabase({ url: as(url, login) })
  })
  afterAll(() => database.close())

  test('the server owns nothing, and cannot become who does', async () => {
    expect(await whoRuns(database.kysely)).toEqual({ role: runningRole, login, owns: false })
    for (const way of [
      'reset role',
      'set local role none',
      `set session authorization ${login}`,
      'reset session authorization',
    ])
      for (const statement of forbidden)
        await expect(
          database.inTransaction(async (db) => {
            await sql.raw(way).execute(db)
            await sql.raw(statement).execute(db)
          }),
          `${way}; ${statement}`,
        ).rejects.toMatchObject({ code: '42501' })
    for (const role of [owner, 'postgres'])
      await expect(sql`set role ${sql.id(role)}`.execute(database.kysely)).rejects.toMatchObject({ code: '42501' })
  })

  test('what is left to do as owner works for it, and a start with nothing to migrate needs no owner', async () => {
    await migrate(database)
    await ensurePartitions(database.kysely, systemClock)
    const { rows } = await sql`select distinct pg_get_userbyid(relowner) as owner from pg_class
      where relname like 'transfer\\_2%'`.execute(database.kysely)
    expect(rows).toEqual([{ owner }])
  })

  test('a start is refused, with what to do, to a login that owns the tables or is no member of the role', async () => {
    const started = async (user: string) => {
      const config = readConfig({ DEMO: '0', DATABASE_URL: as(url, user), DATABASE_OWNER_URL: as(url, owner) })
      const opened = await openDatabase({ url: as(url, user) })
      try {
        return await prepare({ database: opened, clock: systemClock, config, log: silentLog })
      } finally {
        await opened.close()
      }
    }
    await expect(started(owner)).rejects.toThrow(`logs in as ${owner}, who owns the tables`)
    await expect(started(stranger)).rejects.toThrow(`grant ${runningRole} to ${stranger}`)
    await expect(started(login)).resolves.toBeDefined()
  })

  test('an owner who may make no role runs as before where there is none, and says so', async () => {
    const single = await openDatabase({ url: as(url, owner) })
    // The role is there, but this login is no member of it.
    expect(await whoRuns(single.kysely)).toEqual({ role: owner, login: owner, owns: true })
    await migrate(single)
    expect(await whoRuns(single.kysely)).toMatchObject({ role: owner })
    await single.close()
  })
})
