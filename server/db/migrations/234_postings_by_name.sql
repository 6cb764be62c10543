-- A posting names its accounts by owner, code and asset, and touches one owner's at a time, so that it can be carried out where
-- each owner's rows lie (docs/scale.md). By number, an account could lie anywhere.
drop function post_transfers(timestamptz, jsonb), resolve_postings(jsonb), write_postings(timestamptz, posting[]),
  net_debts(timestamptz, posting[]), lock_accounts(bigint[]);
drop type posting;

-- A transfer that is asked for.
create type posting as (debit_owner uuid, debit_code text, credit_owner uuid, credit_code text, asset text, amount bigint, kind text,
  ref text, memo jsonb);

-- Writes transfers of one instant and moves balances, all of them or none, and gives their ids in order. Accounts are moved, and
-- with that locked, in the order of owner, code and asset: every other function that locks several does the same. Raises VF001 where no
-- rule allows one, VF003 where an external account has less than is set aside out of it, VF004 where an account would fall below its
-- minimum balance, VF005 where one was posted before, VF006 where there is no such account, VF007 where the day is closed.
create function write_postings(posted_at timestamptz, wanted posting[]) returns bigint[] language plpgsql
-- Every account and transfer is looked up by its key: a plan that was made while tables were small must do so as well.
set enable_seqscan = off as $$
declare
  posted_on constant date := (posted_at at time zone 'UTC')::date;
  it record;
  side record;
  found_id bigint;
  owners uuid[] := '{}';
  codes text[] := '{}';
  assets text[] := '{}';
  numbers bigint[] := '{}';
  -- External accounts out of which something is set aside or spent: such transfers take turns at their rows.
  sources bigint[] := '{}';
  ids bigint[];
begin
  if wanted is null or cardinality(wanted) = 0 then return '{}'; end if;
  if posted_on <= (select day from kept_through) then
    raise exception 'the day % is closed: is the clock right?', posted_on using errcode = 'VF007';
  end if;
  select t.* into it from unnest(wanted) with ordinality as t(debit_owner, debit_code, credit_owner, credit_code, asset, amount,
    kind, ref, memo, number)
  left join transfer_rule r on r.kind = t.kind and r.debit_code = t.debit_code and r.credit_code = t.credit_code
  where r.kind is null order by t.number limit 1;
  if found then
    raise exception 'a transfer of kind % in % may not go from % to %', it.kind, it.asset, it.debit_code, it.credit_code
      using errcode = 'VF001';
  end if;

  -- The triggers on both tables let pass what is written meanwhile.
  perform set_config('voltfolio.posting', 'on', true);
  for side in
    select owner, code, asset, sum(change)::bigint as change, count(*) as movements, bool_or(is_source) as is_source, rolled,
      is_house, account_code.floor
    from (
      select debit_owner as owner, debit_code as code, asset, -amount as change, kind like '%\_funding' or kind = 'spending' as is_source
      from unnest(wanted)
      union all select credit_owner, credit_code, asset, amount, false from unnest(wanted)
    ) named join account_code using (code)
    group by owner, code, asset, rolled, is_house, account_code.floor order by owner, code, asset
  loop
    for attempt in 1 .. 2 loop
      if not side.rolled then
        update account set balance = balance + side.change, seq = seq + side.movements
        where owner_id = side.owner and code = side.code and asset = side.asset
          and balance + side.change between account.floor and 9007199254740991
        returning id into found_id;
      elsif side.is_source then
        select id into found_id from account where owner_id = side.owner and code = side.code and asset = side.asset
        for no key update;
        sources := sources || found_id;
      else
        select id into found_id from account where owner_id = side.owner and code = side.code and asset = side.asset;
      end if;
      exit when found_id is not null or attempt = 2;
      -- What is just coming in is waited for: an update passes over a row that has too little now, whoever is changing it.
      perform 1 from account where owner_id = side.owner and code = side.code and asset = side.asset for no key update;
      continue when found;
      exit when side.owner <> house() or not side.is_house;
      -- One of the house's is opened at its first use.
      insert into account (owner_id, code, asset, rolled, floor) values (side.owner, side.code, side.asset, side.rolled, side.floor)
      on conflict (owner_id, code, asset) do nothing;
    end loop;
    if found_id is null then perform refuse_posting(posted_on, wanted, side.owner, side.code, side.asset); end if;
    owners := owners || side.owner;
    codes := codes || side.code;
    assets := assets || side.asset;
    numbers := numbers || found_id;
  end loop;

  with posted as (
    insert into transfer (owner_id, day, at, debit_id, credit_id, asset, amount, kind, ref, memo)
    select transfer_owner(t.debit_owner, t.debit_code, t.credit_owner), posted_on, posted_at, debit.id, credit.id, t.asset, t.amount,
      t.kind, t.ref, t.memo
    from unnest(wanted) with ordinality as t(debit_owner, debit_code, credit_owner, credit_code, asset, amount, kind, ref, memo, number)
    join unnest(owners, codes, assets, numbers) as debit(owner, code, asset, id)
      on debit.owner = t.debit_owner and debit.code = t.debit_code and debit.asset = t.asset
    join unnest(owners, codes, assets, numbers) as credit(owner, code, asset, id)
      on credit.owner = t.credit_owner and credit.code = t.credit_code and credit.asset = t.asset
    order by t.number
    on conflict (owner_id, day, kind, ref) do nothing
    returning id
  )
  select array_agg(id order by id) into ids from posted;
  if coalesce(cardinality(ids), 0) < cardinality(wanted) then
    raise exception 'a transfer of this kind and reference was posted on this day' using errcode = 'VF005';
  end if;
  perform set_config('voltfolio.posting', '', true);

  foreach found_id in array sources loop
    if external_balance(found_id) < 0 then
      raise exception 'account % has less than what is set aside out of it', found_id using errcode = 'VF003';
    end if;
  end loop;
  perform net_debts(posted_at, wanted);
  return ids;
