import { sql } from 'kysely'
import { millisOf, type Clock } from '#server/clock.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Database } from '#server/db/open.ts'
import { chainAllBills } from '#server/ledger/chain.ts'
import { periodAt } from '#server/ledger/periods.ts'
import { ensurePartitions } from '#server/ledger/partitions.ts'
import { settlePeriod } from '#server/ledger/settle.ts'
import { seedLoad, tripOfEach } from '#tests/support/ledger-load.ts'
import { onPostgres } from './databases.ts'
import { seconds, type Figure } from './figure.ts'

const dayMs = 86_400_000
const sold = millisOf('2026-11-20T00:00:00.000Z')
const at = (millis: number): Clock => ({ now: () => millis })

/**
 * What a unit, a member and a settled day of a unit take on PostgreSQL, with their indexes, and how much a settlement
 * and the chains after it write ahead: what docs/scale.md reckons with. `UNITS` units (100,000), five a member, two
 * days.
 */
export async function growth(): Promise<Figure[]> {
  const units = Number(process.env['UNITS'] ?? 100_000)
  return await onPostgres(async (database) => {
    await migrate(database)
    await ensurePartitions(database.kysely, at(sold))
    await seedLoad(database, units / 100, at(sold))
    const members = units / 5
    const figures: Figure[] = []
    const bytes = (what: string, value: number) => figures.push({ what, value, unit: 'bytes' })
    bytes('a unit', (await sizeOf(database, 'unit')) / units)
    bytes("a member's accounts", (await sizeOf(database, 'account')) / members)
    for (const n of [0, 1]) {
      const begun = sold + n * dayMs
      if (n > 0) await tripOfEach(database, at(begun))
      const which = n === 0 ? 'first' : 'second'
      const settled = await written(database, () =>
        settlePeriod(database, periodAt('daily', begun), at(begun + dayMs + 5 * 60_000)),
      )
      bytes(`written ahead for a unit, ${which} day settled`, settled.bytes / units)
      const chained = await written(database, () => chainAllBills(database))
      bytes(`written ahead for a unit, ${which} day chained`, chained.bytes / units)
      figures.push({ what: `bills chained, ${which} day`, value: members / chained.seconds, unit: 'per second' })
    }
    const settled = 2 * units
    for (const table of ['settlement_line', 'transfer', 'bill_link', 'income_of_day', 'bill_day', 'message'])
      bytes(`${table}, for a unit and day`, (await sizeOf(database, table)) / settled)
    bytes('a unit, after two days', (await sizeOf(database, 'unit')) / units)
    return figures
  })
}

/** Bytes of a table, its partitions and its indexes. */
async function sizeOf(database: Database, table: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select sum(pg_total_relation_size(oid))::bigint as bytes from (
      select ${table}::regclass as oid union select relid from pg_partition_tree(${table}::regclass)
    ) part`.execute(database.kysely)
  return rows[0]?.bytes ?? 0
}

async function written(database: Database, work: () => Promise<unknown>): Promise<{ bytes: number; seconds: number }> {
  const here = async () => {
    const { rows } = await sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`.execute(database.kysely)
    return rows[0]?.lsn ?? ''
  }
  const before = await here()
  const took = await seconds(work)
  const { rows } = await sql<{ bytes: number }>`
    select pg_wal_lsn_diff(${await here()}::pg_lsn, ${before}::pg_lsn)::bigint as bytes`.execute(database.kysely)
  return { bytes: rows[0]?.bytes ?? 0, seconds: took }
}
