import { expect, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { PGliteSource } from '#server/db/pglite.ts'
import { jobs } from '#server/features/jobs.ts'
import { silentLog } from '#server/log.ts'
import { demoStart, openDemo } from '#tests/support/demo-database.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { wholeReadsOf, type Asked } from '#tests/support/large-tables.ts'

test('no job that comes round each minute reads a table of all members from end to end', async () => {
  const frequent = jobs.filter((it) => it.when.split(' ')[1] === '*' && !it.demoOnly)
  expect(frequent.map((it) => it.name)).toContain('settle')
  const database = await openDemo('pglite')
  try {
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
    expect(await wholeReadsOf(database, asked)).toEqual([])
  } finally {
    await database.close()
  }
})
