-- Closed days are kept by statements that several machines can carry out (docs/scale.md): transfers are added up where they lie,
-- before their accounts are looked up, and what is kept of a code, which is everywhere, isn't written by a read of members' rows.

-- Closes days through one, after those that are closed; `anew` begins with none. The caller has seen that they are sound,
-- in the same transaction.
create or replace function keep_closed_days(through date, anew boolean) returns void language plpgsql security definer as $$
declare
  since date;
  codes jsonb;
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
  insert into kept_total (owner_id, account_id, kind, change)
  select account.owner_id, account.id, side.kind, sum(change)
  from (
    select debit_id as id, asset, kind, -sum(amount) as change from transfer where day > since and day <= through group by 1, 2, 3
    union all
    select credit_id, asset, kind, sum(amount) from transfer where day > since and day <= through group by 1, 2, 3
  ) side join account on account.id = side.id and account.asset = side.asset
  group by account.owner_id, account.id, side.kind
  on conflict (owner_id, account_id, kind) do update set change = kept_total.change + excluded.change;
  select jsonb_agg(jsonb_build_object('asset', asset, 'code', code, 'is_members', is_members, 'kind', kind, 'change', change))
  into codes
  from (
    select account.asset, account.code, member.id is not null as is_members, side.kind, sum(change) as change
    from (
      select debit_id as id, kind, -sum(amount) as change from transfer where day > since and day <= through group by 1, 2
      union all select credit_id, kind, sum(amount) from transfer where day > since and day <= through group by 1, 2
    ) side join account on account.id = side.id left join member on member.id = account.owner_id
    group by 1, 2, 3, 4
  ) summed;
  insert into kept_code (asset, code, is_members, kind, change)
  select asset, code, is_members, kind, change
  from jsonb_to_recordset(codes) as it(asset text, code text, is_members boolean, kind text, change bigint)
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

do $$
begin
  execute format('alter function keep_closed_days(date, boolean) set search_path = %I, pg_temp', current_schema());
end $$;

-- Whose income of earlier builds is, reconciliation looks up by the account that gave it.
create index machine_account on machine (account_id);
