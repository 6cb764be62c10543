-- Income goes from machines to members through an account between them (docs/ledger.md, "Settlement"). A chunk of a
-- settlement writes one transfer for each pending account, and locks nothing but its own members' accounts, so that two
-- chunks can be paid at once. What machines owe for all chunks is one transfer for each machine, when the period is paid.
-- The earlier function pay_units stays: a server of an earlier build may still run during an update, and calls it.
insert into account_code (code, rolled, floor, is_house) values
  ('vehicle_clearing', true, null, true), ('pile_clearing', true, null, true);
-- No transfer_rule names them: nothing but the two functions below moves money there or from there.

-- What machines have still to give for chunks that were paid: accounts and amounts stand side by side.
create table uncleared_income (
  period text not null,
  chunk bigint not null,
  accounts bigint[] not null,
  amounts bigint[] not null,
  primary key (period, chunk)
);
-- They live for seconds: compressing them would take longer than writing them.
alter table uncleared_income alter column accounts set storage external, alter column amounts set storage external;

-- Pays units of a chunk for a period: one line each, once for ever, what it was paid so far, and one transfer for each pending
-- account and kind of machine. Gives the lines that were written; a unit that has one for the period is left out. The caller
-- holds the units and says what each is owed. Refused are accounts that aren't those of the unit's machine and owner (VF001),
-- and more than the unit's part of what its machine has earned so far, or than the machine's account holds (VF004).
create function pay_units(of_period text, of_chunk bigint, ends_at timestamptz, posted_at timestamptz,
  units uuid[], accounts bigint[], amounts bigint[])
returns table (unit_id uuid, amount bigint) language plpgsql security definer
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set jit = off as $$
#variable_conflict use_column
declare
  posted_on constant date := (posted_at at time zone 'UTC')::date;
  written uuid[];
  paid uuid[];
  paid_amounts bigint[];
  kinds text[];
  assets text[];
  sources bigint[];
  targets bigint[];
  changed bigint[];
  excessive uuid;
  lacking bigint;
  fit boolean;
