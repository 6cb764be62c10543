import { sql } from 'kysely'
import * as v from 'valibot'
import { Id } from '#protocol/primitives.ts'
import type { Answer } from '#protocol/call.ts'
import type { vehicleEarnings } from '#protocol/wallet.ts'
import { addDays, dayIn, instant, startOfDay, type Clock } from '../../../clock.ts'
import { besideMachine, machineBeside } from '../../../db/beside-machine.ts'
import type { Db } from '../../../db/open.ts'
import { DayKey, pageOf, readCursor } from '../../../http/cursor.ts'
import { chunkOf } from '../../../ledger/settle.ts'
import type { Filter } from '../rules.ts'
import { spanOf } from '../rules.ts'
import { zoneOf } from '../../../db/member-zone.ts'

const Cursor = v.tuple([DayKey, Id])

type Page = Answer<typeof vehicleEarnings>
interface Wanted extends Filter {
  memberId: string
  kind?: 'vehicle' | 'pile' | undefined
  after?: string | undefined
  limit: number
}

/**
 * What each machine earned a member on each of their days, newest first. The day is that of the settlement, as in the
 * bills; sessions and revenue are those that the day's settlements paid for.
 */
export async function earningsPage(
  db: Db,
  { memberId, kind, after, limit, ...filter }: Wanted,
  clock: Clock,
): Promise<Page> {
  const cursor = after === undefined ? undefined : readCursor(after, Cursor)
  const zone = await zoneOf(db, memberId)
  const { since, until } = spanOf(filter, zone, clock.now())
  // Each day has at least one line, unless a kind is asked for: enough days are read for the page, for the line that
  // says whether there is a next page, and for the day in which the page before ended.
  const { rows: shown } = await sql<Shown>`
    select to_char(of_day.day, 'YYYY-MM-DD') as day, machine_id, amount
    from (
      select day, machines, amounts from income_of_day where member_id = ${memberId}
        ${since === undefined ? sql`` : sql`and day >= ${dayIn(zone, since)}::date`}
        ${until === undefined ? sql`` : sql`and day < ${dayIn(zone, until)}::date`}
        ${cursor ? sql`and day <= ${cursor[0]}::date` : sql``}
      order by day desc limit ${kind === undefined ? sql.lit(limit + 2) : sql.lit(null)}
    ) of_day
    cross join lateral unnest(machines, amounts) as it(machine_id, amount) join machine on machine.id = machine_id
    where true
      ${kind === undefined ? sql`` : sql`and machine.kind = ${kind}`}
      ${cursor ? sql`and (of_day.day, machine_id) < (${cursor[0]}::date, ${cursor[1]}::uuid)` : sql``}
    order by of_day.day desc, machine_id desc limit ${limit + 1}`.execute(db)
  const page = pageOf(
    shown,
    limit,
    (row) => [row.day, row.machineId],
    (row) => row,
  )
  return { ...page, items: await described(db, { memberId, zone, shown: page.items }) }
}

interface Shown {
  day: string
  machineId: string
  amount: number
}

/** The machines of a page, and what they did for it. Only lines of the page's days are read. */
async function described(
  db: Db,
  { memberId, zone, shown }: { memberId: string; zone: string; shown: readonly Shown[] },
): Promise<Page['items']> {
  const wanted = shown.map(({ day, machineId, amount }) => ({
    day,
    machine_id: machineId,
    amount,
    since: instant(startOfDay(zone, day)),
    until: instant(startOfDay(zone, addDays(day, 1))),
  }))
  const { rows } = await sql<Page['items'][number]>`
    with of_day as materialized (
      select shown.*, paid.* from jsonb_to_recordset(${JSON.stringify(wanted)}::text::jsonb)
        as shown(day date, machine_id uuid, amount bigint, since timestamptz, until timestamptz)
    cross join lateral (
      select count(distinct u.id)::int as units, min(greatest(u.active_from, ${startOfRun})) as starts_at,
        max(least(u.expires_at, settlement_run.ends_at)) as ends_at
      from unit u
      join settlement_run on settlement_run.chunk = ${chunkOf('u.pending_account_id')}
        and settlement_run.done_at >= shown.since and settlement_run.done_at < shown.until
      -- Looked up by its key: a join would tempt the planner to read every line of the account.
      cross join lateral (
        select 1 from settlement_line line
        where line.member_id = ${memberId} and line.unit_id = u.id and line.period = settlement_run.period
        offset 0
      ) line
      where u.member_id = ${memberId} and u.machine_id = shown.machine_id
    ) paid
    ), run as materialized (
      select of_day.*, m.product_id, m.kind, m.currency, (
        select array[count(*) filter (where amount > 0), coalesce(sum(amount), 0)::bigint] from revenue
        where revenue.machine_id = ${machineBeside} and counted_at >= of_day.starts_at and counted_at < of_day.ends_at
      ) as earned
      from of_day join machine m on m.id = of_day.machine_id ${besideMachine()}
    )
    select to_char(run.day, 'YYYY-MM-DD') as day, run.machine_id, product.id as product_id, product.name, product.art,
      run.kind, run.currency, run.units, run.amount, run.earned[1]::int as sessions, run.earned[2] as machine_revenue
    from run join product on product.id = run.product_id
    order by run.day desc, run.machine_id desc`.execute(db)
  return rows
}

/**
 * Where a settlement run's period began. An expired unit was last settled at the end of its own kind of period, or
 * never.
 */
const startOfRun = sql`case
  when settlement_run.type = 'hourly' then settlement_run.ends_at - interval '1 hour'
  when settlement_run.type = 'daily' then settlement_run.ends_at - interval '1 day'
  when u.settlement_type = 2 then date_trunc('hour', u.expires_at, 'UTC')
  when u.settlement_type = 0 then date_trunc('day', u.expires_at, 'UTC')
  else u.active_from end`
