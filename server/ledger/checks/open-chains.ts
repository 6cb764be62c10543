import { sql } from 'kysely'
import { closedThrough } from '../closed-days.ts'
import type { Checks } from './check.ts'

/** Links after the last checked one of each member, with their movements. */
const openLinks = sql`(
  select link.*, moved.*, chain.kept_number, chain.kept_hash, account.code,
    case when moved.credit_id = link.account_id then moved.amount else -moved.amount end as change
  from (
    select bill_chain.member_id, coalesce(kept.number, 0) as kept_number,
      coalesce(kept.hash, bill_root(bill_chain.member_id)) as kept_hash
    from bill_chain left join kept_chain kept on kept.member_id = bill_chain.member_id
  ) chain cross join lateral (
    select * from bill_link where bill_link.member_id = chain.member_id and bill_link.number > kept_number offset 0
  ) link join account on account.owner_id = link.member_id and account.id = link.account_id left join lateral (
    select id, at, kind, asset, ref, amount, credit_id from transfer
    where transfer.owner_id = link.member_id and transfer.day = link.day and transfer.id = link.transfer_id
      and link.account_id in (transfer.debit_id, transfer.credit_id) offset 0
  ) moved on true)`

/** Days of accounts in the chain that are open. */
const openDays = sql`(
  select day.* from account cross join lateral (
    select * from bill_day where bill_day.member_id = account.owner_id and bill_day.account_id = account.id
      and bill_day.day > ${closedThrough} offset 0
  ) day)`

/**
 * Chains go on from the last link that was checked, and the balances of their days from what closed days come to, less
 * what was linked of these after that link.
 */
export const checksOfOpenChains: Checks = {
  findings: sql`
    select 'bill chain holds', 'member ' || member_id || ' bill ' || number, 1, 0 from (
      select member_id, number, hash, coalesce(lag(number) over chain, kept_number) + 1 as next,
        bill_hash(coalesce(lag(hash) over chain, kept_hash), bill_text(number, id, at, kind, code, change, asset, ref)) as wanted
      from ${openLinks} link window chain as (partition by member_id order by number)
    ) linked where number <> next or hash is distinct from wanted
    union all select 'bills are in their days',
      'account ' || coalesce(linked.account_id, kept.account_id) || ' ' || coalesce(linked.day, kept.day),
      coalesce(linked.balance, 0), coalesce(kept.balance, 0)
      from (
        select distinct on (member_id, account_id, day) member_id, account_id, day, number as last,
          (before + balance)::bigint as balance, min(number) over of_day as first, sum(change) over of_day as change,
          count(*) over of_day as movements
        from (
          select *, sum(change) over (partition by member_id, account_id order by number) as balance,
            coalesce((select sum(kept_total.change) from kept_total where kept_total.owner_id = link.member_id
              and kept_total.account_id = link.account_id), 0)
            - coalesce(sum(change) filter (where day <= ${closedThrough}) over (partition by member_id, account_id), 0)
            as before
          from ${openLinks} link
        ) running where day > ${closedThrough}
        window of_day as (partition by member_id, account_id, day)
        order by member_id, account_id, day, number desc
      ) linked full join ${openDays} kept using (member_id, account_id, day)
      where (linked.first, linked.last, linked.balance, linked.change, linked.movements)
        is distinct from (kept.first, kept.last, kept.balance, kept.change, kept.movements)`,
  looked: {
    'bill chain holds': sql`select count(*) from ${openLinks} link`,
    'bills are in their days': sql`select count(*) from ${openDays} day`,
  },
}
