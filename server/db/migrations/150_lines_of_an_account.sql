-- Settlement writes little (docs/ledger.md, "Settlement"). Lines had three indexes, two of them in the order of random
-- ids. Now they lie by whose they are, then by unit: who reads a line knows both.
drop index settlement_line_unit;
alter table settlement_line drop constraint settlement_line_pkey;
alter table settlement_line add primary key (account_id, unit_id, period);
-- A claim changes what an index is about, so that no room on the page would spare it the index.
alter table settlement_line set (fillfactor = 100);

-- A settlement changes nearly every unit of a page at once: all of them find room there, and no index is touched. They lie
-- in the order in which they are paid.
alter table unit set (fillfactor = 45);
create index unit_by_account on unit (pending_account_id, id);
cluster unit using unit_by_account;
drop index unit_by_account;

-- Pays as before, by a few statements over all units in place of several look-ups for each transfer. It keeps the rules
-- of write_postings: what may go where, the order of locks, the minimum balance.
create or replace function pay_units(of_period text, posted_at timestamptz, units uuid[], amounts bigint[])
returns table (unit_id uuid, amount bigint) language plpgsql security definer
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
#variable_conflict use_column
declare
  posted_on constant date := (posted_at at time zone 'UTC')::date;
  paid uuid[];
  paid_amounts bigint[];
  assets text[];
  sources bigint[];
  targets bigint[];
  changed bigint[];
  written uuid[];
  moved int;
begin
  if units is null then return; end if;
  select array_agg(id), array_agg(machine_account_id), array_agg(pending_account_id), array_agg(asset), array_agg(amount)
  into paid, sources, targets, assets, paid_amounts
  from (
    select unit.id, machine_account_id, pending_account_id, target.asset, wanted.amount
    from unnest(units, amounts) with ordinality as wanted(unit_id, amount, number)
    join unit on unit.id = wanted.unit_id
    join account target on target.id = unit.pending_account_id
    join account source on source.id = unit.machine_account_id and source.asset = target.asset
    join transfer_rule rule on rule.kind = 'income' and rule.debit_code = source.code and rule.credit_code = target.code
    order by wanted.number
  ) it;
  if cardinality(paid) is distinct from cardinality(units) then
    raise exception 'income of a unit may not go between its accounts' using errcode = 'VF001';
  end if;

  with line as (
    insert into settlement_line (period, unit_id, account_id, amount)
    select of_period, unit_id, account_id, amount from unnest(paid, targets, paid_amounts) as it(unit_id, account_id, amount)
    on conflict do nothing returning unit_id
  )
  select array_agg(unit_id) into written from line;
  if written is null then return; end if;
  if cardinality(written) < cardinality(paid) then
    select array_agg(unit_id), array_agg(source), array_agg(target), array_agg(asset), array_agg(amount)
    into paid, sources, targets, assets, paid_amounts
    from unnest(paid, sources, targets, assets, paid_amounts) as it(unit_id, source, target, asset, amount)
    where unit_id = any(written);
  end if;

  -- Always in the order of ids, so that two postings over the same accounts can't deadlock.
  changed := array(select distinct id from unnest(sources || targets) id order by id);
  perform from account where id = any(changed) order by id for no key update;
  perform set_config('voltfolio.posting', 'on', true);
  insert into transfer (day, at, debit_id, credit_id, asset, amount, kind, ref)
  select posted_on, posted_at, source, target, asset, amount, 'income', of_period || '/' || unit_id
  from unnest(paid, sources, targets, assets, paid_amounts) as it(unit_id, source, target, asset, amount);
  update account set balance = account.balance + change.amount, seq = account.seq + change.movements
  from (
    select id, sum(amount) as amount, count(*) as movements
    from (select * from unnest(targets, paid_amounts) as it(id, amount)
      union all select id, -amount from unnest(sources, paid_amounts) as it(id, amount)) side
    group by id
  ) change
  where account.id = change.id and account.balance + change.amount between account.floor and 9007199254740991;
  get diagnostics moved = row_count;
  perform set_config('voltfolio.posting', '', true);
  if moved < cardinality(changed) then
    raise exception 'an account would fall below its minimum balance' using errcode = 'VF004';
  end if;
  return query select * from unnest(paid, paid_amounts);
end $$;
do $$ begin
  execute format('alter function pay_units(text, timestamptz, uuid[], bigint[]) set search_path = %I, pg_temp',
    current_schema());
end $$;
