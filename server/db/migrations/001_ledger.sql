-- The ledger: accounts, and transfers between pairs of them. An account's balance always equals its transfers.

-- What accounts there are. `rolled` ones are the world outside and the house: unbounded, and summed when asked for,
-- because a row that every posting updates would make all postings wait for each other.
create table account_code (
  code text primary key,
  rolled boolean not null,
  floor bigint,
  unique (code, rolled),
  check (rolled = (floor is null))
);

insert into account_code (code, rolled, floor) values
  ('world', true, null), ('sales', true, null), ('operator', true, null), ('mint', true, null),
  ('machine', false, 0),
  ('recharge', false, 0), ('income', false, 0), ('pending', false, 0),
  ('gold', false, 0), ('lucky', false, 0);

-- Assets are currencies (minor units), GOLD coins and LUCKY balls.
create table account (
  id bigint generated always as identity primary key,
  owner_id uuid,
  code text not null,
  asset text not null check (asset ~ '^[A-Z]{3,8}$'),
  balance bigint not null default 0,
  floor bigint,
  seq bigint not null default 0,
  rolled boolean not null,
  unique nulls not distinct (owner_id, code, asset),
  foreign key (code, rolled) references account_code (code, rolled),
  check (rolled = (floor is null)),
  constraint account_floor check (balance >= floor),
  -- What JavaScript's numbers hold exactly; a row beyond it could not be read any more.
  constraint account_ceiling check (balance <= 9007199254740991)
) with (fillfactor = 80);

insert into account (owner_id, code, asset, floor, rolled)
select null, code, asset, null, true
from (values ('world', 'USD'), ('sales', 'USD'), ('operator', 'USD'), ('mint', 'GOLD'), ('mint', 'LUCKY')) as system (code, asset);

-- Which kinds of transfer may go from where to where. Income in money comes out of a machine's account and nothing
-- else, and only revenue goes in there: deposits can't pay income (product: plain dealing, rule 1).
create table transfer_rule (
  kind text not null,
  debit_code text not null references account_code,
  credit_code text not null references account_code,
  primary key (kind, debit_code, credit_code)
);

insert into transfer_rule (kind, debit_code, credit_code) values
  ('topup', 'world', 'recharge'),
  ('purchase', 'recharge', 'sales'), ('purchase', 'income', 'sales'),
  ('refund', 'sales', 'recharge'), ('refund', 'sales', 'income'),
  ('revenue', 'world', 'machine'), ('operator_fee', 'machine', 'operator'),
  ('income', 'machine', 'pending'), ('income_claim', 'pending', 'income'),
  ('sign_reward', 'mint', 'gold'), ('invite_reward', 'mint', 'gold'),
  ('gift_points', 'mint', 'gold'), ('gift_points', 'mint', 'lucky');

-- No foreign keys to account: the trigger below looks both accounts up anyway, and accounts are never deleted.
create table transfer (
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
  primary key (day, id),
  unique (day, kind, ref),
  check (debit_id <> credit_id),
  check (day = (at at time zone 'UTC')::date)
) partition by range (day);

create index transfer_debit on transfer (debit_id, day, id);
create index transfer_credit on transfer (credit_id, day, id);
create table transfer_default partition of transfer default;

-- Moves the balances of everything one statement inserted, or refuses it as a whole.
-- The settings keep plans on index look-ups: a plan made for a settlement of 100,000 rows is kept by the session,
-- and must not scan whole tables for the single transfers after it.
create function transfer_post() returns trigger language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  wrong record;
begin
  select t.kind, t.asset, d.code as debit_code, d.asset as debit_asset, c.code as credit_code, c.asset as credit_asset
  into wrong
  from fresh t
  left join account d on d.id = t.debit_id
  left join account c on c.id = t.credit_id
  left join transfer_rule r on r.kind = t.kind and r.debit_code = d.code and r.credit_code = c.code
  where r.kind is null or d.asset <> t.asset or c.asset <> t.asset
  limit 1;
  if found then
    raise exception 'a transfer of kind % in % may not go from % (%) to % (%)',
      wrong.kind, wrong.asset, wrong.debit_code, wrong.debit_asset, wrong.credit_code, wrong.credit_asset
      using errcode = 'VF001';
  end if;

  -- Always in the order of ids, so that two postings over the same accounts can't deadlock.
  perform 1 from account
  where id in (select debit_id from fresh union all select credit_id from fresh) and not rolled
  order by id for no key update;

  update account set balance = account.balance + moved.change, seq = account.seq + moved.movements
  from (
    select id, sum(change) as change, count(*) as movements
    from (select debit_id as id, -amount as change from fresh union all select credit_id, amount from fresh) side
    group by id
  ) moved
  where account.id = moved.id and not account.rolled;
  return null;
end $$;

create trigger transfer_post after insert on transfer
referencing new table as fresh for each statement execute function transfer_post();

create function ledger_refuse() returns trigger language plpgsql as $$
begin
  raise exception '% of % is refused: the ledger is only added to', lower(tg_op), tg_table_name using errcode = 'VF002';
end $$;

create trigger transfer_immutable before update or delete on transfer
for each row execute function ledger_refuse();
create trigger transfer_kept before truncate on transfer
for each statement execute function ledger_refuse();

-- A balance moves inside transfer_post and nowhere else.
create trigger account_balance before update of balance, seq on account
for each row when (pg_trigger_depth() = 0) execute function ledger_refuse();
create trigger account_identity before update of id, owner_id, code, asset, rolled or delete on account
for each row execute function ledger_refuse();
create trigger account_opened before insert on account
for each row when (new.balance <> 0 or new.seq <> 0) execute function ledger_refuse();

create table settlement_line (
  period text not null,
  unit_id uuid not null,
  account_id bigint not null,
  amount bigint not null check (amount > 0),
  primary key (period, unit_id)
);
create index settlement_line_unit on settlement_line (unit_id);

create table settlement_run (
  period text not null,
  chunk bigint not null,
  type text not null check (type in ('daily', 'hourly', 'expiry')),
  ends_at timestamptz(3) not null,
  done_at timestamptz(3) not null,
  lines int not null,
  amount bigint not null,
  primary key (period, chunk)
);
create index settlement_run_done on settlement_run (type, ends_at) where chunk = -1;

-- A command's answer, kept with its effect. Callers without a member use the nil UUID.
create table idem (
  member_id uuid not null,
  key text not null,
  req_hash text not null,
  status int not null,
  response jsonb,
  at timestamptz(3) not null,
  primary key (member_id, key)
);
create index idem_at on idem (at);
