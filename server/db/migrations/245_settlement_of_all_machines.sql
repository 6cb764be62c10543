-- A chunk with as many due units as there are machines, or more, looks up what every machine had shared in. Before, it
-- read its units once for the machines that they are of, and again to pay them.
drop function settle_units(text, bigint, text, bigint, bigint, timestamptz, timestamptz, text[], date[]);

-- `expected_units` is how many due units the server has counted in the chunk. It decides how machines are found, and
-- nothing that is paid. The rest is as in 242_machine_totals.sql and 235_settlement_by_owner.sql.
create function settle_units(of_period text, of_chunk bigint, of_type text, first_account bigint, end_account bigint,
  ends_at timestamptz, posted_at timestamptz, zones text[], days date[], expected_units bigint)
returns table (member_id uuid, currency text, lines bigint, amount bigint) language plpgsql security definer
-- Planned anew for each chunk: the conditions of a type are what the index of due units is chosen by.
set plan_cache_mode = force_custom_plan
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set enable_hashagg = on set jit = off as $$
#variable_conflict use_column
declare
  posted_on constant date := (posted_at at time zone 'UTC')::date;
  types constant smallint[] := case of_type when 'daily' then '{0}' when 'hourly' then '{2}' else '{0,1,2}' end;
  -- Machines of due units, the instants until which these earn, and what the machine had shared in by then.
  earners uuid[];
  untils timestamptz[];
  totals bigint[];
  sums bigint[];
  parts int[];
  earner_kinds text[];
  earner_assets text[];
  earner_accounts bigint[];
  reads_all boolean not null := false;
  units uuid[];
  members uuid[];
  machines uuid[];
  kinds text[];
  assets text[];
  sources bigint[];
  targets bigint[];
  amounts bigint[];
  excessive uuid;
  -- Accounts of machines, and what they give for all of their units.
  owing uuid[];
  givers bigint[];
  given bigint[];
  covered bigint[];
  -- What each member gets for a kind of machine, for how many units, and one of these.
  payees uuid[];
  payee_targets bigint[];
  payee_kinds text[];
  payee_assets text[];
  incomes bigint[];
  counts bigint[];
  firsts uuid[];
  clearing_kinds text[];
  clearing_assets text[];
  clearings bigint[];
  clearing record;
  moved int;
  -- Members whose day isn't that of UTC, and whose days are still to be written.
  elsewhere uuid[];
  their_days date[];
  unwritten uuid[];
  written uuid[];
