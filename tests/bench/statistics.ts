import { asOwner } from '#tests/support/as-owner.ts'
import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import { instant, millisOf, type Clock } from '#server/clock.ts'
import { migrate } from '#server/db/migrate.ts'
import { useColumns } from '#server/db/machine-days.ts'
import type { Database, Db } from '#server/db/open.ts'
import { boughtOf, incomeOf } from '#server/features/statistics/income.ts'
import { lineOf } from '#server/features/statistics/line.ts'
import { daysOf } from '#server/features/statistics/rules.ts'
import { ensurePartitions } from '#server/ledger/partitions.ts'
import { seedLoad } from '#tests/support/ledger-load.ts'
import { onBoth } from './databases.ts'
import { quantile, type Figure } from './figure.ts'

const machines = 50
const unitsEach = 20
const days = 730
const runsADay = 12
const secondsAnHour = (runsADay * 25 * 60) / 24
const rounds = 15
const clock: Clock = { now: () => millisOf('2026-11-20T06:00:00.000Z') }
const zone = 'Asia/Jakarta'
const today = '2026-11-20'
const memberId = '10000000-0000-4000-8000-000000000001'

/**
 * The parts of both answers, for 30 and for 366 days, on both databases: for a member with 1,000 units of 50 machines
 * and two years of 12 runs a day each.
 */
export async function statistics(): Promise<Figure[]> {
  const measured = await onBoth(measure)
  return measured.flatMap(([name, times]) =>
    times.map(([what, value]): Figure => ({ what: `${what}, 1,000 units, on ${name}`, value, unit: 'ms' })),
  )
}

async function measure(database: Database): Promise<[string, number][]> {
  await migrate(database)
  await ensurePartitions(database.kysely, clock)
  await seedLoad(database, machines, { now: () => clock.now() - days * 86_400_000 })
  await asOwner(database, fill)
  const { kysely: db } = database
  const now = clock.now()
  const figures: [string, number][] = []
  const { productId } = await db
    .selectFrom('product')
    .select('id as productId')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  for (const [name, span] of [
    ['30 days', daysOf({ range: 'last 30 days' }, today)],
    ['366 days', daysOf({ range: 'today', from: '2025-11-20', to: today }, today)],
  ] as const) {
    const time = async (what: string, work: () => Promise<unknown>) => {
      const times: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        const begun = performance.now()
        await work()
        times.push(performance.now() - begun)
      }
      figures.push([`${what} of ${name}`, quantile(times, 0.5)])
    }
    await time('income', () => incomeOf(db, { memberId }, span, zone))
    await time('units of a product', () => boughtOf(db, { memberId, productId }, span, zone))
    await time('work and use', () => lineOf(db, { memberId }, span, { zone, now }))
  }
  return figures
}

/**
 * Gives the first member all units of every machine, two years of runs and of paid days, and the settlements of one
 * product.
 */
async function fill(db: Db): Promise<void> {
  const first = instant(clock.now() - days * 86_400_000)
  await sql`delete from unit`.execute(db)
  await sql`update member set time_zone = ${zone} where id = ${memberId}::uuid`.execute(db)
  await sql`
    insert into unit (id, member_id, purchase_id, product_id, machine_id, machine_account_id, pending_account_id,
      settlement_type, active_from, expires_at, share_before)
    select gen_random_uuid(), ${memberId}::uuid, ${memberId}::uuid, machine.product_id, machine.id, machine.account_id,
      account.id, 0, ${first}::timestamptz, ${first}::timestamptz + interval '3 years', 0
    from machine cross join generate_series(1, ${sql.lit(unitsEach)}) n
    join account on account.owner_id = ${memberId}::uuid and account.code = 'pending'`.execute(db)
  await sql`
    insert into revenue (id, machine_id, kind, source, external_id, started_at, ended_at, distance_m, amount, currency,
      share, share_total_after, booked_at, counted_at)
    select gen_random_uuid(), id, 'trip', 'years', id || '/' || n, at - interval '25 minutes', at, 4000, 100, 'USD', 100,
      share_total + 100 * n, at, at
    from machine join machine_total on machine_id = machine.id cross join lateral (
      select n, ${first}::timestamptz + n * interval '1 day' / ${sql.lit(runsADay)} as at
      from generate_series(1, ${sql.lit(days * runsADay)}) n
    ) run`.execute(db)
  // Day by day, as bookings do it, so that a member's rows lie apart on the disk; in the zones of two owners.
  await sql`update machine_total set owner_zones = array[${zone}, 'UTC']`.execute(db)
  await sql`
    insert into machine_day (machine_id, zone, day, sessions, revenue, share, energy_wh, distance_m,
      ${sql.join(useColumns)})
    select machine_id, zone, ${first}::timestamptz::date + n, ${sql.lit(runsADay)}, ${sql.lit(100 * runsADay)},
      ${sql.lit(100 * runsADay)}, 0, ${sql.lit(4000 * runsADay)}, ${sql.join(useColumns.map(() => sql.lit(secondsAnHour)))}
    from machine_total cross join unnest(owner_zones) zone cross join generate_series(0, ${sql.lit(days)}) n
    order by n, machine_id`.execute(db)
  await sql`
    insert into income_of_day (member_id, day, machines, amounts)
    select ${memberId}::uuid, ${first}::timestamptz::date + n, array_agg(id), array_agg(240)
    from machine cross join generate_series(1, ${sql.lit(days)}) n group by n`.execute(db)
  await sql`
    insert into settlement_line (period, unit_id, member_id, amount)
    select 'daily/' || (${first}::timestamptz::date + n), id, member_id, 12
    from unit cross join generate_series(1, ${sql.lit(days)}) n
    where product_id = (select id from product order by id limit 1)`.execute(db)
  await sql`
    insert into settlement_run (period, chunk, type, ends_at, done_at, lines, amount)
    select 'daily/' || day, (select pending_account_id / 10000 from unit limit 1), 'daily', day + 1, day + 1, 1000, 12000
    from (select ${first}::timestamptz::date + n as day from generate_series(1, ${sql.lit(days)}) n) it`.execute(db)
  await sql`analyze`.execute(db)
}
