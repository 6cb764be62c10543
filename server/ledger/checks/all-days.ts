import { sql, type RawBuilder } from 'kysely'
import { closedThrough } from '../closed-days.ts'
import { earned, movedOf, sharedOfUnit } from './book.ts'
import type { Checks } from './check.ts'
import { countOfIncome, differences, paidIncome } from './income.ts'

const closedSides = sql`(
  select debit_id as id, asset, kind, -sum(amount) as change from transfer where day <= ${closedThrough} group by 1, 2, 3
  union all
  select credit_id, asset, kind, sum(amount) from transfer where day <= ${closedThrough} group by 1, 2, 3)`

function ofCode(asset: RawBuilder<unknown>, isMembers: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`'code ' || code || ' ' || ${asset} || case when ${isMembers} then ' of members ' else ' ' end || kind`
}

/** What is seen by reading every transfer, line and link there is, and what is kept of closed days beside them. */
export const checksOfAllDays: Checks = {
  findings: sql`
    select 'revenue was booked', 'machine ' || machine.id, coalesce(booked.amount, 0), book.taken
      from book join machine on machine.account_id = book.id
      left join (select machine_id, sum(amount)::bigint as amount from revenue group by 1) booked
        on booked.machine_id = machine.id
      where coalesce(booked.amount, 0) <> book.taken
    -- A report whose row is lost would be booked again.
    union all select 'revenue was booked', 'reports of machine ' || id, booked, named from (
      select total.machine_id as id, coalesce(booked.runs, 0) as booked, coalesce(report.runs, 0) as named
      from machine_total total
      left join (select machine_id, count(*) as runs from revenue group by 1) booked on booked.machine_id = total.machine_id
      left join (select machine_id, count(*) as runs from booked_report group by 1) report
        on report.machine_id = total.machine_id
    ) run where booked <> named
    union all ${differences(sql`
      select account_id, period, kind, coalesce(line.amount, 0) as lines, coalesce(paid.amount, 0) as paid
      from (
        select coalesce(unit.pending_account_id,
            (select min(id) from account where owner_id = line.member_id and code = 'pending'), 0) as account_id,
          period, coalesce(machine.kind, 'no machine') as kind, sum(amount)::bigint as amount
        from settlement_line line left join unit on unit.member_id = line.member_id and unit.id = line.unit_id
        left join machine on machine.id = unit.machine_id
        group by 1, 2, 3
      ) line full join ${paidIncome(sql`true`)} paid using (account_id, period, kind)`)}
    union all select 'income came from its machine', 'machine ' || machine.id, coalesce(line.amount, 0),
      book.paid + book.uncleared
      from machine join book on book.id = machine.account_id left join (
        select machine_id, sum(amount)::bigint as amount
        from settlement_line line join unit on unit.member_id = line.member_id and unit.id = line.unit_id group by 1
      ) line on line.machine_id = machine.id
      where coalesce(line.amount, 0) <> book.paid + book.uncleared
    union all select 'income is in its days', 'member ' || coalesce(paid.owner_id, days.member_id),
      coalesce(paid.amount, 0), coalesce(days.amount, 0)
      from (select owner_id, -sum(paid)::bigint as amount from book where code = 'pending' group by 1) paid
      full join (select member_id, sum(amount)::bigint as amount from income_day group by 1) days
        on days.member_id = paid.owner_id
      where coalesce(paid.amount, 0) <> coalesce(days.amount, 0)
    union all select 'unit is paid its share', 'unit ' || id, least(lines, earned), paid from (
      select unit.id, unit.paid, (coalesce(line.amount, 0) - coalesce(taken.amount, 0))::bigint as lines,
        ${earned} as earned
      from unit join machine on machine.id = unit.machine_id ${sharedOfUnit}
      left join (select member_id, unit_id, sum(amount) as amount from settlement_line group by 1, 2) line
        on line.member_id = unit.member_id and line.unit_id = unit.id
      left join (select member_id, unit_id, sum(amount) as amount from income_reversal group by 1, 2) taken
        on taken.member_id = unit.member_id and taken.unit_id = unit.id
    ) share where paid <> lines or paid > earned
    union all select 'unit is paid its share', 'machine ' || id, booked, share_total from (
      select total.machine_id as id, total.share_total, coalesce(booked.share, 0) as booked, coalesce(booked.last, 0) as last
      from machine_total total left join (
        select machine_id, sum(share)::bigint as share, max(share_total_after) as last from revenue group by 1
      ) booked on booked.machine_id = total.machine_id
    ) total where share_total <> booked or share_total <> last
    union all select 'taken back once', 'reversal ' || id, wanted, posted from (
      select reversal.id, reversal.amount as wanted, coalesce(moved.amount, 0) as posted
      from reversal left join ${movedOf(['topup_reversal', 'topup_debt', 'revenue_reversal'])} moved
        on moved.ref = reversal.id::text
    ) back where wanted <> posted
    union all select 'taken back once', 'undone reversal ' || reversal_id, wanted, posted from (
      select undone.reversal_id, reversal.amount as wanted, coalesce(moved.amount, 0) as posted
      from reversal_undone undone join reversal on reversal.id = undone.reversal_id
      left join ${movedOf(['reversal_undone'])} moved on moved.ref = undone.reversal_id::text
    ) back where wanted <> posted
    union all select 'bill chain holds', 'member ' || member_id || ' bill ' || number, 1, 0 from (
      select link.member_id, link.number, link.hash,
        coalesce(lag(link.number) over chain, 0) + 1 as next,
        bill_hash(coalesce(lag(link.hash) over chain, bill_root(link.member_id)),
          bill_text(link.number, transfer.id, at, kind, account.code,
            case when credit_id = account.id then amount else -amount end, transfer.asset, ref)) as wanted
      from bill_link link join account on account.owner_id = link.member_id and account.id = link.account_id
      left join transfer on transfer.owner_id = link.member_id and transfer.day = link.day and transfer.id = link.transfer_id
        and account.id in (transfer.debit_id, transfer.credit_id)
      window chain as (partition by link.member_id order by link.number)
    ) linked where number <> next or hash is distinct from wanted
    union all select 'bills are in their days',
      'account ' || coalesce(linked.account_id, kept.account_id) || ' ' || coalesce(linked.day, kept.day),
      coalesce(linked.balance, 0), coalesce(kept.balance, 0)
      from (
        select distinct on (member_id, account_id, day) member_id, account_id, day, number as last, balance,
          min(number) over of_day as first, sum(change) over of_day as change, count(*) over of_day as movements
        from (
          select *, sum(change) over (partition by member_id, account_id order by number)::bigint as balance
          from (
            select link.*, case when credit_id = link.account_id then amount else -amount end as change
            from bill_link link join transfer on transfer.owner_id = link.member_id and transfer.day = link.day and transfer.id = link.transfer_id
          ) moved
        ) running window of_day as (partition by member_id, account_id, day)
        order by member_id, account_id, day, number desc
      ) linked full join bill_day kept using (member_id, account_id, day)
      where (linked.first, linked.last, linked.balance, linked.change, linked.movements)
        is distinct from (kept.first, kept.last, kept.balance, kept.change, kept.movements)
    union all select 'closed days are kept', subject, coalesce(summed.change, 0), coalesce(kept.change, 0) from (
      select 'account ' || account.id || ' ' || kind as subject, sum(change)::bigint as change
      from ${closedSides} side join account on account.id = side.id and account.asset = side.asset
      group by account.id, kind
      union all
      select ${ofCode(sql`account.asset`, sql`member.id is not null`)}, sum(change)::bigint
      from ${closedSides} side join account on account.id = side.id left join member on member.id = account.owner_id
      group by 1
      union all
      select 'income of member ' || member_id, sum(amount)::bigint from income_day, kept_through
      where income_day.day < kept_through.day group by 1
    ) summed full join (
      select 'account ' || account_id || ' ' || kind as subject, change from kept_total
      union all select ${ofCode(sql`asset`, sql`is_members`)}, change from kept_code
      union all select 'income of member ' || member_id, amount from kept_income
    ) kept using (subject) where coalesce(summed.change, 0) <> coalesce(kept.change, 0)
    union all select 'closed days are kept', 'chain of member ' || kept.member_id, 1, 0 from kept_chain kept
      left join bill_link link on link.member_id = kept.member_id and link.number = kept.number
      where link.hash is distinct from kept.hash or exists (
        select 1 from bill_day, kept_through where bill_day.member_id = kept.member_id
          and bill_day.day > kept_through.day and bill_day.first <= kept.number)`,
  looked: {
    'line was posted': sql`select count(*) from settlement_line`,
    'income has its line': countOfIncome(sql`true`),
    'income is in its days': sql`select count(*) from income_day`,
    'bill chain holds': sql`select count(*) from bill_link`,
    'bills are in their days': sql`select count(*) from bill_day`,
    'closed days are kept': sql`select count(*) from kept_total`,
  },
}