end $$;

-- Says why an account of a posting couldn't be moved. What was posted before is that, whatever the account has left.
create function refuse_posting(posted_on date, wanted posting[], of_owner uuid, of_code text, of_asset text) returns void language plpgsql
as $$
declare
  it posting;
  transfer_of uuid;
begin
  if not exists (select 1 from account where owner_id = of_owner and code = of_code and asset = of_asset) then
    raise exception 'there is no account % in % of %', of_code, of_asset, of_owner using errcode = 'VF006';
  end if;
  foreach it in array wanted loop
    transfer_of := transfer_owner(it.debit_owner, it.debit_code, it.credit_owner);
    if exists (select 1 from transfer where owner_id = transfer_of and day = posted_on and kind = it.kind and ref = it.ref) then
      raise exception 'a transfer of this kind and reference was posted on this day' using errcode = 'VF005';
    end if;
  end loop;
  raise exception 'an account would fall below its minimum balance' using errcode = 'VF004';
end $$;

-- What the transfers of an external account of the house come to: closed days by what is kept of them. In one statement, as days may be
-- closed between two.
create function external_balance(of_account bigint) returns bigint language plpgsql stable as $$ begin
  return (
    select coalesce((select sum(change) from kept_total where owner_id = house() and account_id = of_account), 0)
      + coalesce((select sum(amount) from transfer where credit_id = of_account
          and day > (select coalesce(max(day), '-infinity') from kept_through)), 0)
      - coalesce((select sum(amount) from transfer where debit_id = of_account
          and day > (select coalesce(max(day), '-infinity') from kept_through)), 0));
end $$;

-- What came into a wallet pays what is owed to it, as far as it goes (126_reversals.sql).
create function net_debts(posted_at timestamptz, wanted posting[]) returns void language plpgsql as $$
declare
  it posting;
  owed bigint;
  there bigint;
