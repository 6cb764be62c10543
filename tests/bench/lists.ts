import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import { millisOf } from '#server/clock.ts'
import { migrate } from '#server/db/migrate.ts'
import { chainAllBills } from '#server/ledger/chain.ts'
import { periodAt } from '#server/ledger/periods.ts'
import { ensurePartitions } from '#server/ledger/partitions.ts'
import { settlePeriod } from '#server/ledger/settle.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { bareWorld } from '#tests/support/bare-world.ts'
import { seedLoad, tripOfEach } from '#tests/support/ledger-load.ts'
import { argsOf, knownOf, listCalls } from '#tests/support/list-calls.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { onPostgres } from './databases.ts'
import { quantile, type Figure } from './figure.ts'

const dayMs = 86_400_000
const sold = millisOf('2026-11-10T00:00:00.000Z')
const requests = 20
const shown = 10

/**
 * Every list that a member can ask for, beside the rows of others: `OTHERS` units (100,000), five a member, settled
 * daily for `DAYS` days (2), on PostgreSQL. `OTHERS=1000000 DAYS=10` has ten million bills.
 */
export async function lists(): Promise<Figure[]> {
  const units = Number(process.env['OTHERS'] ?? 100_000)
  const days = Number(process.env['DAYS'] ?? 2)
  return await onPostgres(async (database) => {
    const clock = new ManualClock(new Date(sold).toISOString())
    await migrate(database)
    await ensurePartitions(database.kysely, clock)
    await seedLoad(database, units / 100, clock)
    for (let n = 0; n < days; n += 1) {
      if (n > 0) await tripOfEach(database, clock)
      const period = periodAt('daily', clock.now())
      clock.advance(dayMs)
      await settlePeriod(database, period, clock)
      await chainAllBills(database)
    }
    await asOwner(database, (db) => sql`analyze`.execute(db))
    const world = await bareWorld(database, clock)
    const { id } = await database.kysely.selectFrom('member').select('id').limit(1).executeTakeFirstOrThrow()
    const token = await world.tokenOf(id)
    const times: { path: string; ms: number }[] = []
    const known = await knownOf(database.kysely, id)
    for (const list of listCalls) {
      const { path, method } = list
      const taken: number[] = []
      for (let request = 0; request < requests; request += 1) {
        const begun = performance.now()
        const { body } = await world.call(path, { method, args: argsOf(list, known), token })
        if (body.errno !== 0) throw new Error(`${path} answered ${body.errno}: ${body.errmsg}`)
        taken.push(performance.now() - begun)
      }
      times.push({ path, ms: quantile(taken, 0.5) })
    }
    const bills = `beside ${units * days} bills of others`
    return times
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, shown)
      .map(({ path, ms }) => ({ what: `${path}, ${bills} (median of ${requests})`, value: ms, unit: 'ms' as const }))
  })
}
