import { sql } from 'kysely'
import type { Answer } from '#protocol/call.ts'
import type { teamRechargeTotal } from '#protocol/team.ts'
import type { Clock } from '../../clock.ts'
import { addDays, dayIn, instant, startOfDay } from '../../clock.ts'
import { booksCurrency as currency } from '../../db/books-currency.ts'
import type { Db } from '../../db/open.ts'
import { zoneOfOperator } from '../../db/settings.ts'
import { mondayOn } from '../../db/weeks.ts'
import { membersNeededForSums as membersNeeded, sumsToTell, certainlyToldFrom, type ChangeOfWeek } from './rules.ts'

const recentDays = 30

/**
 * What a member's team had topped up on the last Monday that may be told (`sumsToTell`), in all and lately, each null
 * where there is none. What those topped up who have left stays in it: it would otherwise fall by one person's money.
 * What was taken back again is subtracted when that was done, and added when that was undone.
 */
export async function teamRecharge(db: Db, memberId: string, clock: Clock): Promise<Answer<typeof teamRechargeTotal>> {
  const zone = await zoneOfOperator(db)
  const thisMonday = mondayOn(dayIn(zone, clock.now()))
  const change = sql`
    with first as (
      select id from member where invited_by = ${memberId}
    ), team as (
      select id from first
      union all
      select id from member where invited_by in (select id from first)
    ), change as (
      select member_id, credited_at as at, amount, currency from top_up
      union all
      select member_id, reversal.at, -reversal.amount, wrong.currency
        from reversal join top_up wrong on wrong.id = reversal.top_up_id
      union all
      select member_id, undone.at, reversal.amount, wrong.currency
        from reversal_undone undone join reversal on reversal.id = undone.reversal_id
        join top_up wrong on wrong.id = reversal.top_up_id
    ), own as (select * from change where member_id in (select id from team) and currency = ${currency})`
  const startOf = (day: string) => instant(startOfDay(zone, day))
  const { rows } = await sql<ChangeOfWeek>`${change}, one as (
      select date_trunc('week', at at time zone ${zone})::date::text as monday, member_id, sum(amount)::bigint as amount
      from own where at < ${startOf(thisMonday)}::timestamptz group by 1, 2
    ), week as (
      select monday, sum(amount)::bigint as amount, count(*) filter (where amount <> 0) >= ${certainlyToldFrom} as is_told
      from one group by 1
    )
    select monday, null::uuid as member_id, amount from week where is_told
    union all
    select monday, member_id, one.amount from one join week using (monday) where not is_told
    order by 1`.execute(db)
  const { sums, waiting } = sumsToTell(rows)
  const last = sums.at(-1)
  if (!last) return { currency, members: waiting, membersNeeded, total: null, last30Days: null, asOf: thisMonday }
  const { rows: people } = await sql<{ count: number }>`${change}
    select count(*) from (
      select 1 from own where at < ${startOf(last.asOf)}::timestamptz group by member_id having sum(amount) > 0
    ) as it`.execute(db)
  // A difference of sums that were told tells no more than they did; one of exactly 30 days would.
  const first = { asOf: rows[0]?.monday ?? last.asOf, total: 0 }
  const before = [first, ...sums].find((it) => it.asOf < last.asOf && it.asOf >= addDays(last.asOf, -recentDays))
  const recent = before && last.total - before.total
  return {
    currency,
    members: people[0]?.count ?? 0,
    membersNeeded,
    total: Math.max(last.total, 0),
    ...(before && recent !== undefined && recent >= 0
      ? { last30Days: recent, since: before.asOf }
      : { last30Days: null }),
    asOf: last.asOf,
  }
}
