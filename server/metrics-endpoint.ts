import type { Context, Handler } from 'hono'
import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import { instant } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './db/open.ts'
import { holdsKey } from './http/pipeline.ts'
import { inTime } from './in-time.ts'
import { gauge, metricLines } from './metrics.ts'

interface Given {
  database: Database
  clock: Clock
  config: Config
}

/** Figures of the database are asked for at most so often, however often somebody scrapes. */
const keptMs = 5_000

/**
 * `GET /metrics` for Prometheus, under `METRICS_KEY`; not there while none is set. `limit` throws where an address asks
 * too often.
 */
export function metricsEndpoint(given: Given, limit: (c: Context) => void): Handler {
  const figures = kept(given)
  return async (c) => {
    const { metricsKey } = given.config
    if (metricsKey === undefined) return c.notFound()
    try {
      limit(c)
    } catch {
      return c.text('too many requests', 429, { 'retry-after': '1' })
    }
    if (!holdsKey(c.req.header('authorization'), metricsKey)) return c.text('wrong key', 403)
    const lines = [...metricLines(), ...poolLines(given.database), ...processLines(), ...(await figures())]
    return c.body(`${lines.join('\n')}\n`, 200, {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    })
  }
}

function poolLines(database: Database): string[] {
  const { open, idle, waiting } = database.usage()
  return gauge('voltfolio_database_connections', 'The pool: connections in use and idle, and who waits for one.', [
    [{ state: 'used' }, open - idle],
    [{ state: 'idle' }, idle],
    [{ state: 'waiting' }, waiting],
  ])
}

function processLines(): string[] {
  return [
    ...gauge('process_resident_memory_bytes', 'Memory of this process.', [[{}, process.memoryUsage.rss()]]),
    ...gauge('process_uptime_seconds', 'Seconds since this process started.', [[{}, Math.round(process.uptime())]]),
  ]
}

/** One query for all that scrape within some seconds. Says that the database is down where it gives nothing in time. */
function kept({ database, clock }: Given): () => Promise<string[]> {
  let asked: { at: number; lines: Promise<string[]> } | undefined
  return async () => {
    if (asked === undefined || performance.now() - asked.at > keptMs)
      asked = {
        at: performance.now(),
        lines: databaseLines(database, clock).then(
          (lines) => [...up(1), ...lines],
          () => up(0),
        ),
      }
    return await inTime(asked.lines, up(0))
  }
}

const up = (value: 0 | 1): string[] =>
  gauge('voltfolio_database_up', 'Whether the database answers in time.', [[{}, value]])

interface Figures {
  pushesDue: number
  pushAge: number
  withdrawals: Record<string, number> | null
  parcels: number
  hourlyLag: number
  dailyLag: number
  jobs: Record<string, number> | null
  isSound: boolean | null
  codesHour: number
  codesDay: number
}

async function databaseLines(database: Database, clock: Clock): Promise<string[]> {
  const now = sql`${instant(clock)}::timestamptz`
  // When the first unit began is read only where a settlement is overdue: it looks at many units.
  const lag = (type: string, settlementType: number, length: string) => {
    const settled = sql`(
      select coalesce(max(ends_at), '-infinity') as at from settlement_run where type = ${type} and chunk = -1)`
    const due = sql`(${now} - interval ${sql.lit(`1 ${length}`)})`
    return sql`(
      select case when first.at is null then 0
        else greatest(0, extract(epoch from ${due} - greatest(settled.at, date_trunc(${length}, first.at)))) end::float8 as seconds
      from ${settled} settled cross join (
        select min(active_from) as at from unit
        where status = 'active' and settlement_type = ${settlementType} and ${settled} < ${due}
      ) first)`
  }
  const codes = (of: string) =>
    sql`coalesce((select count from attempt where subject = ${`codes:${of}`} and window_ends_at > ${now}), 0)`
  const {
    rows: [it],
  } = await sql<Figures>`
    select push.due as pushes_due, push.age as push_age,
      (select jsonb_object_agg(state, many) from (select state, count(*)::int as many from withdrawal
        where state in ('requested', 'approved', 'sent') group by state) open) as withdrawals,
      (select count(*)::int from points_order where status in (201, 202)) as parcels,
      hourly.seconds as hourly_lag, daily.seconds as daily_lag,
      (select jsonb_object_agg(name, round(extract(epoch from ${now} - last_done_at))) from job
        where last_done_at is not null) as jobs,
      (select is_sound from reconciliation order by id desc limit 1) as is_sound,
      ${codes('hour')} as codes_hour, ${codes('day')} as codes_day
    from (select sum(many)::int as due, coalesce(extract(epoch from ${now} - min(due_at)), 0)::float8 as age
      from (
        select count(*) as many, min(due_at) as due_at from push_job where done_at is null and due_at <= ${now}
        union all select count(*), min(due_at) from push_fan_out where due_at <= ${now}
      ) waiting) push, ${lag('hourly', 2, 'hour')} hourly, ${lag('daily', 0, 'day')} daily`.execute(database.kysely)
  return it === undefined ? [] : linesOf(it)
}

function linesOf(it: Figures): string[] {
  const withdrawals = Object.entries(it.withdrawals ?? {}).map(([state, many]) => ({
    queue: `withdrawal_${state}`,
    many,
  }))
  const queues = [{ queue: 'push', many: it.pushesDue }, { queue: 'parcel', many: it.parcels }, ...withdrawals]
  return [
    ...gauge(
      'voltfolio_queue_length',
      'What waits to be done.',
      queues.map(({ queue, many }) => [{ queue }, many]),
    ),
    ...gauge('voltfolio_push_wait_seconds', 'For how long the oldest push that is due has waited.', [[{}, it.pushAge]]),
    ...gauge(
      'voltfolio_settlement_lag_seconds',
      'Since when the oldest period that has ended waits for its settlement.',
      [
        [{ type: 'hourly' }, it.hourlyLag],
        [{ type: 'daily' }, it.dailyLag],
      ],
    ),
    ...gauge(
      'voltfolio_job_age_seconds',
      'Since when a job was last done.',
      Object.entries(it.jobs ?? {}).map(([job, seconds]) => [{ job }, seconds]),
    ),
    ...gauge(
      'voltfolio_books_sound',
      'Whether the last reconciliation found nothing wrong.',
      it.isSound === null ? [] : [[{}, Number(it.isSound)]],
    ),
    ...gauge('voltfolio_codes_sent', 'Codes counted against their budget.', [
      [{ window: 'hour' }, it.codesHour],
      [{ window: 'day' }, it.codesDay],
    ]),
  ]
}
