-- Accounts, transfers and what is kept of closed days have their owner in their keys, so that they can lie on several machines
-- (docs/scale.md). The house owns its accounts by an id of its own, where it had none; a transfer is its member's, else its
-- machine's or deposit's, else the house's. No server of the build before may run beside: it would look for accounts without an owner.
lock table account, transfer, kept_total in access exclusive mode;

-- Who owns the accounts of the house and of the world outside.
create function house() returns uuid language sql immutable as $$ select '00000000-0000-0000-0000-000000000000'::uuid $$;

-- Whose a transfer is. A machine and a deposit have no bills: what goes from them to a member is the member's.
create function transfer_owner(debit_owner uuid, debit_code text, credit_owner uuid) returns uuid language sql immutable as $$
  select case when debit_owner = house() or debit_code in ('machine', 'promised') and credit_owner <> house()
    then credit_owner else debit_owner end
$$;

alter table account disable trigger account_identity;
update account set owner_id = house() where owner_id is null;
alter table account enable trigger account_identity;
alter table account alter owner_id set not null, drop constraint account_pkey, drop constraint account_owner_id_code_asset_key,
  add constraint account_pkey primary key (owner_id, code, asset);
-- By its number an account is looked up in every transfer. A number is given once.
create index account_id on account (id);

alter table kept_total add owner_id uuid;
update kept_total set owner_id = account.owner_id from account where account.id = account_id;
alter table kept_total alter owner_id set not null, drop constraint kept_total_pkey,
  add constraint kept_total_pkey primary key (owner_id, account_id, kind);

-- Transfers are written anew, month by month: changed where they lie, they would take twice their room from then on.
do $$
declare
  it record;
  next bigint;
