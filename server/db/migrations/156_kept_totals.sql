-- What closed days come to, so that reconciliation and the balance sheet read only the days after them (docs/ledger.md,
-- "Closed days"). Written by keep_closed_days alone, after a look at the books that found nothing.
create table kept_through (
  is_only boolean primary key default true check (is_only),
  -- UTC day of posting, the last that is closed.
  day date not null
);
-- Of each account: what its transfers through that day changed it by. Minor units.
create table kept_total (
  account_id bigint not null,
  kind text not null,
  change bigint not null,
  primary key (account_id, kind)
);
-- The same for all accounts of a code together, members' apart from others.
create table kept_code (
  asset text not null,
  code text not null,
  is_members boolean not null,
  kind text not null,
  change bigint not null,
  primary key (asset, code, is_members, kind)
);
-- What a member's rows of income_day come to whose own day is before the last closed UTC day: nothing is added to these
-- any more, wherever the member lives.
create table kept_income (
  member_id uuid primary key,
  amount bigint not null
);
-- The last link of a member's chain before the first one of a day that is open.
create table kept_chain (
  member_id uuid primary key,
  number bigint not null,
  hash text not null
);

-- Closes days through one, after those that are closed; `anew` begins with none. The caller has seen that they are sound,
-- in the same transaction.
create function keep_closed_days(through date, anew boolean) returns void language plpgsql security definer as $$
declare
  since date;
begin
  lock table kept_through in exclusive mode;
  if anew then
    delete from kept_through;
    delete from kept_total;
    delete from kept_code;
    delete from kept_income;
    delete from kept_chain;
  end if;
  select coalesce((select day from kept_through), '-infinity') into since;
  if through <= since then return; end if;
  insert into kept_total (account_id, kind, change)
  select account.id, side.kind, sum(change)
  from (
    select debit_id as id, asset, kind, -amount as change from transfer where day > since and day <= through
    union all select credit_id, asset, kind, amount from transfer where day > since and day <= through
  ) side join account on account.id = side.id and account.asset = side.asset
  group by account.id, side.kind
  on conflict (account_id, kind) do update set change = kept_total.change + excluded.change;
  insert into kept_code (asset, code, is_members, kind, change)
  select account.asset, account.code, member.id is not null, side.kind, sum(change)
  from (
    select debit_id as id, kind, -amount as change from transfer where day > since and day <= through
    union all select credit_id, kind, amount from transfer where day > since and day <= through
  ) side join account on account.id = side.id left join member on member.id = account.owner_id
  group by 1, 2, 3, 4
  on conflict (asset, code, is_members, kind) do update set change = kept_code.change + excluded.change;
  insert into kept_income (member_id, amount)
  select member.id, days.amount
  from member cross join lateral (
    select sum(amount) as amount from income_day
    where member_id = member.id and day >= since and day < through
    offset 0
  ) days where days.amount is not null
  on conflict (member_id) do update set amount = kept_income.amount + excluded.amount;
  insert into kept_chain (member_id, number, hash)
  select chain.member_id, link.number, link.hash
  from bill_chain chain cross join lateral (
    select coalesce(min(first) - 1, chain.number) as number
    from account join bill_day on bill_day.member_id = chain.member_id and bill_day.account_id = account.id
    where account.owner_id = chain.member_id and bill_day.day > through
  ) last join bill_link link on link.member_id = chain.member_id and link.number = last.number
  on conflict (member_id) do update set number = excluded.number, hash = excluded.hash
    where kept_chain.number < excluded.number;
  insert into kept_through (day) values (through) on conflict (is_only) do update set day = excluded.day;
end $$;
do $$ begin
  execute format('alter function keep_closed_days(date, boolean) set search_path = %I, pg_temp', current_schema());
  revoke execute on function keep_closed_days(date, boolean) from public;
end $$;
