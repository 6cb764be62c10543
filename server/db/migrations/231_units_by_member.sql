-- Units, what settlement paid for them and the links of the bill chain have their member in their keys, so that all rows of
-- a member can lie on one of several machines (docs/scale.md). A line said whose it is by the number of an account, which its
-- unit says as well. No server of the build before may run beside: it would look for that number.
select pg_advisory_xact_lock(hashtext('settlement'));
lock table unit, settlement_line, claim, income_reversal, bill_link in access exclusive mode;

alter table claim drop constraint claim_unit_id_fkey;
alter table income_reversal drop constraint income_reversal_unit_id_fkey;
alter table unit drop constraint unit_pkey, add constraint unit_pkey primary key (member_id, id);
alter table claim add constraint claim_unit_id_fkey foreign key (member_id, unit_id) references unit (member_id, id);
alter table income_reversal add constraint income_reversal_unit_id_fkey
  foreign key (member_id, unit_id) references unit (member_id, id);
drop index income_reversal_unit;
create index income_reversal_unit on income_reversal (member_id, unit_id);

create table line_of_member (
  member_id uuid not null,
  unit_id uuid not null,
  period text not null,
  amount bigint not null check (amount > 0),
  claim_id uuid,
  claimed_at timestamptz
);
insert into line_of_member (member_id, unit_id, period, amount, claim_id, claimed_at)
select unit.member_id, unit_id, period, amount, claim_id, claimed_at
from settlement_line join unit on unit.id = unit_id and unit.pending_account_id = account_id
order by 1, 2, 3;
do $$ begin
  if (select count(*) from settlement_line) <> (select count(*) from line_of_member) then
    raise exception 'a settlement line is of no unit that is paid into its account';
  end if;
end $$;
drop table settlement_line;
alter table line_of_member rename to settlement_line;
alter table settlement_line rename constraint line_of_member_amount_check to settlement_line_amount_check;
alter table settlement_line add constraint settlement_line_pkey primary key (member_id, unit_id, period);
create index settlement_line_unclaimed on settlement_line (member_id, unit_id) where claimed_at is null;

-- An account is of one member: that the rest of the key is unique says the same as before.
alter table bill_link drop constraint bill_link_account_id_transfer_id_key,
  add constraint bill_link_account_id_transfer_id_key unique (member_id, account_id, transfer_id);

-- Servers of before migration 179 paid by it.
drop function pay_units(text, bigint, timestamptz, timestamptz, uuid[], bigint[], bigint[]);

-- Pays the units of a chunk what they have earned before the period's end and before their own expiry, less what they were
-- paid: one line each, one transfer for each pending account and kind of machine, and the members' days. A member's day is
-- that of their time zone in `days`, which stand beside their `zones`; without one, the UTC day of `posted_at`. Gives what each
-- member was paid. Refused are accounts that aren't the member's pending income (VF001), more than the unit's part of what its
-- machine has earned so far or than the machine's account holds (VF004), and a second line of a unit for the period.
create or replace function settle_units(of_period text, of_chunk bigint, of_type text, first_account bigint, end_account bigint,
  ends_at timestamptz, posted_at timestamptz, zones text[], days date[])
returns table (member_id uuid, currency text, lines bigint, amount bigint) language plpgsql security definer
-- Planned anew for each chunk: the conditions of a type are what the index of due units is chosen by.
set plan_cache_mode = force_custom_plan
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set enable_hashagg = off set jit = off as $$
#variable_conflict use_column
declare
  posted_on constant date := (posted_at at time zone 'UTC')::date;
  types constant smallint[] := case of_type when 'daily' then '{0}' when 'hourly' then '{2}' else '{0,1,2}' end;
  units uuid[];
  members uuid[];
  machines uuid[];
  kinds text[];
  assets text[];
  sources bigint[];
  targets bigint[];
  amounts bigint[];
  -- Accounts of machines, and what they give for all of their units.
  givers bigint[];
  given bigint[];
  changed bigint[];
  excessive uuid;
  lacking bigint;
  moved bigint;
