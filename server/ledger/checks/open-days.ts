import { sql, type RawBuilder } from 'kysely'
import { sharedBefore } from '../../db/entitlement.ts'
import { closedThrough } from '../closed-days.ts'
import { chunkOf, runOfLine } from '../settle.ts'
import { earned, movedOf, sharedOfUnit } from './book.ts'
import type { Checks } from './check.ts'
import { countOfIncome, differences, paidIncome } from './income.ts'
import { checksOfOpenChains } from './open-chains.ts'

/** The first instant of the first open day. */
const openFrom = sql`((${closedThrough} + 1)::timestamp at time zone 'UTC')`
/** Revenue that is booked from then on counts from here on at the earliest: it may be late by 30 days. */
const countedFrom = sql`((${closedThrough} - 31)::timestamp at time zone 'UTC')`
const open = sql`day > ${closedThrough}`

/** The end of a reference, as the id that it should be. */
function idIn(ref: string): RawBuilder<string> {
  return sql`case when right(${sql.ref(ref)}, 36) ~ '^[0-9a-f-]{36}$' then right(${sql.ref(ref)}, 36)::uuid end`
}

/**
 * What lines that were paid on open days come to by account, period and kind of machine. Each is looked up by its key:
 * the days' settlements, for the units of their kind and chunk.
 */
const openLines = sql`(
  select account_id, period, kind, sum(amount)::bigint as amount from (
    select unit.pending_account_id as account_id, run.period, machine.kind, (
      select amount from settlement_line line
      where line.member_id = unit.member_id and line.unit_id = unit.id and line.period = run.period) as amount
    from settlement_run run join unit on run.chunk = ${chunkOf('unit.pending_account_id')}
      and unit.active_from < run.ends_at and case run.type
        when 'daily' then unit.settlement_type = 0
        when 'hourly' then unit.settlement_type = 2
        -- A unit that has ended is owed something as long as revenue may arrive for it.
        else unit.expires_at between run.ends_at - interval '62 days' and run.ends_at end
    join machine on machine.id = unit.machine_id
    where run.done_at >= ${openFrom}
  ) line group by 1, 2, 3 having sum(amount) is not null)`

/**
 * All lines of accounts, periods and kinds in `unlike` that were paid on no closed day. Asked where income differs from
 * `openLines`: a unit may have been paid after all time in which it is looked for.
 */
const allLines = sql`(
  select it.account_id, it.period, it.kind, sum(settlement_line.amount)::bigint as amount
  from unlike it join account on account.id = it.account_id
  join unit on unit.member_id = account.owner_id and unit.pending_account_id = it.account_id
  join machine on machine.id = unit.machine_id and machine.kind = it.kind
  join settlement_line on settlement_line.member_id = unit.member_id and settlement_line.unit_id = unit.id
    and settlement_line.period = it.period
  where not exists (
    select 1 from settlement_run
    where ${runOfLine(sql`unit.pending_account_id`)} and settlement_run.done_at < it.open_from)
  group by 1, 2, 3)`

/** Revenue that was booked on open days: by its own word, or by that of its transfer. */
const openRevenue = sql`(
  select id, machine_id, amount from revenue where counted_at >= ${countedFrom} and booked_at >= ${openFrom}
  union
  select booked.id, booked.machine_id, booked.amount from transfer cross join lateral (
    select * from revenue where revenue.machine_id = transfer.owner_id and revenue.id = ${idIn('transfer.ref')} offset 0
  ) booked where ${open} and transfer.kind = 'revenue')`

const openIncomeDays = sql`member cross join lateral (
  select sum(amount) as amount, count(*) as days from income_day
  where income_day.member_id = member.id and income_day.day >= ${closedThrough} offset 0) open`

/**
 * The same checks as those of all days, without reading what is of closed days: `kept_…` says what these came to, or
 * only rows of open days are compared.
 */
