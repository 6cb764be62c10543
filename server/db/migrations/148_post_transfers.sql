-- One function posts (docs/ledger.md, "Balances"), in place of the triggers that moved balances after an insert: a trigger
-- with a transition table runs on no distributed PostgreSQL, and a function needs one request where an insert needed
-- look-ups before it.
drop trigger transfer_post on transfer;
drop function transfer_post();
drop trigger transfer_settle_debts on transfer;
drop function net_debts();
drop trigger transfer_funded on transfer;
drop trigger transfer_spent on transfer;
drop function operator_has();

-- The house's own accounts are opened by the first transfer that names them.
alter table account_code add column is_house boolean not null default false;
update account_code set is_house = true
where code in ('world', 'sales', 'operator', 'tax', 'mint', 'reserve', 'salary', 'gifts', 'prizes');

-- A transfer whose accounts are known by their ids.
create type posting as (debit_id bigint, credit_id bigint, asset text, amount bigint, kind text, ref text, memo jsonb);

-- Posts transfers together or not at all, and gives their ids in order. Refuses with a SQLSTATE of its own:
--   VF001  no transfer rule allows it, or an account is of another asset
--   VF003  what is set aside or spent isn't there
--   VF004  an account would fall below its minimum balance, or hold more than a number can
--   VF005  one of this kind and reference was posted on this day
-- The settings keep plans on index look-ups: a plan made for a settlement of 100,000 rows is kept by the session,
-- and must not scan whole tables for the single transfers after it.
create function write_postings(posted_at timestamptz, wanted posting[]) returns bigint[] language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  posted_on constant date := (posted_at at time zone 'UTC')::date;
  sources bigint[];
  ids bigint[];
  involved bigint[];
  changed bigint[];
  moved int;
  it record;
begin
  if wanted is null or cardinality(wanted) = 0 then return '{}'; end if;

  select t.kind, t.asset, d.code as debit_code, d.asset as debit_asset, c.code as credit_code, c.asset as credit_asset
  into it
  from unnest(wanted) t
  left join account d on d.id = t.debit_id
  left join account c on c.id = t.credit_id
  left join transfer_rule r on r.kind = t.kind and r.debit_code = d.code and r.credit_code = c.code
  where r.kind is null or d.asset <> t.asset or c.asset <> t.asset
  limit 1;
  if found then
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
    insert into transfer (day, at, debit_id, credit_id, asset, amount, kind, ref, memo)
    select posted_on, posted_at, debit_id, credit_id, asset, amount, kind, ref, memo
    from unnest(wanted) with ordinality
      as t(debit_id, credit_id, asset, amount, kind, ref, memo, number)
    order by number
    on conflict (day, kind, ref) do nothing
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
      if (select coalesce(sum(amount), 0) from transfer where credit_id = it.id)
        < (select coalesce(sum(amount), 0) from transfer where debit_id = it.id) then
        raise exception 'account % has less than what is set aside out of it', it.id using errcode = 'VF003';
      end if;
    end loop;
  end if;
  perform net_debts(posted_at, wanted);
  return ids;
end $$;

-- What comes into a wallet pays its debt first, in the same step, whatever code posts it. The wallets are locked.
create function net_debts(posted_at timestamptz, wanted posting[]) returns void language plpgsql as $$
declare
  it record;
  due bigint;
begin
  for it in
    select t.kind, t.ref, t.asset, t.amount, wallet.id as wallet_id, debt.id as debt_id
    from unnest(wanted) with ordinality as t(debit_id, credit_id, asset, amount, kind, ref, memo, number)
    join account wallet on wallet.id = t.credit_id and wallet.code in ('recharge', 'income')
    join account debt on debt.owner_id = wallet.owner_id and debt.asset = wallet.asset
      and debt.code = wallet.code || '_debt' and debt.code in ('recharge_debt', 'income_debt')
    where debt.balance < 0
    order by t.number
  loop
    select least(it.amount, -debt.balance, wallet.balance) into due
    from account debt, account wallet where debt.id = it.debt_id and wallet.id = it.wallet_id;
    if due > 0 then
      perform write_postings(posted_at, array[row(
        it.wallet_id, it.debt_id, it.asset, due, 'debt_netting', it.kind || '/' || it.ref, null)::posting]);
    end if;
  end loop;
end $$;

-- The same for transfers as the server writes them: `[{debit, credit, asset, amount, kind, ref, memo}]`, where an account
-- is named by `debit` (its id) or by `debit_owner` (null: the house) and `debit_code`. Accounts of the house are opened
-- at their first use. VF006: there is no such account.
create function post_transfers(posted_at timestamptz, transfers jsonb) returns bigint[] language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  wanted posting[];
  missing record;
begin
  wanted := resolve_postings(transfers);
  if exists (select from unnest(wanted) where debit_id is null or credit_id is null) then
    insert into account (owner_id, code, asset, rolled, floor)
    select null, code, side.asset, account_code.rolled, account_code.floor
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

create function resolve_postings(transfers jsonb) returns posting[] language plpgsql stable as $$ begin
  return (select array_agg(row(
    coalesce(t.debit, case when t.debit_owner is null
      then (select id from account where owner_id is null and code = t.debit_code and account.asset = t.asset)
      else (select id from account where owner_id = t.debit_owner and code = t.debit_code and account.asset = t.asset) end),
    coalesce(t.credit, case when t.credit_owner is null
      then (select id from account where owner_id is null and code = t.credit_code and account.asset = t.asset)
      else (select id from account where owner_id = t.credit_owner and code = t.credit_code and account.asset = t.asset) end),
    t.asset, t.amount, t.kind, t.ref, nullif(t.memo, 'null'))::posting order by t.number)
  from rows from (jsonb_to_recordset(transfers)
    as (debit bigint, debit_owner uuid, debit_code text, credit bigint, credit_owner uuid, credit_code text,
      asset text, amount bigint, kind text, ref text, memo jsonb)) with ordinality
    as t(debit, debit_owner, debit_code, credit, credit_owner, credit_code, asset, amount, kind, ref, memo, number));
end $$;

-- A transfer is written, and a balance moves, inside write_postings and nowhere else.
create trigger transfer_posted before insert on transfer
for each row when (current_setting('voltfolio.posting', true) is distinct from 'on') execute function ledger_refuse();
drop trigger account_balance on account;
create trigger account_balance before update of balance, seq on account
for each row when (current_setting('voltfolio.posting', true) is distinct from 'on') execute function ledger_refuse();