begin
  with due as (
    -- Said three times: a subquery that gives it once takes longer, but for units that end within the period.
    update unit set
      paid = greatest(case when expires_at >= ends_at then earning.total else shared_before(machine_id, expires_at) end
        - share_before, 0) / earning.units_total,
      last_paid = greatest(case when expires_at >= ends_at then earning.total else shared_before(machine_id, expires_at) end
        - share_before, 0) / earning.units_total - unit.paid,
      settled_through = least(expires_at, ends_at)
    from (
      select machine.*, shared.total from machine
      cross join lateral (
        select share_total_after as total from revenue where machine_id = machine.id and counted_at < ends_at
        order by counted_at desc, share_total_after desc limit 1
      ) shared
    ) earning
    where earning.id = unit.machine_id
      and (status = 'active' or (of_type = 'expiry' and is_owed)) and settlement_type = any(types)
      and active_from < ends_at and (of_type <> 'expiry' or expires_at <= ends_at)
      and pending_account_id >= first_account and pending_account_id < end_account
      and greatest(case when expires_at >= ends_at then earning.total else shared_before(machine_id, expires_at) end
        - share_before, 0) / earning.units_total > unit.paid
    returning unit.id, unit.member_id, unit.pending_account_id, unit.last_paid,
      earning.id as machine_id, earning.kind, earning.currency, earning.account_id,
      unit.paid > greatest(earning.share_total - unit.share_before, 0) / earning.units_total as is_excessive
  )
  select array_agg(id), array_agg(member_id), array_agg(machine_id), array_agg(kind), array_agg(currency),
    array_agg(account_id), array_agg(pending_account_id), array_agg(last_paid),
    (array_agg(id) filter (where is_excessive))[1]
  into units, members, machines, kinds, assets, sources, targets, amounts, excessive
  from (select * from due order by member_id, id) due;
  if units is null then return; end if;
  if excessive is not null then
    raise exception 'unit % would be paid more than its part', excessive using errcode = 'VF004';
  end if;

  insert into settlement_line (member_id, unit_id, period, amount)
  select member_id, unit_id, of_period, amount from unnest(members, units, amounts) as it(member_id, unit_id, amount);

  select array_agg(source order by source), array_agg(amount order by source) into givers, given
  from (select source, sum(amount)::bigint as amount from unnest(sources, amounts) as it(source, amount) group by 1) owed;
  select source into lacking from unnest(givers, given) as owed(source, amount)
  left join lateral (select balance from account where id = owed.source and code = 'machine' offset 0) held on true
  where held.balance is null or owed.amount > held.balance limit 1;
  if found then
    raise exception 'account % has less than is to be paid out of it', lacking using errcode = 'VF004';
  end if;
  insert into uncleared_income (period, chunk, accounts, amounts) values (of_period, of_chunk, givers, given);

  insert into account (owner_id, code, asset, rolled, floor)
  select null, code, asset, true, null
  from (select distinct kind || '_clearing' as code, asset from unnest(kinds, assets) as it(kind, asset)) wanted
  where not exists (
    select from account where owner_id is null and account.code = wanted.code and account.asset = wanted.asset)
  on conflict (owner_id, code, asset) do nothing;
  -- Always in the order of ids, so that two postings over the same accounts can't deadlock. An account that two members'
  -- units name is there twice: then fewer are changed below.
  changed := array(
    select target from (
      select distinct target, member_id, asset from unnest(targets, members, assets) as it(target, member_id, asset)
    ) named order by target
  );
  perform from account where id = any(changed) order by id for no key update;
  perform set_config('voltfolio.posting', 'on', true);
  with income as (
    select target, member_id, kind, asset, sum(amount)::bigint as amount,
      case count(*) when 1 then jsonb_build_object('unitId', (array_agg(unit_id))[1])
        else jsonb_build_object('units', count(*)) end as memo
    from unnest(units, members, kinds, assets, targets, amounts) as it(unit_id, member_id, kind, asset, target, amount)
    group by target, member_id, kind, asset
  ), posted as (
    insert into transfer (day, at, debit_id, credit_id, asset, amount, kind, ref, memo)
    select posted_on, posted_at, clearing.id, target, income.asset, amount, 'income', of_period || '/' || target || '/' || kind,
      memo
    from income join account clearing on clearing.owner_id is null and clearing.code = kind || '_clearing'
      and clearing.asset = income.asset
    order by target, kind
  )
  update account set balance = balance + change.amount, seq = seq + change.movements
  from (
    select target, member_id, asset, sum(amount)::bigint as amount, count(*) as movements from income group by 1, 2, 3
  ) change
  where account.id = change.target
    and (account.code, account.owner_id, account.asset) = ('pending', change.member_id, change.asset);
  get diagnostics moved = row_count;
  perform set_config('voltfolio.posting', '', true);
  if moved < cardinality(changed) then
    raise exception 'income of a unit may not go into this account' using errcode = 'VF001';
  end if;

  -- Members in order, so that two settlements lock in one order.
  insert into income_of_day (member_id, day, machines, amounts)
  select owner.member_id, coalesce(days[array_position(zones, member.time_zone)], posted_on), owner.machines, owner.amounts
  from (
    select member_id, array_agg(machine_id) as machines, array_agg(amount) as amounts
    from (
      select member_id, machine_id, sum(amount)::bigint as amount
      from unnest(members, machines, amounts) as it(member_id, machine_id, amount) group by 1, 2
    ) it group by 1
  ) owner
  cross join lateral (select time_zone from member where id = owner.member_id offset 0) member
  order by 1, 2
  on conflict (member_id, day) do update set (machines, amounts) = (
    select array_agg(machine_id), array_agg(amount)
    from (
      select machine_id, sum(amount)::bigint as amount
      from unnest(income_of_day.machines || excluded.machines, income_of_day.amounts || excluded.amounts) as it(machine_id, amount)
      group by 1
    ) it
  );

  return query
  select member_id, asset, count(*), sum(amount)::bigint from unnest(members, assets, amounts) as it(member_id, asset, amount)
  group by 1, 2;
end $$;

do $$
begin
  execute format('alter function settle_units(text, bigint, text, bigint, bigint, timestamptz, timestamptz, text[], date[])
    set search_path = %I, pg_temp', current_schema());
end $$;