export const checksOfOpenDays: Checks = {
  findings: sql`
    select 'revenue was booked', 'machine ' || id, booked, posted from (
      select machine.id, coalesce(booked.amount, 0) as booked, coalesce(posted.amount, 0) as posted
      from machine left join (
        select it.machine_id, sum(it.amount + coalesce(reversal.amount, 0))::bigint as amount
        from ${openRevenue} it left join reversal on reversal.revenue_id = it.id group by 1
      ) booked on booked.machine_id = machine.id left join (
        select credit_id, sum(amount)::bigint as amount from transfer where ${open} and kind = 'revenue' group by 1
      ) posted on posted.credit_id = machine.account_id
    ) total where booked <> posted
    union all ${differences(sql`
      with unlike as materialized (
        select account_id, period, kind, coalesce(line.amount, 0) as looked_up, coalesce(paid.amount, 0) as paid,
          ${openFrom} as open_from
        from ${openLines} line full join ${paidIncome(open)} paid using (account_id, period, kind)
        where coalesce(line.amount, 0) <> coalesce(paid.amount, 0)
      )
      select account_id, period, kind, paid,
        case when paid > looked_up then coalesce(all_lines.amount, 0) else looked_up end as lines
      from unlike left join ${allLines} all_lines using (account_id, period, kind)`)}
    union all select 'income has its line', 'closed days', run.amount, posted.amount
      from (
        select coalesce(sum(amount), 0)::bigint as amount from settlement_run where chunk >= 0 and done_at < ${openFrom}
      ) run, (
        -- The members' side, of the run's own instant: machines may be cleared on the day after.
        select coalesce(sum(change), 0)::bigint as amount from kept_code where kind = 'income' and code = 'pending'
      ) posted where run.amount <> posted.amount
    union all select 'income came from its machine', 'machine ' || machine.id,
      (coalesce(units.paid, 0) + coalesce(taken.amount, 0))::bigint, book.paid + book.uncleared
      from machine join book on book.id = machine.account_id
      left join (select machine_id, sum(paid) as paid from unit group by 1) units on units.machine_id = machine.id
      left join (
        select machine_id, sum(amount) as amount from income_reversal join unit using (member_id) where unit.id = unit_id group by 1
      ) taken on taken.machine_id = machine.id
      where coalesce(units.paid, 0) + coalesce(taken.amount, 0) <> book.paid + book.uncleared
    union all select 'income is in its days', 'member ' || coalesce(paid.owner_id, days.member_id),
      coalesce(paid.amount, 0), coalesce(days.amount, 0)
      from (select owner_id, -sum(paid)::bigint as amount from book where code = 'pending' group by 1) paid
      full join (
        select member_id, sum(amount)::bigint as amount from (
          select member_id, amount from kept_income
          union all select member.id, open.amount from ${openIncomeDays} where open.days > 0
        ) part group by 1
      ) days on days.member_id = paid.owner_id
      where coalesce(paid.amount, 0) <> coalesce(days.amount, 0)
    union all select 'unit is paid its share', 'account ' || id, posted, paid from (
      select book.id, (-book.paid - coalesce(taken.amount, 0))::bigint as posted, coalesce(units.paid, 0)::bigint as paid
      from book
      left join (select pending_account_id, sum(paid) as paid from unit group by 1) units on pending_account_id = book.id
      left join (
        select pending_account_id as id, sum(amount) as amount from income_reversal join unit using (member_id) where unit.id = unit_id group by 1
      ) taken on taken.id = book.id
      where book.code = 'pending'
    ) account where posted <> paid
    union all select 'unit is paid its share', 'unit ' || unit.id, ${earned}, unit.paid
      from unit join machine on machine.id = unit.machine_id ${sharedOfUnit} where unit.paid > ${earned}
    union all select 'unit is paid its share', 'machine ' || id, booked, share_total from (
      select machine_id as id, share_total, (
          coalesce(${sharedBefore({ machineId: sql`total.machine_id`, before: countedFrom })}, 0) + coalesce((
            select sum(share) from revenue where machine_id = total.machine_id and counted_at >= ${countedFrom}), 0)
        )::bigint as booked,
        coalesce(${sharedBefore({ machineId: sql`total.machine_id`, before: sql`'infinity'` })}, 0) as last
      from machine_total total
    ) total where share_total <> booked or share_total <> last
    union all select 'taken back once', 'reversal ' || id, wanted, posted from (
      select reversal.id, reversal.amount as wanted, coalesce(moved.amount, 0) as posted
      from reversal left join ${movedOf(['topup_reversal', 'topup_debt', 'revenue_reversal'], open)} moved
        on moved.ref = reversal.id::text
      where reversal.at >= ${openFrom}
    ) back where wanted <> posted
    union all select 'taken back once', 'undone reversal ' || reversal_id, wanted, posted from (
      select undone.reversal_id, reversal.amount as wanted, coalesce(moved.amount, 0) as posted
      from reversal_undone undone join reversal on reversal.id = undone.reversal_id
      left join ${movedOf(['reversal_undone'], open)} moved on moved.ref = undone.reversal_id::text
      where undone.at >= ${openFrom}
    ) back where wanted <> posted
    union all ${checksOfOpenChains.findings}`,
  looked: {
    'line was posted': sql`select coalesce(sum(lines), 0) from settlement_run where chunk >= 0 and done_at >= ${openFrom}`,
    'income has its line': countOfIncome(open),
    'income is in its days': sql`select coalesce(sum(open.days), 0) from ${openIncomeDays}`,
    'taken back once': sql`select count(*) from reversal where at >= ${openFrom}`,
    ...checksOfOpenChains.looked,
  },
}
