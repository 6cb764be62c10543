-- What is the operator's: the share of units that nobody held, and what was taken for units, which pays for machines
-- (docs/ledger.md, "The operator's part").
insert into transfer_rule (kind, debit_code, credit_code) values
  ('unsold_share', 'machine', 'operator'), ('unsold_return', 'operator', 'machine'),
  ('spending', 'sales', 'world'), ('spending', 'operator', 'world');

-- What of a machine's revenue was booked as the operator's because nobody held the units, and of which time.
alter table machine add column unsold_paid bigint not null default 0 check (unsold_paid >= 0),
  add column unsold_through timestamptz;

-- `reference` is the invoice's or the bank's: said twice, it happens once.
create table spending (
  id uuid primary key,
  reference text not null unique,
  paid_from text not null check (paid_from in ('sales', 'operator')),
  amount bigint not null check (amount > 0),
  currency text not null,
  -- Anybody may read it.
  what text not null,
  at timestamptz(3) not null
);
create index spending_at on spending (at desc, id desc);
create trigger spending_immutable before update or delete on spending
for each row execute function ledger_refuse();

-- As what is set aside: what is spent must be there (060_deposits.sql).
create trigger transfer_spent after insert on transfer
for each row when (new.kind = 'spending') execute function operator_has();
