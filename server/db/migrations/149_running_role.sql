-- What the server needs of its ledger beyond reading, as functions of the tables' owner: the role that it runs as may
-- execute them, and may not write those tables itself (server/db/running-role.ts, docs/ledger.md, "Who may write").

-- Opens accounts of one owner; existing ones stay as they are. The minimum balance comes from the account's code.
create function open_accounts(owner uuid, codes text[], assets text[]) returns void language plpgsql security definer as $$
begin
  if exists (select from unnest(codes) wanted where wanted not in (select code from account_code)) then
    raise exception 'no account is called one of %', codes using errcode = 'VF006';
  end if;
  insert into account (owner_id, code, asset, rolled, floor)
  select owner, code, wanted.asset, rolled, account_code.floor
  from unnest(codes, assets) as wanted(code, asset) join account_code using (code)
  order by code, wanted.asset
  on conflict (owner_id, code, asset) do nothing;
end $$;

-- Holds accounts until the transaction ends, in the order of their ids, and gives their balances.
create function lock_accounts(wanted bigint[]) returns table (id bigint, balance bigint) language plpgsql security definer as $$
begin
  return query select account.id, account.balance from account where account.id = any(wanted)
    order by account.id for no key update;
end $$;

-- Pays units for a period: one line each, once for ever, and its transfer from the machine to the pending income of the
-- unit's owner. Gives the lines that were written; a unit that has one for the period is left out. The caller holds the
-- units and says what each is owed.
create function pay_units(of_period text, posted_at timestamptz, units uuid[], amounts bigint[])
returns table (unit_id uuid, amount bigint) language plpgsql security definer
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
#variable_conflict use_column
declare
  paid uuid[];
  paid_amounts bigint[];
begin
  if units is null then return; end if;
  with line as (
    insert into settlement_line (period, unit_id, account_id, amount)
    select of_period, unit.id, unit.pending_account_id, due.amount
    from unnest(units, amounts) with ordinality as due(unit_id, amount, number) join unit on unit.id = due.unit_id
    order by due.number
    on conflict do nothing returning unit_id, amount
  )
  select array_agg(unit_id), array_agg(amount) into paid, paid_amounts from line;
  perform write_postings(posted_at, (
    select array_agg(row(unit.machine_account_id, unit.pending_account_id, account.asset, line.amount, 'income',
      of_period || '/' || unit.id, null)::posting)
    from unnest(paid, paid_amounts) as line(unit_id, amount) join unit on unit.id = line.unit_id
    join account on account.id = unit.pending_account_id));
  return query select * from unnest(paid, paid_amounts);
end $$;

-- Makes a month's partition of transfers, attached after it was made: `partition of` would keep every posting waiting
-- for its lock on the whole ledger. One process at a time.
create function make_transfer_partition(month date) returns void language plpgsql security definer
set lock_timeout = '3s' as $$
declare
  name constant text := 'transfer_' || to_char(month, 'YYYY_MM');
begin
  if extract(day from month) <> 1 then raise exception '% is no first day of a month', month; end if;
  perform pg_advisory_xact_lock(hashtext('voltfolio partitions'));
  -- The table itself is read: to_regclass may still answer from before the wait.
  if exists (select from pg_class where relname = name and relnamespace = current_schema()::regnamespace) then
    return;
  end if;
  execute format('create table %I (like transfer including defaults including constraints)', name);
  execute format('alter table transfer attach partition %I for values from (%L) to (%L)',
    name, month, (month + interval '1 month')::date);
end $$;

alter function post_transfers(timestamptz, jsonb) security definer;

-- What runs with the owner's rights finds its tables here and nowhere else, and is for those who are granted it.
do $$
declare
  it regprocedure;
begin
  foreach it in array array[
    'post_transfers(timestamptz, jsonb)', 'open_accounts(uuid, text[], text[])', 'lock_accounts(bigint[])',
    'pay_units(text, timestamptz, uuid[], bigint[])', 'make_transfer_partition(date)'
  ]::regprocedure[] loop
    execute format('alter function %s set search_path = %I, pg_temp', it, current_schema());
    execute format('revoke execute on function %s from public', it);
  end loop;
  -- These are called by them.
  foreach it in array array[
    'write_postings(timestamptz, posting[])', 'net_debts(timestamptz, posting[])', 'resolve_postings(jsonb)'
  ]::regprocedure[] loop
    execute format('revoke execute on function %s from public', it);
  end loop;
end $$;
