import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative, sep } from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { operate } from '#server/cli/operator/operate.ts'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { seedReference } from '#server/db/seed/reference.ts'
import { ensurePartitions } from '#server/ledger/partitions.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { silentLog } from '#server/log.ts'
import { giveIncome } from '#tests/support/give-income.ts'
import { balances, makeMember } from '#tests/support/people-and-machines.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'

// docs/operations.md, "Backups": the base backup is made by the calls that pg_basebackup makes, which is not among the
// binaries here.
test(
  'a PostgreSQL is restored to a point in time from a base backup and its archived log, and its books reconcile',
  { timeout: 300_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'voltfolio-archive-'))
    const [archive, base] = [join(folder, 'archive'), join(folder, 'base')]
    mkdirSync(archive)
    for (const it of [folder, archive]) chmodSync(it, 0o777)
    const settings = { archive_mode: 'on', archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f` }
    const postgres = await startPostgres({ durable: true, settings })
    const database = await openDatabase({ url: postgres.url('postgres') })
    await migrate(database)
    await ensurePartitions(database.kysely, systemClock)
    await seedReference(database.kysely)
    const memberId = await makeMember(database.kysely)
    const give = () => database.inTransaction((db) => giveIncome(db, memberId, 100, systemClock))
    const address = (name: string) =>
      database.kysely
        .insertInto('depositAddress')
        .values({ address: name, network: 'trc20', memberId: null, addedAt: '2026-11-20T00:00:00.000Z' })
        .execute()
    await give()
    await address('in-stock')

    const client = new Client({ connectionString: postgres.url('postgres') })
    await client.connect()
    await client.query("select pg_backup_start('test', true)")
    await give()
    copyRunning(postgres.cluster, base)
    await give()
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
    writeFileSync(join(base, 'backup_label'), rows[0]!.labelfile)
    await give()
    const { rows: times } = await client.query<{ at: string }>('select clock_timestamp()::text as at')
    const at = times[0]!.at
    // What a wrong command or a thief did afterwards.
    await give()
    const { rows: last } = await client.query<{ wal: string }>('select pg_walfile_name(pg_switch_wal()) as wal')
    await expect.poll(() => existsSync(join(archive, last[0]!.wal)), { timeout: 60_000 }).toBe(true)
    expect(await balances(database.kysely, memberId)).toMatchObject({ income: 500 })
    await client.end()
    await database.close()
    await postgres.stop()

    writeFileSync(join(base, 'recovery.signal'), '')
    const restored = await startPostgres({
      durable: true,
      base,
      settings: {
        restore_command: `cp ${archive}/%f %p`,
        recovery_target_time: at,
        recovery_target_action: 'promote',
      },
    })
    const after = await openDatabase({ url: restored.url('postgres') })
    const { kysely: db } = after
    expect(await balances(db, memberId)).toMatchObject({ income: 400 })
    expect(await reconcile(db)).toEqual([])
    const deps = { database: after, clock: systemClock, config: readConfig({ DATA_DIR: folder }), log: silentLog }
    const instant = new Date(at).toISOString()
    for (const tells of [1, 1]) {
      const finished = await operate(deps, ['restore', 'finish', instant, '--as', 'Ana', '--why', 'a test'])
      expect(finished).toMatchObject({ ok: true, lines: expect.arrayContaining([expect.stringMatching(/are sound/)]) })
      const told = await db.selectFrom('message').select(['kind', 'memberId', 'params']).execute()
      expect(told).toHaveLength(tells)
      expect(told[0]).toMatchObject({ kind: 'server_restored', memberId, params: { day: instant.slice(0, 10) } })
    }
    // It may have been given to a member after that moment.
    expect(await db.selectFrom('depositAddress').select(['address', 'outOfStockAt']).execute()).toEqual([
      { address: 'in-stock', outOfStockAt: expect.any(String) },
    ])
    await after.close()
    await restored.stop()
    rmSync(folder, { recursive: true, force: true })
  },
)

/** Copies the files of a server that runs, without its log and what is of that process alone. */
function copyRunning(cluster: string, to: string): void {
  const isLeftOut = (path: string) =>
    /^(postmaster\.(pid|opts)|pgsql_tmp.*|pg_internal\.init)$/.test(basename(path)) ||
    relative(cluster, path).startsWith(`pg_wal${sep}`)
  cpSync(cluster, to, { recursive: true, filter: (path) => !isLeftOut(path) })
}