begin
  for it in
    select relname from pg_class
    where relnamespace = current_schema()::regnamespace and (relname = 'transfer_id_seq' or oid in (
      select part.oid from (
        select 'transfer'::regclass::oid as oid union all select inhrelid from pg_inherits where inhparent = 'transfer'::regclass
      ) part
      union all select indexrelid from pg_index where indrelid in (
        select 'transfer'::regclass union all select inhrelid from pg_inherits where inhparent = 'transfer'::regclass)))
  loop
    execute format('alter table %I rename to %I', it.relname, 'former_' || it.relname);
  end loop;
  select last_value + is_called::int into next from former_transfer_id_seq;

  create table transfer (
    owner_id uuid not null,
    day date not null,
    id bigint generated always as identity,
    debit_id bigint not null,
    credit_id bigint not null,
    asset text not null,
    amount bigint not null check (amount between 1 and 9007199254740991),
    kind text not null,
    ref text not null,
    at timestamptz(3) not null,
    memo jsonb,
    primary key (owner_id, day, id),
    unique (owner_id, day, kind, ref),
    check (debit_id <> credit_id),
    check (day = (at at time zone 'UTC')::date)
  ) partition by range (day);
  execute format('alter table transfer alter id restart with %s', next);
  create index transfer_debit on transfer (debit_id, day, id);
  create index transfer_credit on transfer (credit_id, day, id);
  -- Who reads some days of a month, as the nightly check does: rows lie by day, so that this index is small.
  create index transfer_day on transfer using brin (day) with (autosummarize = on);
  create index transfer_claimed on transfer (at desc) where kind = 'income_claim';

  for it in
    select relname as former, substr(relname, 8) as name, pg_get_expr(relpartbound, oid) as bounds
    from pg_class join pg_inherits on inhrelid = oid where inhparent = 'former_transfer'::regclass order by relname
  loop
    execute format('create table %I (like transfer including defaults including constraints)', it.name);
    execute format('
      insert into %I (owner_id, day, id, debit_id, credit_id, asset, amount, kind, ref, at, memo)
      select transfer_owner(d.owner_id, d.code, c.owner_id), day, t.id, debit_id, credit_id, t.asset, amount, kind, ref, at, memo
      from %I t join account d on d.id = debit_id join account c on c.id = credit_id order by day, t.id', it.name, it.former);
    execute format('alter table transfer attach partition %I %s', it.name, it.bounds);
  end loop;
  if (select count(*) from transfer) <> (select count(*) from former_transfer) then
    raise exception 'a transfer is between accounts that are not there';
  end if;
  drop table former_transfer;
end $$;
create trigger transfer_posted before insert on transfer
for each row when (current_setting('voltfolio.posting', true) is distinct from 'on') execute function ledger_refuse();
create trigger transfer_immutable before update or delete on transfer for each row execute function ledger_refuse();
create trigger transfer_kept before truncate on transfer for each statement execute function ledger_refuse();

-- Posts transfers together or not at all, and gives their ids in order. Refuses with a SQLSTATE of its own:
--   VF001  no transfer rule allows it, or an account is of another asset
--   VF003  what is set aside or spent isn't there
--   VF004  an account would fall below its minimum balance, or hold more than a number can
--   VF005  one of this kind and reference was posted on this day
--   VF007  the day is closed: what is kept of it would lack the transfer
-- The settings keep plans on index look-ups: a plan made for a settlement of 100,000 rows is kept by the session,
-- and must not scan whole tables for the single transfers after it.
create or replace function write_postings(posted_at timestamptz, wanted posting[]) returns bigint[] language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  posted_on constant date := (posted_at at time zone 'UTC')::date;
  owners uuid[];
  misfit bigint;
  sources bigint[];
  ids bigint[];
  involved bigint[];
  changed bigint[];
  moved int;
  it record;
begin
  if wanted is null or cardinality(wanted) = 0 then return '{}'; end if;
  if posted_on <= (select day from kept_through) then
    raise exception 'the day % is closed: is the clock right?', posted_on using errcode = 'VF007';
  end if;

  -- Whose each is follows from the same look-ups.
  select array_agg(transfer_owner(d.owner_id, d.code, c.owner_id) order by t.number),
    min(t.number) filter (where r.kind is null or d.asset <> t.asset or c.asset <> t.asset)
  into owners, misfit
  from unnest(wanted) with ordinality as t(debit_id, credit_id, asset, amount, kind, ref, memo, number)
  left join account d on d.id = t.debit_id
  left join account c on c.id = t.credit_id
  left join transfer_rule r on r.kind = t.kind and r.debit_code = d.code and r.credit_code = c.code;
  if misfit is not null then
    select t.kind, t.asset, d.code as debit_code, d.asset as debit_asset, c.code as credit_code, c.asset as credit_asset
    into it
    from unnest(wanted[misfit:misfit]) t
    left join account d on d.id = t.debit_id
    left join account c on c.id = t.credit_id;
    raise exception 'a transfer of kind % in % may not go from % (%) to % (%)',
      it.kind, it.asset, it.debit_code, it.debit_asset, it.credit_code, it.credit_asset using errcode = 'VF001';
  end if;

  -- What is set aside out of an external account, or spent, must be there: such transfers take turns at its row.
  select array_agg(distinct debit_id) into sources
  from unnest(wanted) where kind like '%\_funding' or kind = 'spending';
  involved := array(select debit_id from unnest(wanted) union select credit_id from unnest(wanted));
  -- Which balances move is known before any lock: a row whose lock was waited for is looked at again, by a plan in which
  -- the list of a subquery may be gone. Whether an account is rolled never changes.
  changed := array(select id from account where id = any(involved) and not rolled);
  -- Always in the order of ids, so that two postings over the same accounts can't deadlock.
  perform from account where id = any(changed || sources) order by id for no key update;

  -- The triggers on both tables let pass what is written meanwhile.
  perform set_config('voltfolio.posting', 'on', true);
  with posted as (
    insert into transfer (owner_id, day, at, debit_id, credit_id, asset, amount, kind, ref, memo)
    select owners[number], posted_on, posted_at, debit_id, credit_id, asset, amount, kind, ref, memo
    from unnest(wanted) with ordinality as t(debit_id, credit_id, asset, amount, kind, ref, memo, number)
    order by number
    on conflict (owner_id, day, kind, ref) do nothing
    returning id
  )
  select array_agg(id order by id) into ids from posted;
  if coalesce(cardinality(ids), 0) < cardinality(wanted) then
    raise exception 'a transfer of this kind and reference was posted on this day' using errcode = 'VF005';
  end if;

  update account set balance = account.balance + change.amount, seq = account.seq + change.movements
  from (
    select id, sum(amount) as amount, count(*) as movements
    from (select debit_id as id, -amount as amount from unnest(wanted)
      union all select credit_id, amount from unnest(wanted)) side
    group by id
  ) change
  where account.id = change.id and account.id = any(changed)
    and account.balance + change.amount between account.floor and 9007199254740991;
  get diagnostics moved = row_count;
  if moved < cardinality(changed) then
    raise exception 'an account would fall below its minimum balance' using errcode = 'VF004';
  end if;
  perform set_config('voltfolio.posting', '', true);

  if sources is not null then
    for it in select unnest(sources) as id loop
      -- Closed days by what is kept of them. In one statement, as days may be closed between two.
      if (
        select coalesce((select sum(change) from kept_total
            where owner_id = (select owner_id from account where id = it.id) and account_id = it.id), 0)
          + coalesce((select sum(amount) from transfer where credit_id = it.id and day > closed.through), 0)
          - coalesce((select sum(amount) from transfer where debit_id = it.id and day > closed.through), 0)
        from (select coalesce(max(day), '-infinity') as through from kept_through) closed
      ) < 0 then
        raise exception 'account % has less than what is set aside out of it', it.id using errcode = 'VF003';
      end if;
    end loop;
  end if;
  perform net_debts(posted_at, wanted);
  return ids;
end $$;

create or replace function resolve_postings(transfers jsonb) returns posting[] language plpgsql stable as $$ begin
  return (select array_agg(row(
    coalesce(t.debit, (select id from account
      where owner_id = coalesce(t.debit_owner, house()) and code = t.debit_code and account.asset = t.asset)),
    coalesce(t.credit, (select id from account
      where owner_id = coalesce(t.credit_owner, house()) and code = t.credit_code and account.asset = t.asset)),
    t.asset, t.amount, t.kind, t.ref, nullif(t.memo, 'null'))::posting order by t.number)
  from rows from (jsonb_to_recordset(transfers)
    as (debit bigint, debit_owner uuid, debit_code text, credit bigint, credit_owner uuid, credit_code text,
      asset text, amount bigint, kind text, ref text, memo jsonb)) with ordinality
    as t(debit, debit_owner, debit_code, credit, credit_owner, credit_code, asset, amount, kind, ref, memo, number));
end $$;

-- The same for transfers as the server writes them: `[{debit, credit, asset, amount, kind, ref, memo}]`, where an account
-- is named by `debit` (its id) or by `debit_owner` (null: the house) and `debit_code`. Accounts of the house are opened
-- at their first use. VF006: there is no such account.
create or replace function post_transfers(posted_at timestamptz, transfers jsonb) returns bigint[] language plpgsql security definer
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  wanted posting[];
  missing record;
begin
  wanted := resolve_postings(transfers);
  if exists (select from unnest(wanted) where debit_id is null or credit_id is null) then
    insert into account (owner_id, code, asset, rolled, floor)
    select house(), code, side.asset, account_code.rolled, account_code.floor
    from jsonb_to_recordset(transfers)
      as t(debit bigint, debit_owner uuid, debit_code text, credit bigint, credit_owner uuid, credit_code text, asset text)
    cross join lateral (
      select debit_code as code, t.asset where debit is null and debit_owner is null
      union select credit_code, t.asset where credit is null and credit_owner is null
    ) side join account_code using (code)
    where account_code.is_house
    group by code, side.asset, account_code.rolled, account_code.floor order by code, side.asset
    on conflict (owner_id, code, asset) do nothing;
    wanted := resolve_postings(transfers);
    select kind, asset, ref into missing from unnest(wanted) where debit_id is null or credit_id is null limit 1;
    if found then
      raise exception 'no account for the transfer % of % in %', missing.ref, missing.kind, missing.asset
        using errcode = 'VF006';
    end if;
  end if;
  return write_postings(posted_at, wanted);
end $$;

-- Opens accounts of one owner; existing ones stay as they are. The minimum balance comes from the account's code.
create or replace function open_accounts(owner uuid, codes text[], assets text[]) returns void language plpgsql security definer as $$
begin
  if exists (select from unnest(codes) wanted where wanted not in (select code from account_code)) then
    raise exception 'no account is called one of %', codes using errcode = 'VF006';
  end if;
  insert into account (owner_id, code, asset, rolled, floor)
  select coalesce(owner, house()), code, wanted.asset, rolled, account_code.floor
  from unnest(codes, assets) as wanted(code, asset) join account_code using (code)
  order by code, wanted.asset
  on conflict (owner_id, code, asset) do nothing;
end $$;

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
  select house(), code, asset, true, null
  from (select distinct kind || '_clearing' as code, asset from unnest(kinds, assets) as it(kind, asset)) wanted
  where not exists (
    select from account where owner_id = house() and account.code = wanted.code and account.asset = wanted.asset)
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
    insert into transfer (owner_id, day, at, debit_id, credit_id, asset, amount, kind, ref, memo)
    select income.member_id, posted_on, posted_at, clearing.id, target, income.asset, amount, 'income', of_period || '/' || target || '/' || kind,
      memo
    from income join account clearing on clearing.owner_id = house() and clearing.code = kind || '_clearing'
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

-- Machines give what members were paid for them since the last time: one transfer for each machine and period. Refuses with
-- VF004 what a machine doesn't have.
create or replace function clear_income(posted_at timestamptz) returns void language plpgsql security definer
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set jit = off as $$
declare
  posted_on constant date := (posted_at at time zone 'UTC')::date;
  periods text[];
  chunks bigint[];
  sources bigint[];
  amounts bigint[];
  changed bigint[];
  moved int;
begin
  perform pg_advisory_xact_lock(hashtext('voltfolio clearing'));
  with cleared as (delete from uncleared_income returning *)
  select array_agg(period), array_agg(chunk), array_agg(source), array_agg(amount)
  into periods, chunks, sources, amounts
  from (
    select period, min(chunk) as chunk, source, sum(amount)::bigint as amount
    from cleared cross join lateral unnest(cleared.accounts, cleared.amounts) as it(source, amount)
    group by period, source order by period, source
  ) owed;
  if sources is null then return; end if;

  changed := array(select distinct id from unnest(sources) id order by id);
  perform from account where id = any(changed) order by id for no key update;
  perform set_config('voltfolio.posting', 'on', true);
  insert into transfer (owner_id, day, at, debit_id, credit_id, asset, amount, kind, ref)
  select machine.id, posted_on, posted_at, source.id, clearing.id, source.asset, owed.amount, 'income',
    owed.period || '/machine/' || machine.id || '/' || owed.chunk
  from unnest(periods, chunks, sources, amounts) with ordinality as owed(period, chunk, source_id, amount, number)
  -- Each is looked up by its key, as a join would tempt the planner to read all of them.
  cross join lateral (select * from account where id = owed.source_id and code = 'machine' offset 0) source
  cross join lateral (select * from machine where id = source.owner_id and account_id = source.id offset 0) machine
  cross join lateral (
    select id from account where owner_id = house() and code = machine.kind || '_clearing' and asset = source.asset offset 0
  ) clearing
  order by owed.number;
  get diagnostics moved = row_count;
  if moved < cardinality(sources) then
    raise exception 'income may not come from this account' using errcode = 'VF001';
  end if;
  update account set balance = balance - change.amount, seq = seq + change.movements
  from (
    select source, sum(amount)::bigint as amount, count(*) as movements
    from unnest(sources, amounts) as it(source, amount) group by source
  ) change
  where account.id = change.source and balance - change.amount >= account.floor;
  get diagnostics moved = row_count;
  perform set_config('voltfolio.posting', '', true);
  if moved < cardinality(changed) then
    raise exception 'an account would fall below its minimum balance' using errcode = 'VF004';
  end if;
end $$;

-- Closes days through one, after those that are closed; `anew` begins with none. The caller has seen that they are sound,
-- in the same transaction.
create or replace function keep_closed_days(through date, anew boolean) returns void language plpgsql security definer as $$
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
  insert into kept_total (owner_id, account_id, kind, change)
  select account.owner_id, account.id, side.kind, sum(change)
  from (
    select debit_id as id, asset, kind, -amount as change from transfer where day > since and day <= through
    union all select credit_id, asset, kind, amount from transfer where day > since and day <= through
  ) side join account on account.id = side.id and account.asset = side.asset
  group by account.owner_id, account.id, side.kind
  on conflict (owner_id, account_id, kind) do update set change = kept_total.change + excluded.change;
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

do $$
declare
  it regprocedure;
begin
  foreach it in array array[
    'post_transfers(timestamptz, jsonb)', 'open_accounts(uuid, text[], text[])', 'clear_income(timestamptz)',
    'settle_units(text, bigint, text, bigint, bigint, timestamptz, timestamptz, text[], date[])',
    'keep_closed_days(date, boolean)'
  ]::regprocedure[] loop
    execute format('alter function %s set search_path = %I, pg_temp', it, current_schema());
  end loop;
end $$;

-- What was filled is to be known to the planner. An empty table isn't analyzed: it would be taken for small, and plans that
-- are kept would read all of it long after it has grown.
do $$ begin
  if exists (select from transfer) then
    analyze account, kept_total, settlement_line, transfer, unit;
  end if;
end $$;
