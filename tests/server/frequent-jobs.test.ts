import { expect, test, vi } from 'vitest'
import { instant, systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import type { Db } from '#server/db/open.ts'
import { PGliteSource } from '#server/db/pglite.ts'
import { jobs } from '#server/features/jobs.ts'
import { startSession } from '#server/http/session.ts'
import { silentLog } from '#server/log.ts'
import { demoStart, openDemo } from '#tests/support/demo-database.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { wholeReadsOf, type Asked } from '#tests/support/large-tables.ts'

/** Indexes that may be read without a bound. */
const known = [
  // Its first row: since when contracts are approved.
  'salaries: index only scan of contract_approved',
  // Orders that are neither shipped nor refunded.
  'points-refunds: index scan of points_order_open',
  // The cards of each type that has a fee: of types there are few, which the statistics of this test don't say.
  'bill-cards: index scan of bank_card_fee',
  // Withdrawals that are neither paid nor returned.
  'bill-cards: index scan of withdrawal_open',
]

test('no job that comes round each hour or more often reads a table of all members from end to end', async () => {
  const frequent = jobs.filter((it) => it.when.split(' ')[2] === '*' && !it.demoOnly)
  expect(frequent.map((it) => it.name)).toEqual(expect.arrayContaining(['settle', 'levels', 'sweep']))
  const database = await openDemo('pglite')
  try {
    await fillMore(database.kysely)
    // No hour ends between the two rounds.
    const clock = new ManualClock(demoStart)
    clock.advance(125 * 60_000)
    const deps = { database, clock, config: readConfig({}), log: silentLog }
    // What is due is done first: most minutes have nothing to do.
    for (const { run } of frequent) await run(deps)
    const query = vi.spyOn(PGliteSource.prototype, 'query')
    const asked: Asked[] = []
    for (const { name, run } of frequent) {
      query.mockClear()
      await run(deps)
      for (const [text, parameters] of query.mock.calls)
        if (/^\s*(select|with|insert|update|delete)/i.test(text)) asked.push({ by: name, text, parameters })
    }
    query.mockRestore()
    expect(new Set(asked.map((it) => it.by)).size).toBeGreaterThan(4)
    expect((await wholeReadsOf(database, asked)).toSorted()).toEqual(known.toSorted())
  } finally {
    await database.close()
  }
})

/** Tables that the demonstration has no rows in: their plans would say nothing. */
async function fillMore(db: Db): Promise<void> {
  const { id: memberId } = await db.selectFrom('member').select('id').limit(1).executeTakeFirstOrThrow()
  await startSession(db, memberId, undefined, systemClock)
  const at = instant(systemClock)
  await db.insertInto('idem').values({ memberId, key: 'key', reqHash: 'k:', status: 0, response: null, at }).execute()
  await db.insertInto('securityEvent').values({ memberId, kind: 'login', at }).execute()
}
