import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { instant } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { settle } from '#server/features/rewards/settle.ts'
import { runJob } from '#server/jobs/scheduler.ts'
import { silentLog } from '#server/log.ts'
import { counter, gauge, histogram, metricLines } from '#server/metrics.ts'
import { prepare } from '#server/prepare.ts'
import { bareWorldFor } from '#tests/support/bare-world.ts'
import { databases } from '#tests/support/databases.ts'
import { makeMachine, makeUnits } from '#tests/support/people-and-machines.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const key = 'a-key-for-prometheus'

describe.each(databases)('metrics on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:30:00.000Z')
  const world = bareWorldFor(open, clock, { METRICS_KEY: key })

  const ask = async (authorization?: string, app = world.app, remoteAddress = '10.0.0.1') =>
    await app.fetch(new Request('http://app.test/metrics', authorization ? { headers: { authorization } } : {}), {
      incoming: { socket: { remoteAddress, remotePort: 1, remoteFamily: 'IPv4' } },
    })
  /** The value of one series, 0 where it isn't there yet. */
  async function valueOf(series: string): Promise<number> {
    const text = await (await ask(`Bearer ${key}`)).text()
    return Number(
      text
        .split('\n')
        .find((it) => it.startsWith(`${series} `))
        ?.split(' ')
        .at(-1) ?? 0,
    )
  }
  async function appOver(database: typeof world.database) {
    const config = readConfig({ DEMO: '0', DIST_DIR: 'no-such-folder', CARD_KEY: 'A'.repeat(43), METRICS_KEY: key })
    const deps = await prepare({ database: world.database, clock, config, log: silentLog })
    return createApp({ ...deps, database })
  }

  test('are read with their own key alone, and are in the text format', async () => {
    expect((await ask()).status).toBe(403)
    expect((await ask('Bearer another-key-of-20-ch')).status).toBe(403)
    const answer = await ask(`Bearer ${key}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const lines = (await answer.text()).trimEnd().split('\n')
    const label = '[a-z_]+="(?:[^"\\\\\\n]|\\\\["\\\\n])*"'
    const sample = new RegExp(`^[a-z_]+(\\{${label}(,${label})*\\})? -?[0-9.e+-]+$`)
    expect(lines.filter((it) => !/^# (HELP|TYPE) [a-z_]+ \S/.test(it) && !sample.test(it))).toEqual([])
    const types = lines.filter((it) => it.startsWith('# TYPE'))
    expect(new Set(types).size).toBe(types.length)
  })

  test('without a key in the configuration nobody reads them, and a short one is refused', async () => {
    const config = readConfig({ DEMO: '0', DIST_DIR: 'no-such-folder', CARD_KEY: 'A'.repeat(43) })
    const app = createApp(await prepare({ database: world.database, clock, config, log: silentLog }))
    expect((await ask('Bearer undefined', app)).status).toBe(404)
    expect(() => readConfig({ METRICS_KEY: 'short' })).toThrow('METRICS_KEY')
  })

  test('count calls by errno, their seconds, and commands that came again', async () => {
    const [failed, known, sum] = [
      'voltfolio_requests_total{path="user/info",errno="401"}',
      'voltfolio_requests_total{path="sysconfig/getLoginConfig",errno="0"}',
      'voltfolio_request_seconds_count{path="sysconfig/getLoginConfig"}',
    ]
    const before = await Promise.all([valueOf(known), valueOf(sum)])
    await world.call('sysconfig/getLoginConfig', { method: 'GET' })
    await world.call('no/such/call', { method: 'GET' })
    expect(await Promise.all([valueOf(known), valueOf(sum)])).toEqual(before.map((it) => it + 1))
    expect(await valueOf('voltfolio_requests_total{path="unknown",errno="404"}')).toBeGreaterThan(0)
    const refused = await valueOf(failed)
    await world.call('user/info', { method: 'GET' })
    expect(await valueOf(failed)).toBe(refused + 1)

    const { token } = await world.member()
    const sign = { args: { madeAt: instant(clock) }, token, key: randomUUID() }
    const replayed = 'voltfolio_replays_total{path="game/sign"}'
    const earlier = await valueOf(replayed)
    const first = await world.call('game/sign', sign)
    expect(await valueOf(replayed)).toBe(earlier)
    expect((await world.call('game/sign', sign)).body).toEqual(first.body)
    expect(await valueOf(replayed)).toBe(earlier + 1)
  })

  test('tell queues, the age of jobs, the pool, and the lag of a settlement', async () => {
    const run = async () => undefined
    const deps = { database: world.database, clock, config: readConfig({ DEMO: '0' }), log: silentLog }
    await runJob(deps, { name: 'a-job', when: '0 0 * * * *', leaseMs: 1000, run }, 'now')
    await runJob(
      deps,
      { name: 'broken', when: '0 0 * * * *', leaseMs: 1000, run: () => Promise.reject(new Error('no')) },
      'now',
    )
    clock.advance(90_000)
    const app = await appOver(world.database)
    const text = await (await ask(`Bearer ${key}`, app)).text()
    expect(text).toContain('voltfolio_job_age_seconds{job="a-job"} 90\n')
    expect(text).toMatch(/voltfolio_job_runs_total\{job="broken",result="failed"\} [1-9]/)
    expect(text).toContain('voltfolio_queue_length{queue="push"} 0\n')
    expect(text).toContain('voltfolio_settlement_lag_seconds{type="hourly"} 0\n')
    expect(text).toContain('voltfolio_database_up 1\n')
    expect(text).toMatch(/voltfolio_database_connections\{state="waiting"\} 0\n/)
  })

  test('tell since when a settlement is overdue', async () => {
    const { kysely: db } = world.database
    const { memberId } = await world.member()
    const machine = await makeMachine(db)
    const [activeFrom, expiresAt] = [instant(clock), instant(clock.now() + 9 * 86_400_000)]
    for (const settlementType of [0, 2] as const)
      await makeUnits(db, { memberId, machine, settlementType, activeFrom, expiresAt })
    const lags = async () => {
      const text = await (await ask(`Bearer ${key}`, await appOver(world.database))).text()
      return [...text.matchAll(/settlement_lag_seconds\{type="(\w+)"\} (\d+)/g)].map(
        ([, type, lag]) => `${type} ${lag}`,
      )
    }
    expect(await lags()).toEqual(['hourly 0', 'daily 0'])
    clock.advance(Date.parse('2026-11-20T08:05:00.000Z') - clock.now())
    expect(await lags()).toEqual(['hourly 3900', 'daily 0'])
    await settle({ database: world.database, clock })
    expect(await lags()).toEqual(['hourly 0', 'daily 0'])
    clock.advance(Date.parse('2026-11-21T00:10:00.000Z') - clock.now())
    expect(await lags()).toEqual(['hourly 54600', 'daily 600'])
    await settle({ database: world.database, clock })
    expect(await lags()).toEqual(['hourly 0', 'daily 0'])
    // Nothing is late of the time in which nobody had a unit.
    await db.updateTable('unit').set({ status: 'expired' }).execute()
    clock.advance(30 * 86_400_000)
    expect(await lags()).toEqual(['hourly 0', 'daily 0'])
    for (const settlementType of [0, 2] as const)
      await makeUnits(db, {
        memberId,
        machine,
        settlementType,
        activeFrom: instant(clock),
        expiresAt: instant(clock.now() + 9 * 86_400_000),
      })
    expect(await lags()).toEqual(['hourly 0', 'daily 0'])
    clock.advance(5 * 3_600_000)
    expect(await lags()).toEqual(['hourly 15000', 'daily 0'])
  })

  test('ask the database once for many scrapes, and go on without it', async () => {
    let asked = 0
    const counting = {
      ...world.database,
      get kysely() {
        asked += 1
        return world.database.kysely
      },
    }
    const app = await appOver(counting)
    for (let n = 0; n < 20; n++) expect((await ask(`Bearer ${key}`, app)).status).toBe(200)
    expect(asked).toBe(1)
    const dead = {
      ...world.database,
      get kysely(): never {
        throw new Error('gone')
      },
    }
    const text = await (await ask(`Bearer ${key}`, await appOver(dead))).text()
    expect(text).toContain('voltfolio_database_up 0\n')
    expect(text).toContain('voltfolio_requests_total')
  })

  test('are limited like every address', async () => {
    const app = await appOver(world.database)
    const all = await Promise.all(Array.from({ length: 420 }, () => ask(`Bearer ${key}`, app, '10.0.0.9')))
    expect(all.filter((it) => it.status === 429).length).toBeGreaterThanOrEqual(20)
  })

  test('name nobody', async () => {
    const { memberId, token } = await world.member()
    await world.call('user/info', { method: 'GET', token })
    const text = await (await ask(`Bearer ${key}`)).text()
    expect(text).not.toContain(memberId)
    const names = [...text.matchAll(/[{,]([a-z_]+)="/g)].map((it) => it[1])
    expect([...new Set(names)].toSorted()).toEqual(
      [...new Set(names)]
        .filter((it) => ['errno', 'job', 'le', 'path', 'queue', 'result', 'state', 'type', 'window'].includes(it ?? ''))
        .toSorted(),
    )
  })
})

test('labels are escaped, and a bucket counts all that took less', () => {
  counter('voltfolio_test_total', 'A test.').count({ of: 'a "quoted" \\ line\nbreak' })
  expect(metricLines()).toContain('voltfolio_test_total{of="a \\"quoted\\" \\\\ line\\nbreak"} 1')
  const { observe } = histogram('voltfolio_test_seconds', 'A test.')
  for (const seconds of [0.004, 0.2, 60]) observe({}, seconds)
  const lines = metricLines().filter((it) => it.startsWith('voltfolio_test_seconds'))
  const bucket = (le: string) =>
    lines
      .find((it) => it.includes(`le="${le}"`))
      ?.split(' ')
      .at(-1)
  expect([bucket('0.005'), bucket('0.1'), bucket('0.25'), bucket('30'), bucket('+Inf')]).toEqual([
    '1',
    '1',
    '2',
    '2',
    '3',
  ])
  expect(gauge('it', 'Help.', [[{}, 3]])).toEqual(['# HELP it Help.', '# TYPE it gauge', 'it 3'])
})
