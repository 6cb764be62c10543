import { asOwner } from '#tests/support/as-owner.ts'
import { sql } from 'kysely'
import { millisOf, type Clock } from '#server/clock.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Database } from '#server/db/open.ts'
import { periodAt } from '#server/ledger/periods.ts'
import { ensurePartitions } from '#server/ledger/partitions.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { settlePeriod } from '#server/ledger/settle.ts'
import { seedLoad } from '#tests/support/ledger-load.ts'
import { onBoth } from './databases.ts'
import { seconds, type Figure } from './figure.ts'

const clock: Clock = { now: () => millisOf('2026-11-21T00:05:00.000Z') }
const sold: Clock = { now: () => millisOf('2026-11-20T00:00:00.000Z') }

/** Settlement of one day for `UNITS` units on both databases, also as a ratio to a bare `INSERT ... SELECT`. */
export async function settlement(): Promise<Figure[]> {
  const units = Number(process.env['UNITS'] ?? 100_000)
  const times = await onBoth((database) => settle(database, units))
  return times.flatMap(([name, { bare, whole }]) => [
    { what: `settlement of ${units.toLocaleString('en')} units on ${name}`, value: whole, unit: 's' },
    { what: `settlement to a bare INSERT ... SELECT of as many rows, on ${name}`, value: whole / bare, unit: 'times' },
  ])
}

async function settle(database: Database, units: number): Promise<{ bare: number; whole: number }> {
  await migrate(database)
  await ensurePartitions(database.kysely, clock)
  await seedLoad(database, units / 100, sold)
  await asOwner(database, (db) =>
    sql`create table bare (day date, at timestamptz, debit_id bigint, credit_id bigint, asset text, amount bigint, kind text, ref text)`.execute(
      db,
    ),
  )
  const bare = await seconds(() =>
    asOwner(database, (db) =>
      sql`insert into bare select '2026-11-21', now(), machine_account_id, pending_account_id, 'USD', 100, 'income', 'daily/2026-11-20/' || id from unit`.execute(
        db,
      ),
    ),
  )
  let lines = 0
  const whole = await seconds(async () => {
    lines = (await settlePeriod(database, periodAt('daily', sold.now()), clock)).lines
  })
  const findings = await reconcile(database.kysely)
  if (lines !== units || findings.length > 0)
    throw new Error(`the books are wrong: ${lines} lines, ${JSON.stringify(findings.slice(0, 3))}`)
  return { bare, whole }
}