begin
  if units is null then return; end if;
  with line as (
    insert into settlement_line (period, unit_id, account_id, amount)
    select of_period, unit_id, account_id, amount from unnest(units, accounts, amounts) as it(unit_id, account_id, amount)
    on conflict do nothing returning unit_id
  )
  select array_agg(unit_id) into written from line;
  if written is null then return; end if;
  if cardinality(written) < cardinality(units) then
    select array_agg(unit_id), array_agg(account_id), array_agg(amount) into units, accounts, amounts
    from unnest(units, accounts, amounts) as it(unit_id, account_id, amount) where unit_id = any(written);
  end if;

  with paid as (
    update unit set paid = unit.paid + wanted.amount, settled_through = least(expires_at, ends_at)
    from unnest(units, accounts, amounts) as wanted(unit_id, account_id, amount)
    where unit.id = wanted.unit_id
    returning unit.*, wanted.account_id, wanted.amount
  )
  select array_agg(paid.id), array_agg(paid.amount), array_agg(machine.kind), array_agg(target.asset),
    array_agg(paid.machine_account_id), array_agg(target.id),
    (array_agg(paid.id)
      filter (where paid.paid > greatest(machine.share_total - paid.share_before, 0) / machine.units_total))[1],
    bool_and(machine.account_id = paid.machine_account_id and paid.account_id = paid.pending_account_id
      and (target.code, target.owner_id, target.asset) = ('pending', paid.member_id, machine.currency))
  into paid, paid_amounts, kinds, assets, sources, targets, excessive, fit
  from paid
  -- Each is looked up by its key: a join would tempt the planner to read all of them for each unit.
  cross join lateral (select * from machine where id = paid.machine_id offset 0) machine
  cross join lateral (select * from account where id = paid.pending_account_id offset 0) target;
  if cardinality(paid) is distinct from cardinality(units) or not fit then
    raise exception 'income of a unit may not go between its accounts' using errcode = 'VF001';
  end if;
  if excessive is not null then
    raise exception 'unit % would be paid more than its part', excessive using errcode = 'VF004';
  end if;
  select source into lacking
  from (select source, sum(amount) as amount from unnest(sources, paid_amounts) as it(source, amount) group by 1) owed
  cross join lateral (select balance from account where id = owed.source offset 0) held
  where owed.amount > held.balance limit 1;
  if found then
    raise exception 'account % has less than is to be paid out of it', lacking using errcode = 'VF004';
  end if;

  insert into account (owner_id, code, asset, rolled, floor)
  select null, code, asset, true, null
  from (select distinct kind || '_clearing' as code, asset from unnest(kinds, assets) as it(kind, asset)) wanted
  where not exists (
    select from account where owner_id is null and account.code = wanted.code and account.asset = wanted.asset)
  on conflict (owner_id, code, asset) do nothing;
  -- Always in the order of ids, so that two postings over the same accounts can't deadlock.
  changed := array(select distinct id from unnest(targets) id order by id);
  perform from account where id = any(changed) order by id for no key update;
  perform set_config('voltfolio.posting', 'on', true);
  with income as (
    select target, kind, asset, sum(amount)::bigint as amount,
      case count(*) when 1 then jsonb_build_object('unitId', min(unit_id::text))
        else jsonb_build_object('units', count(*)) end as memo
    from unnest(paid, paid_amounts, kinds, assets, targets) as it(unit_id, amount, kind, asset, target)
    group by target, kind, asset
  ), posted as (
    insert into transfer (day, at, debit_id, credit_id, asset, amount, kind, ref, memo)
    select posted_on, posted_at, clearing.id, target, income.asset, amount, 'income', of_period || '/' || target || '/' || kind,
      memo
    from income join account clearing on clearing.owner_id is null and clearing.code = kind || '_clearing'
      and clearing.asset = income.asset
    order by target, kind
  )
  update account set balance = balance + change.amount, seq = seq + change.movements
  from (select target, sum(amount)::bigint as amount, count(*) as movements from income group by target) change
  where account.id = change.target;
  perform set_config('voltfolio.posting', '', true);

  insert into uncleared_income (period, chunk, accounts, amounts)
  select of_period, of_chunk, array_agg(source order by source), array_agg(amount order by source)
  from (select source, sum(amount)::bigint as amount from unnest(sources, paid_amounts) as it(source, amount) group by 1) owed;
  return query select * from unnest(paid, paid_amounts);
end $$;

-- Machines give what members were paid for them since the last time: one transfer for each machine and period. Refuses with
-- VF004 what a machine doesn't have.
create function clear_income(posted_at timestamptz) returns void language plpgsql security definer
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
  insert into transfer (day, at, debit_id, credit_id, asset, amount, kind, ref)
  select posted_on, posted_at, source.id, clearing.id, source.asset, owed.amount, 'income',
    owed.period || '/machine/' || machine.id || '/' || owed.chunk
  from unnest(periods, chunks, sources, amounts) with ordinality as owed(period, chunk, source_id, amount, number)
  -- Each is looked up by its key, as above.
  cross join lateral (select * from account where id = owed.source_id and code = 'machine' offset 0) source
  cross join lateral (select * from machine where id = source.owner_id and account_id = source.id offset 0) machine
  cross join lateral (
    select id from account where owner_id is null and code = machine.kind || '_clearing' and asset = source.asset offset 0
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

do $$
declare
  it regprocedure;
begin
  foreach it in array array['pay_units(text, bigint, timestamptz, timestamptz, uuid[], bigint[], bigint[])', 'clear_income(timestamptz)']::regprocedure[]
  loop
    execute format('alter function %s set search_path = %I, pg_temp', it, current_schema());
    execute format('revoke execute on function %s from public', it);
  end loop;
end $$;
