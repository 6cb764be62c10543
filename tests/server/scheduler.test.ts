import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/open.ts'
import { openDatabase } from '#server/db/open.ts'
import type { Job, JobDeps } from '#server/jobs/job.ts'
import { runDueJobs, runJob, startScheduler } from '#server/jobs/scheduler.ts'
import { silentLog } from '#server/log.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { databases, freshPostgresUrl } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const config = readConfig({})

/** A promise that the test settles. */
function gate(): { opened: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}

/** A job that counts its runs; due every minute. */
function counting(over: Partial<Job> = {}): Job & { runs: number } {
  const job = {
    name: 'count',
    when: '0 * * * * *',
    leaseMs: 60_000,
    runs: 0,
    run: () => {
      job.runs++
      return Promise.resolve()
    },
    ...over,
  }
  return job
}

describe.each(databases)('jobs on $name', ({ open }) => {
  let database: Database
  let clock: ManualClock
  let deps: JobDeps
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await asOwner(database, (db) => db.deleteFrom('job').execute())
    clock = new ManualClock('2026-11-20T06:00:00.000Z')
    deps = { database, clock, config, log: silentLog }
  })

  test('that were due at night while nothing ran, run at the start, once; what never ran is not late', async () => {
    const { opened, open: ran } = gate()
    const nightly = counting({
      name: 'nightly',
      when: '0 10 2 * * *',
      run: () => {
        nightly.runs++
        ran()
        return Promise.resolve()
      },
    })
    const [done, fresh, often] = [
      counting({ name: 'done', when: '0 10 2 * * *' }),
      counting({ name: 'fresh', when: '0 10 2 * * *' }),
      counting({ name: 'often' }),
    ]
    const row = (name: string, lastDoneAt: string) => ({ name, lastDoneAt, leaseUntil: null, failedAt: null })
    await database.kysely
      .insertInto('job')
      .values([
        row('nightly', '2026-11-19T02:10:03.000Z'),
        row('done', '2026-11-20T02:10:03.000Z'),
        row('often', '2026-11-19T02:10:03.000Z'),
      ])
      .execute()
    const scheduler = startScheduler(deps, [done, fresh, often, nightly])
    await opened
    await scheduler.stop()
    expect([nightly, done, fresh, often].map((it) => it.runs)).toEqual([1, 0, 0, 0])
  })

  test('run once a turn, whoever asks how often', async () => {
    const job = counting()
    const other = { ...deps }
    await Promise.all([runDueJobs(deps, [job]), runDueJobs(other, [job]), runDueJobs(deps, [job])])
    expect(job.runs).toBe(1)
    clock.advance(59_999)
    await runDueJobs(other, [job])
    expect(job.runs).toBe(1)
    clock.advance(1)
    await Promise.all([runDueJobs(deps, [job]), runDueJobs(other, [job])])
    expect(job.runs).toBe(2)
  })

  test('run now when told to, due or not', async () => {
    const job = counting()
    expect(await runJob(deps, job, 'when due')).toBe(true)
    expect(await runJob(deps, job, 'when due')).toBe(false)
    expect(await runJob(deps, job, 'now')).toBe(true)
    expect(job.runs).toBe(2)
  })

  test('are left to the process that holds them, and taken over when it is dead', async () => {
    const held = gate()
    const started = gate()
    const slow = counting({
      run: () => {
        slow.runs++
        started.open()
        return held.opened
      },
    })
    const first = runJob(deps, slow, 'now')
    await started.opened
    expect(await runJob(deps, slow, 'now')).toBe(false)
    clock.advance(60_000)
    const successor = counting()
    expect(await runJob(deps, successor, 'when due')).toBe(true)
    expect(successor.runs).toBe(1)
    held.open()
    await first
    // The late process releases no lease but its own.
    expect(await database.kysely.selectFrom('job').selectAll().execute()).toEqual([
      { name: 'count', leaseUntil: null, lastDoneAt: '2026-11-20T06:01:00.000Z', failedAt: null },
    ])
  })

  test('that take longer than their lease are not run twice', async () => {
    const held = gate()
    const slow = counting({
      leaseMs: 60,
      run: () => {
        slow.runs++
        return held.opened
      },
    })
    const leaseUntil = async () =>
      (await database.kysely.selectFrom('job').select('leaseUntil').executeTakeFirst())?.leaseUntil
    const first = runJob(deps, slow, 'now')
    await expect.poll(leaseUntil).toBe('2026-11-20T06:00:00.060Z')
    clock.advance(50)
    await expect.poll(leaseUntil).toBe('2026-11-20T06:00:00.110Z')
    clock.advance(50)
    expect(await runJob(deps, slow, 'now')).toBe(false)
    held.open()
    expect(await first).toBe(true)
    expect(await leaseUntil()).toBeNull()
    expect(slow.runs).toBe(1)
  })

  test('that failed are looked for again after an hour, and from then on in each', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const ran = [gate(), gate(), gate()]
    let fails = true
    const nightly = counting({
      name: 'nightly',
      when: '0 10 2 * * *',
      run: () => {
        ran[nightly.runs++]?.open()
        // A run that takes long counts from its beginning.
        clock.advance(60_000)
        return fails ? Promise.reject(new Error('broken')) : Promise.resolve()
      },
    })
    const row = async () =>
      await database.kysely.selectFrom('job').selectAll().where('name', '=', 'nightly').executeTakeFirst()
    clock = new ManualClock('2026-11-20T02:10:00.000Z')
    const at = { ...deps, clock }
    expect(await runJob(at, nightly, 'when due')).toBe(false)
    expect(await row()).toMatchObject({ lastDoneAt: null, failedAt: '2026-11-20T02:10:00.000Z', leaseUntil: null })
    const scheduler = startScheduler(at, [nightly])
    clock.advance(58 * 60_000)
    vi.advanceTimersByTime(600_000)
    await runJob(at, counting({ name: 'another' }), 'now')
    expect(nightly.runs).toBe(1)
    clock.advance(60_000)
    vi.advanceTimersByTime(600_000)
    await ran[1]!.opened
    await expect.poll(row).toMatchObject({ failedAt: '2026-11-20T03:10:00.000Z', leaseUntil: null })
    fails = false
    clock.advance(59 * 60_000)
    vi.advanceTimersByTime(600_000)
    await ran[2]!.opened
    await expect.poll(row).toMatchObject({ lastDoneAt: '2026-11-20T04:10:00.000Z', failedAt: null })
    clock.advance(120 * 60_000)
    vi.advanceTimersByTime(600_000)
    await scheduler.stop()
    expect(nightly.runs).toBe(3)
  })

  test('whose process was killed are taken up again', async () => {
    const taken = gate()
    const nightly = counting({
      name: 'nightly',
      when: '0 10 2 * * *',
      run: () => {
        nightly.runs++
        taken.open()
        return Promise.resolve()
      },
    })
    const killed = { name: 'nightly', lastDoneAt: null, leaseUntil: '2026-11-20T03:10:00.000Z', failedAt: null }
    await database.kysely.insertInto('job').values(killed).execute()
    const scheduler = startScheduler(deps, [nightly])
    await taken.opened
    await scheduler.stop()
    expect(nightly.runs).toBe(1)
  })

  test("that fail are due again and don't stop the next", async () => {
    const failing = counting({
      name: 'failing',
      run: () => {
        failing.runs++
        return Promise.reject(new Error('broken'))
      },
    })
    const next = counting({ name: 'next' })
    await runDueJobs(deps, [failing, next])
    await runDueJobs(deps, [failing, next])
    expect([failing.runs, next.runs]).toEqual([2, 1])
  })

  test('of the demo are left out without it', async () => {
    const job = counting({ demoOnly: true })
    await runDueJobs({ ...deps, config: readConfig({ DEMO: '0' }) }, [job])
    expect(job.runs).toBe(0)
    await runDueJobs(deps, [job])
    expect(job.runs).toBe(1)
  })

  test('a stopped scheduler waits for what runs, and starts nothing more', async () => {
    const held = gate()
    const started = gate()
    const job = counting({
      when: '0 0 0 1 1 *',
      run: () => {
        job.runs++
        started.open()
        return held.opened
      },
    })
    const scheduler = startScheduler(deps, [job])
    scheduler.kick('count')
    await started.opened
    scheduler.kick('count')
    let isStopped = false
    const stopped = (async () => {
      await scheduler.stop()
      isStopped = true
    })()
    await database.kysely.selectFrom('job').selectAll().execute()
    expect(isStopped).toBe(false)
    held.open()
    await stopped
    scheduler.kick('count')
    await database.kysely.selectFrom('job').selectAll().execute()
    expect(job.runs).toBe(1)
  })

  test('a kick during a run is kept for after it', async () => {
    const [held, started, again] = [gate(), gate(), gate()]
    const job = counting({
      when: '0 0 0 1 1 *',
      run: () => {
        job.runs++
        ;(job.runs === 1 ? started : again).open()
        return job.runs === 1 ? held.opened : Promise.resolve()
      },
    })
    const scheduler = startScheduler(deps, [job])
    scheduler.kick('count')
    await started.opened
    scheduler.kick('count')
    held.open()
    await again.opened
    await scheduler.stop()
    expect(job.runs).toBe(2)
  })
})

test('two processes with schedulers of their own share the turns', async () => {
  const url = await freshPostgresUrl()
  const [one, two] = await Promise.all([openDatabase({ url }), openDatabase({ url })])
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  let runs = 0
  const job: Job = {
    name: 'shared',
    when: '0 * * * * *',
    leaseMs: 60_000,
    run: () => {
      runs++
      return Promise.resolve()
    },
  }
  for (let minute = 0; minute < 20; minute++, clock.advance(60_000)) {
    await Promise.all(
      [one, two, one, two].map((database) => runDueJobs({ database, clock, config, log: silentLog }, [job])),
    )
  }
  expect(runs).toBe(20)
  await Promise.all([one.close(), two.close()])
})
