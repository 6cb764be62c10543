-- Money that a member has asked for and that has not arrived yet. It is theirs until it has: what is returned comes back whole.
insert into account_code (code, rolled, floor) values ('withdrawing', false, 0), ('tax', true, null);
insert into transfer_rule (kind, debit_code, credit_code) values
  ('withdrawal', 'income', 'withdrawing'), ('withdrawal_return', 'withdrawing', 'income'),
  ('withdrawal_paid', 'withdrawing', 'world'), ('withdrawal_fee', 'withdrawing', 'operator'), ('withdrawal_tax', 'withdrawing', 'tax');

create table withdrawal (
  id uuid primary key,
  member_id uuid not null references member,
  -- The card may be unbound while money is on its way to it: what a member is shown of it stays.
  card_id uuid not null,
  card_masked text not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  discount bigint not null check (discount >= 0),
  tax bigint not null check (tax >= 0),
  arrives bigint not null check (arrives > 0),
  state text not null check (state in ('requested', 'approved', 'sent', 'arrived', 'returned')),
  reason text,
  requested_at timestamptz(3) not null,
  check (amount = arrives + fee + tax),
  check ((state = 'returned') = (reason is not null))
);
create index withdrawal_member on withdrawal (member_id, requested_at desc, id desc);
create index withdrawal_open on withdrawal (requested_at) where state in ('requested', 'approved', 'sent');

-- When it came to each state. Once each, whoever says it twice.
create table withdrawal_step (
  withdrawal_id uuid not null references withdrawal,
  state text not null check (state in ('requested', 'approved', 'sent', 'arrived', 'returned')),
  at timestamptz(3) not null,
  primary key (withdrawal_id, state)
);

-- What an operator's person did, and why. Kept beside the effect, and only added to.
create table operator_action (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null,
  by_name text not null check (btrim(by_name) <> ''),
  why text not null check (btrim(why) <> ''),
  command text not null,
  args jsonb not null,
  outcome jsonb not null
);
create index operator_action_at on operator_action (at desc, id desc);
create trigger operator_action_immutable before update or delete on operator_action
for each row execute function ledger_refuse();
create trigger operator_action_kept before truncate on operator_action
for each statement execute function ledger_refuse();