begin
  foreach it in array wanted loop
    continue when it.credit_code not in ('recharge', 'income');
    -- Held, as the operator may be writing it off. Who does holds no wallet, and this one is held already.
    select -balance into owed from account
    where owner_id = it.credit_owner and code = it.credit_code || '_debt' and asset = it.asset for no key update;
    continue when owed is null or owed = 0;
    select balance into there from account where owner_id = it.credit_owner and code = it.credit_code and asset = it.asset;
    if least(it.amount, owed, there) > 0 then
      perform write_postings(posted_at, array[row(it.credit_owner, it.credit_code, it.credit_owner, it.credit_code || '_debt',
        it.asset, least(it.amount, owed, there), 'debt_netting', it.kind || '/' || it.ref, null)::posting]);
    end if;
  end loop;
end $$;

-- The same for transfers as JSON: a side without an owner is the house's.
create function post_transfers(posted_at timestamptz, transfers jsonb) returns bigint[] language plpgsql security definer as $$ begin
  return write_postings(posted_at, (
    select array_agg(row(coalesce(t.debit_owner, house()), t.debit_code, coalesce(t.credit_owner, house()), t.credit_code, t.asset,
      t.amount, t.kind, t.ref, nullif(t.memo, 'null'))::posting order by t.number)
    from rows from (jsonb_to_recordset(transfers)
      as (debit_owner uuid, debit_code text, credit_owner uuid, credit_code text, asset text, amount bigint, kind text, ref text,
        memo jsonb)) with ordinality
      as t(debit_owner, debit_code, credit_owner, credit_code, asset, amount, kind, ref, memo, number)));
end $$;

-- As before. Its rows are read first: a distributed PostgreSQL otherwise inserts none of a join with a table that every machine has.
create or replace function open_accounts(owner uuid, codes text[], assets text[]) returns void language plpgsql security definer as $$
begin
  if exists (select from unnest(codes) wanted where wanted not in (select code from account_code)) then
    raise exception 'no account is called one of %', codes using errcode = 'VF006';
  end if;
  insert into account (owner_id, code, asset, rolled, floor)
  with wanted as materialized (
    select code, named.asset, rolled, account_code.floor
    from unnest(codes, assets) as named(code, asset) join account_code using (code) order by code, named.asset
  )
  select coalesce(owner, house()), code, asset, rolled, floor from wanted
  on conflict (owner_id, code, asset) do nothing;
end $$;

-- Holds accounts until the transaction ends, in the order of write_postings, and gives their balances in the order asked for; null for one
-- that is not there.
create function lock_accounts(owners uuid[], codes text[], assets text[]) returns bigint[] language plpgsql security definer
set enable_seqscan = off as $$
declare
  it record;
  held bigint;
  balances bigint[];
begin
  for it in
    select coalesce(owner, house()) as owner, code, asset, number
    from unnest(owners, codes, assets) with ordinality as named(owner, code, asset, number) order by 1, 2, 3
  loop
    select balance into held from account where owner_id = it.owner and code = it.code and asset = it.asset for no key update;
    balances[it.number] := held;
  end loop;
  return balances;
end $$;

do $$
declare
  it regprocedure;
begin
  foreach it in array array['post_transfers(timestamptz, jsonb)', 'lock_accounts(uuid[], text[], text[])',
    'open_accounts(uuid, text[], text[])']::regprocedure[] loop
    execute format('alter function %s set search_path = %I, pg_temp', it, current_schema());
  end loop;
  foreach it in array array[
    'post_transfers(timestamptz, jsonb)', 'lock_accounts(uuid[], text[], text[])', 'write_postings(timestamptz, posting[])',
    'net_debts(timestamptz, posting[])', 'refuse_posting(date, posting[], uuid, text, text)'
  ]::regprocedure[] loop
    execute format('revoke execute on function %s from public', it);
  end loop;
end $$;
