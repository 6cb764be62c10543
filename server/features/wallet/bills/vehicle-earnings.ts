import { sql } from 'kysely'
import * as v from 'valibot'
import { Id } from '#protocol/primitives.ts'
import type { Answer } from '#protocol/call.ts'
import type { vehicleEarnings } from '#protocol/wallet.ts'
import type { Clock } from '../../../clock.ts'
import type { Db } from '../../../db/open.ts'
import { DayKey, pageOf, readCursor } from '../../../http/cursor.ts'
import { runOfLine } from '../../../ledger/settle.ts'
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
  const { rows } = await sql<Page['items'][number]>`
    with paid as (
      select (settlement_run.done_at at time zone ${zone})::date as day, u.machine_id, u.id as unit_id,
        settlement_line.amount, settlement_run.ends_at,
        greatest(u.active_from, ${startOfRun}) as starts_at, least(u.expires_at, settlement_run.ends_at) as until
      from unit u
      join settlement_line on settlement_line.account_id = u.pending_account_id and settlement_line.unit_id = u.id
      join settlement_run on ${runOfLine}
      where u.member_id = ${memberId}
        ${since === undefined ? sql`` : sql`and settlement_run.done_at >= ${since}::timestamptz`}
        ${until === undefined ? sql`` : sql`and settlement_run.done_at < ${until}::timestamptz`}
    ), shown as (
      select paid.day, paid.machine_id, count(distinct unit_id)::int as units, sum(amount)::bigint as amount,
        min(starts_at) as starts_at, max(paid.until) as until
      from paid join machine on machine.id = paid.machine_id
      where true ${kind === undefined ? sql`` : sql`and machine.kind = ${kind}`}
        ${cursor ? sql`and (paid.day, paid.machine_id) < (${cursor[0]}::date, ${cursor[1]}::uuid)` : sql``}
      group by paid.day, paid.machine_id order by paid.day desc, paid.machine_id desc limit ${limit + 1}
    )
    select to_char(shown.day, 'YYYY-MM-DD') as day, machine.id as machine_id, product.id as product_id, product.name,
      product.art, machine.kind, machine.currency,
      shown.units, shown.amount, earned.sessions, earned.machine_revenue
    from shown join machine on machine.id = shown.machine_id join product on product.id = machine.product_id
    cross join lateral (
      select count(*) filter (where amount > 0)::int as sessions, coalesce(sum(amount), 0)::bigint as machine_revenue from revenue
      where revenue.machine_id = machine.id and counted_at >= shown.starts_at and counted_at < shown.until
    ) earned
    order by shown.day desc, machine.id desc`.execute(db)
  return pageOf(
    rows,
    limit,
    (row) => [row.day, row.machineId],
    (row) => row,
  )
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
