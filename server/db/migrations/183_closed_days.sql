-- A closed day stays closed (docs/ledger.md, "Closed days"): what is kept of it would lack a later transfer, and so would
-- the balance sheet. And whether what is set aside or spent is there is answered by what is kept, as the balance of such
-- an account is: the whole history was summed for each.

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
      -- Closed days by what is kept of them. In one statement, as days may be closed between two.
      if (
        select coalesce((select sum(change) from kept_total where account_id = it.id), 0)
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
