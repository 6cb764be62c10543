-- Exchange between wallets, and time deposits: a member's own money for a term, with interest out of what the operator
-- set aside beforehand.

-- `reserve` is what the operator set aside for interest; it is kept synchronous, so that it can't be promised twice.
-- `promised` is the whole interest of one deposit, from the day it is opened. A deposit's principal returns to the wallet
-- it came from, so it lies apart by that: no way leads from topped-up money into the income wallet.
insert into account_code (code, rolled, floor) values
  ('reserve', false, 0), ('promised', false, 0), ('deposit', false, 0), ('deposit_income', false, 0);

insert into transfer_rule (kind, debit_code, credit_code) values
  ('exchange', 'income', 'recharge'),
  ('capital', 'world', 'operator'), ('reserve_funding', 'operator', 'reserve'),
  ('deposit', 'recharge', 'deposit'), ('deposit', 'income', 'deposit_income'),
  ('deposit_return', 'deposit', 'recharge'), ('deposit_return', 'deposit_income', 'income'),
  ('deposit_promise', 'reserve', 'promised'),
  ('deposit_interest', 'promised', 'income'), ('promise_return', 'promised', 'reserve');

-- The operator's account is summed when asked for and has no floor of its own. What is set aside out of it must be there:
-- fundings take turns at its row, and each sums it up. A kind that ends in _funding is held to this.
create function operator_has() returns trigger language plpgsql as $$
begin
  perform 1 from account where id = new.debit_id for no key update;
  if (select coalesce(sum(amount), 0) from transfer where credit_id = new.debit_id)
    < (select coalesce(sum(amount), 0) from transfer where debit_id = new.debit_id) then
    raise exception 'account % has less than what is set aside out of it', new.debit_id using errcode = 'VF003';
  end if;
  return null;
end $$;
create trigger transfer_funded after insert on transfer
for each row when (new.kind like '%\_funding') execute function operator_has();

-- Terms on offer. Interest is truncated: principal * rate_bp * days / (10000 * 365).
create table deposit_term (
  id text primary key,
  currency text not null,
  days int not null check (days between 1 and 3650),
  rate_bp int not null check (rate_bp between 1 and 10000),
  minimum bigint not null check (minimum > 0),
  maximum bigint not null check (maximum between minimum and 1000000000000),
  is_offered boolean not null default true,
  position int not null
);

create table time_deposit (
  id uuid primary key,
  member_id uuid not null references member,
  term_id text not null references deposit_term,
  currency text not null,
  -- As it was when it was opened: a term that is changed later changes no deposit.
  days int not null,
  rate_bp int not null,
  principal bigint not null check (principal > 0),
  interest bigint not null check (interest > 0),
  paid_from text not null check (paid_from in ('recharge', 'income')),
  opened_at timestamptz(3) not null,
  matures_at timestamptz(3) not null check (matures_at > opened_at),
  ended_at timestamptz(3),
  ended_as text check (ended_as in ('matured', 'withdrawn')),
  check ((ended_at is null) = (ended_as is null))
);
create index time_deposit_member on time_deposit (member_id, opened_at desc, id desc);
create index time_deposit_due on time_deposit (matures_at) where ended_at is null;
