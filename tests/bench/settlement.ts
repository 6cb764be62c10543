import { asOwner } from '#tests/support/as-owner.ts'
import { sql } from 'kysely'
import { millisOf, type Clock } from '#server/clock.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Database } from '#server/db/open.ts'
import { periodAt } from '#server/ledger/periods.ts'
import { ensurePartitions } from '#server/ledger/partitions.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { settlePeriod } from '#server/ledger/settle.ts'
import { seedLoad, tripOfEach } from '#tests/support/ledger-load.ts'
import { onEach } from './databases.ts'
import { quantile, seconds, type Figure } from './figure.ts'

const day = 86_400_000
const sold = millisOf('2026-11-20T00:00:00.000Z')
const at = (millis: number): Clock => ({ now: () => millis })

/**
 * Settlement of a day for `UNITS` units on each database, also as a ratio to bare `INSERT ... SELECT`s of as many rows
 * just before it, one into a table without a key and one into a table with the columns and the key of the settlement's
 * lines: the medians of `DAYS` days (5). Then one more day that is settled right after another, so that
 * it adds to what members were paid that day already.
 */
export async function settlement(): Promise<Figure[]> {
  const units = Number(process.env['UNITS'] ?? 100_000)
  const days = Number(process.env['DAYS'] ?? 5)
  const fill = async (database: Database) => {
    await migrate(database)
    await ensurePartitions(database.kysely, at(sold))
    await seedLoad(database, units / 100, at(sold))
  }
  const times = await onEach(fill, (database) => settleDays(database, units, days))
  return times.flatMap(([name, { pairs, again }]) => {
    const median = (of: (pair: Pair) => number) => quantile(pairs.map(of), 0.5)
    return [
      {
        what: `settlement of ${units.toLocaleString('en')} units on ${name}`,
        value: median((it) => it.whole),
        unit: 's',
      },
      {
        what: `settlement to a bare INSERT ... SELECT of as many rows, on ${name}`,
        value: median((it) => it.whole / it.bare),
        unit: 'times',
      },
      {
        what: `  to one into a table with the columns and the key of its lines`,
        value: median((it) => it.whole / it.keyed),
        unit: 'times',
      },
      { what: `  one that adds to the same day, in place of the first of it`, value: again, unit: 'times' },
    ]
  })
}

interface Pair {
  bare: number
  keyed: number
  whole: number
}

async function settleDays(database: Database, units: number, days: number): Promise<{ pairs: Pair[]; again: number }> {
  const settle = async (begun: number, now: number) => {
    let lines = 0
    const whole = await seconds(async () => {
      lines = (await settlePeriod(database, periodAt('daily', begun), at(now))).lines
    })
    if (lines !== units) throw new Error(`${lines} lines`)
    return whole
  }
  const pairs: Pair[] = []
  for (let n = 0; n < days; n += 1) {
    const begun = sold + n * day
    if (n > 0) await tripOfEach(database, at(begun))
    const [bare, keyed] = [await insertBare(database), await insertKeyed(database)]
    pairs.push({ bare, keyed, whole: await settle(begun, begun + day + 5 * 60_000) })
  }
  const [first, second] = [sold + days * day, sold + (days + 1) * day]
  for (const begun of [first, second]) await tripOfEach(database, at(begun))
  const [alone, added] = [
    await settle(first, second + day + 5 * 60_000),
    await settle(second, second + day + 10 * 60_000),
  ]
  const findings = await reconcile(database.kysely)
  if (findings.length > 0) throw new Error(`the books are wrong: ${JSON.stringify(findings.slice(0, 3))}`)
  return { pairs, again: added / alone }
}

async function insertBare(database: Database): Promise<number> {
  await asOwner(database, async (db) => {
    await sql`drop table if exists bare`.execute(db)
    await sql`create table bare (day date, at timestamptz, debit_id bigint, credit_id bigint, asset text, amount bigint,
      kind text, ref text)`.execute(db)
  })
  return await seconds(() =>
    asOwner(database, (db) =>
      sql`insert into bare select '2026-11-21', now(), machine_account_id, pending_account_id, 'USD', 100, 'income',
        'daily/2026-11-20/' || id from unit`.execute(db),
    ),
  )
}

/** In the order of the key, in which settlement writes its lines. */
async function insertKeyed(database: Database): Promise<number> {
  await asOwner(database, async (db) => {
    await sql`drop table if exists keyed`.execute(db)
    await sql`create table keyed (like settlement_line)`.execute(db)
    await sql`alter table keyed add primary key (member_id, unit_id, period)`.execute(db)
  })
  return await seconds(() =>
    asOwner(database, (db) =>
      sql`insert into keyed (member_id, unit_id, period, amount)
        select member_id, id, 'daily/2026-11-20', 100 from unit order by member_id, id`.execute(db),
    ),
  )
}