begin
  if of_type <> 'expiry' then
    select count(*) <= expected_units into reads_all from machine_total;
  end if;
  if reads_all then
    -- Machines that the chunk has no unit of pay nothing. Units that end sooner earn until then.
    select array_agg(machine_id), array_agg(ends_at) into earners, untils from machine_total;
    select earners || array_agg(machine_id), untils || array_agg(expires_at) into earners, untils
    from (
      select distinct machine_id, expires_at from unit
      where status = 'active' and settlement_type = any(types) and active_from < ends_at and expires_at < ends_at
        and pending_account_id >= first_account and pending_account_id < end_account
    ) ending;
  else
    select array_agg(machine_id), array_agg(until) into earners, untils
    from (
      select distinct machine_id, least(expires_at, ends_at) as until from unit
      where (status = 'active' or (of_type = 'expiry' and is_owed)) and settlement_type = any(types)
        and active_from < ends_at and (of_type <> 'expiry' or expires_at <= ends_at)
        and pending_account_id >= first_account and pending_account_id < end_account
    ) due;
  end if;
  if earners is null then return; end if;
  with shared as materialized (
    select machine.id, machine.units_total, machine.kind, machine.currency, machine.account_id, it.until, held.share_total, (
      select share_total_after from revenue where revenue.machine_id = held.machine_id and counted_at < it.until
      order by counted_at desc, share_total_after desc limit 1) as total
    from unnest(earners, untils) as it(machine_id, until) join machine on machine.id = it.machine_id
    join machine_total held on held.machine_id = machine.id
  )
  select array_agg(id), array_agg(until), array_agg(total), array_agg(share_total), array_agg(units_total), array_agg(kind),
    array_agg(shared.currency), array_agg(account_id)
  into earners, untils, totals, sums, parts, earner_kinds, earner_assets, earner_accounts
  from shared where total is not null;
  if earners is null then return; end if;

  -- The machines are rows of arrays, of which each is found at once by hashing. No table is read by it.
  perform set_config('enable_hashjoin', 'on', true);
  with due as (
    update unit set
      paid = greatest(earning.total - share_before, 0) / earning.units_total,
      last_paid = greatest(earning.total - share_before, 0) / earning.units_total - unit.paid,
      settled_through = earning.until
    from unnest(earners, untils, totals, sums, parts, earner_kinds, earner_assets, earner_accounts)
      as earning(machine_id, until, total, share_total, units_total, kind, currency, account_id)
    where earning.machine_id = unit.machine_id and earning.until = least(unit.expires_at, ends_at)
      and (status = 'active' or (of_type = 'expiry' and is_owed)) and settlement_type = any(types)
      and active_from < ends_at and (of_type <> 'expiry' or expires_at <= ends_at)
      and pending_account_id >= first_account and pending_account_id < end_account
      and greatest(earning.total - share_before, 0) / earning.units_total > unit.paid
    returning unit.id, unit.member_id, unit.pending_account_id, unit.last_paid,
      unit.machine_id, earning.kind, earning.currency, earning.account_id,
      unit.paid > greatest(earning.share_total - unit.share_before, 0) / earning.units_total as is_excessive
  )
  select array_agg(id), array_agg(member_id), array_agg(machine_id), array_agg(kind), array_agg(currency),
    array_agg(account_id), array_agg(pending_account_id), array_agg(last_paid),
    (array_agg(id) filter (where is_excessive))[1]
  into units, members, machines, kinds, assets, sources, targets, amounts, excessive
  from (select * from due order by member_id, id) due;
  perform set_config('enable_hashjoin', 'off', true);
  if units is null then return; end if;
  if excessive is not null then
    raise exception 'unit % would be paid more than its part', excessive using errcode = 'VF004';
  end if;

  insert into settlement_line (member_id, unit_id, period, amount)
  select member_id, unit_id, of_period, amount from unnest(members, units, amounts) as it(member_id, unit_id, amount);

  select array_agg(machine_id), array_agg(source), array_agg(amount) into owing, givers, given
  from (
    select machine_id, source, sum(amount)::bigint as amount
    from unnest(machines, sources, amounts) as it(machine_id, source, amount) group by 1, 2 order by 2
  ) owed;
  covered := array(
    select held.id from unnest(owing, givers, given) as owed(machine_id, source, amount)
    join account held on held.owner_id = owed.machine_id and held.code = 'machine' and held.id = owed.source
    where owed.amount <= held.balance
  );
  if cardinality(covered) < cardinality(givers) then
    raise exception 'account % has less than is to be paid out of it',
      (select source from unnest(givers) as it(source) where source <> all(covered) limit 1) using errcode = 'VF004';
  end if;
  insert into uncleared_income (period, chunk, accounts, amounts) values (of_period, of_chunk, givers, given);

  select array_agg(member_id), array_agg(target), array_agg(kind), array_agg(asset), array_agg(amount), array_agg(units),
    array_agg(unit_id)
  into payees, payee_targets, payee_kinds, payee_assets, incomes, counts, firsts
  from (
    select member_id, target, kind, asset, sum(amount)::bigint as amount, count(*) as units, (array_agg(unit_id))[1] as unit_id
    from unnest(members, targets, kinds, assets, amounts, units) as it(member_id, target, kind, asset, amount, unit_id)
    group by 1, 2, 3, 4 order by 1, 2, 3
  ) income;
  for clearing in
    select distinct kind, asset, null::bigint as id from unnest(payee_kinds, payee_assets) as it(kind, asset)
  loop
    select id into clearing.id from account
    where owner_id = house() and code = clearing.kind || '_clearing' and account.asset = clearing.asset;
    if not found then
      insert into account (owner_id, code, asset, rolled, floor)
      values (house(), clearing.kind || '_clearing', clearing.asset, true, null)
      on conflict (owner_id, code, asset) do nothing;
      select id into clearing.id from account
      where owner_id = house() and code = clearing.kind || '_clearing' and account.asset = clearing.asset;
    end if;
    clearing_kinds := clearing_kinds || clearing.kind;
    clearing_assets := clearing_assets || clearing.asset;
    clearings := clearings || clearing.id;
  end loop;
  perform set_config('voltfolio.posting', 'on', true);
  insert into transfer (owner_id, day, at, debit_id, credit_id, asset, amount, kind, ref, memo)
  select member_id, posted_on, posted_at, source.id, target, asset, amount, 'income',
    of_period || '/' || target || '/' || kind,
    case units when 1 then jsonb_build_object('unitId', unit_id) else jsonb_build_object('units', units) end
  from unnest(payees, payee_targets, payee_kinds, payee_assets, incomes, counts, firsts)
    as income(member_id, target, kind, asset, amount, units, unit_id)
  join unnest(clearing_kinds, clearing_assets, clearings) as source(kind, asset, id) using (kind, asset)
  order by member_id, target, kind;
  -- In the order of owners, in which every posting locks accounts. Nothing else moves pending income of a chunk meanwhile
  -- but a claim of one member, so that the accounts need no lock before. An account that two members' units name, and one of
  -- several that a member's units name, is there once too often: then fewer are changed.
  update account set balance = balance + change.amount, seq = seq + change.movements
  from (
    select member_id, target, asset, sum(amount)::bigint as amount, count(*) as movements
    from unnest(payees, payee_targets, payee_assets, incomes) as income(member_id, target, asset, amount)
    group by 1, 2, 3 order by 1, 3
  ) change
  where account.id = change.target
    and (account.owner_id, account.code, account.asset) = (change.member_id, 'pending', change.asset);
  get diagnostics moved = row_count;
  perform set_config('voltfolio.posting', '', true);
  if moved < (
    select count(*) from (
      select distinct member_id, target, asset from unnest(payees, payee_targets, payee_assets) as it(member_id, target, asset)
    ) named
  ) then
    raise exception 'income of a unit may not go into this account' using errcode = 'VF001';
  end if;

  if cardinality(zones) > 0 then
    select array_agg(id), array_agg(days[array_position(zones, time_zone)]) into elsewhere, their_days
    from member where id = any(payees) and time_zone = any(zones);
  end if;
  -- Hashed, arrays of amounts would go to the disk.
  perform set_config('enable_hashagg', 'off', true), set_config('enable_hashjoin', 'on', true);
  unwritten := array(select distinct member_id from unnest(payees) as it(member_id));
  loop
    -- Members in order, so that two settlements lock in one order.
    with added as (
      insert into income_of_day (member_id, day, machines, amounts)
      select member_id, day, array_agg(machine_id), array_agg(amount)
      from (
        select member_id, coalesce(other.day, posted_on) as day, machine_id, sum(amount)::bigint as amount
        from unnest(members, machines, amounts) as it(member_id, machine_id, amount)
        left join unnest(elsewhere, their_days) as other(member_id, day) using (member_id)
        where member_id = any(unwritten) group by 1, 2, 3
      ) paid
      group by 1, 2 order by 1
      on conflict (member_id, day) do nothing returning member_id
    )
    select array_agg(member_id) into written from added;
    unwritten := array(select unnest(unwritten) except select unnest(written));
    exit when cardinality(unwritten) = 0;
    -- A day that is there gets more. Where another chunk wrote a member's day since it was read, it is read again.
    -- Both are read before they are joined: of a day that has just begun PostgreSQL expects one row, and would read one for each of the
    -- other.
    with paid as materialized (
      select member_id, coalesce(other.day, posted_on) as day, array_agg(machine_id) as machines, array_agg(amount) as amounts
      from unnest(members, machines, amounts) as it(member_id, machine_id, amount)
      left join unnest(elsewhere, their_days) as other(member_id, day) using (member_id)
      where member_id = any(unwritten) group by 1, 2
    ), held as materialized (
      select * from income_of_day where member_id = any(unwritten) and day between posted_on - 1 and posted_on + 1
    ), merged as (
      select member_id, day, held.amounts as before, it.machines, it.amounts
      from paid join held using (member_id, day) cross join lateral (
        select array_agg(machine_id) as machines, array_agg(amount) as amounts
        from (
          select machine_id, sum(amount)::bigint as amount
          from unnest(held.machines || paid.machines, held.amounts || paid.amounts) as it(machine_id, amount) group by 1
        ) it
      ) it order by 1
    ), changed as (
      update income_of_day set machines = merged.machines, amounts = merged.amounts from merged
      where income_of_day.member_id = merged.member_id and income_of_day.day = merged.day
        and income_of_day.amounts = merged.before
      returning income_of_day.member_id
    )
    select array_agg(member_id) into written from changed;
    unwritten := array(select unnest(unwritten) except select unnest(written));
    exit when cardinality(unwritten) = 0;
  end loop;

  return query
  select member_id, asset, sum(units)::bigint, sum(amount)::bigint
  from unnest(payees, payee_assets, counts, incomes) as it(member_id, asset, units, amount) group by 1, 2;
end $$;

do $$ begin
  execute format('alter function settle_units(text, bigint, text, bigint, bigint, timestamptz, timestamptz, text[], date[],'
    ' bigint)'
    ' set search_path = %I, pg_temp', current_schema());
end $$;
