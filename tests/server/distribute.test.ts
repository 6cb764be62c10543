import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operate } from '#server/cli/operator/operate.ts'
import { distribute } from '#server/db/distribute.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase, type Database } from '#server/db/open.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { silentLog } from '#server/log.ts'
import { prepare } from '#server/prepare.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { addCitus, isOnCitus } from '#tests/support/citus-server.ts'
import { databases, freshPostgresUrl } from '#tests/support/databases.ts'
import { demoConfig, demoStart } from '#tests/support/demo-database.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { tableDigests } from '#tests/support/table-digests.ts'

const clock = new ManualClock(demoStart)
const command = ['distribute', '--shards', '4', '--as', 'ann', '--why', 'more members than one machine holds']
const config = { ...demoConfig, isDemo: true }

test.skipIf(isOnCitus).each(databases)(
  'tables are not distributed without the extension, on $name',
  async ({ open }) => {
    const database = await open()
    const { ok, lines } = await operate({ database, clock, config, log: silentLog }, command)
    expect([ok, lines.join(' ')]).toEqual([false, expect.stringContaining('without the extension citus')])
    await database.close()
  },
)

/** Only with `CITUS_URL`: no registry that these tests may use has Citus (docs/testing.md). */
describe.runIf(isOnCitus)('A filled database on Citus', () => {
  let url: string
  let database: Database
  let before: Record<string, string>
  beforeAll(async () => {
    url = await freshPostgresUrl({ template: 'template0' })
    const owner = await openDatabase({ url, asOwner: true })
    await migrate(owner)
    await owner.close()
    database = await openDatabase({ url })
    await prepare({ database, clock, config: demoConfig, log: silentLog })
    // As with a dump that was restored: what was made before the nodes were added, Citus has told none of them.
    await addCitus(url)
    before = await tableDigests(database)
  })
  afterAll(() => database.close())

  const whereTablesLie = async () => {
    const { rows } = await sql<{ kind: string; tables: number }>`
      select partmethod::text as kind, count(*)::int as tables from pg_dist_partition group by 1 order by 1`.execute(
      database.kysely,
    )
    return rows
  }

  test('is left alone while a server has it open', async () => {
    const server = await openDatabase({ url })
    await sql`select 1`.execute(server.kysely)
    const { ok, lines } = await operate({ database, clock, config, log: silentLog }, command)
    await server.close()
    expect([ok, lines.join(' ')]).toEqual([false, expect.stringContaining('a server has open')])
    expect(await whereTablesLie()).toEqual([])
  })

  test('is distributed with every row, also where that was stopped half-way', async () => {
    let steps = 0
    const stopped: Database = {
      ...database,
      inTransaction: (work) =>
        steps++ === 90 ? Promise.reject(new Error('stopped')) : database.inTransaction((db) => work(db)),
    }
    await expect(distribute(stopped, 4)).rejects.toThrow('stopped')
    const done = await operate({ database, clock, config, log: silentLog }, command)
    expect(done).toMatchObject({ ok: true, lines: [expect.stringMatching(/^\d+ tables lie by their owner/)] })
    const { operator_action: action, ...after } = await tableDigests(database)
    expect(action).not.toBe(before['operator_action'])
    expect(after).toEqual(Object.fromEntries(Object.entries(before).filter(([name]) => name !== 'operator_action')))
    expect(await reconcile(database.kysely)).toEqual([])
  })

  test('has its functions on every node, and its role there as the server sets itself', async () => {
    const { rows } = await asOwner(database, (db) =>
      sql`
        select count(distinct result)::int as different, min(result) as named from run_command_on_all_nodes($$
          select string_agg(oid::regprocedure || case when prosecdef then ' by its owner' else '' end, ', ' order by oid::regprocedure::text)
            || (select rolconfig::text from pg_roles where rolname = 'voltfolio_server')
          from pg_proc where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
            and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')$$)`.execute(db),
    )
    expect(rows).toEqual([
      { different: 1, named: expect.stringMatching(/bill_text.*settle_units.*TimeZone=UTC/) as string },
    ])
  })

  test('has no table left on one machine, and goes on serving', async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class left join pg_dist_partition on logicalrelid = pg_class.oid
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
        and logicalrelid is null`.execute(database.kysely)
    expect(rows).toEqual([])
    await prepare({ database, clock, config: demoConfig, log: silentLog })
    const again = await operate({ database, clock, config, log: silentLog }, command)
    expect(again.ok).toBe(true)
  })
})
