-- What was booked wrongly is taken back by further transfers (docs/ledger.md, "Reversals"). What a member has spent of it
-- becomes a debt of the wallet it was in.

-- A debt's balance is what its owner owes, below 0. It never rises above 0.
insert into account_code (code, rolled, floor) values
  ('recharge_debt', false, -9007199254740991), ('income_debt', false, -9007199254740991);
alter table account add constraint account_debt
  check (balance <= 0 or code not in ('recharge_debt', 'income_debt'));
-- By code alone: an index on balances would make every posting write it.
create index account_debts on account (owner_id) where code in ('recharge_debt', 'income_debt');

insert into transfer_rule (kind, debit_code, credit_code) values
  ('topup_reversal', 'recharge', 'world'), ('topup_debt', 'recharge_debt', 'world'),
  ('revenue_reversal', 'machine', 'world'), ('fee_reversal', 'operator', 'machine'),
  ('income_reversal', 'income', 'machine'), ('income_debt', 'income_debt', 'machine'),
  ('debt_netting', 'recharge', 'recharge_debt'), ('debt_netting', 'income', 'income_debt');

-- `reference` is the bank's or the feed's own name for it: said twice, it happens once.
create table reversal (
  id uuid primary key,
  reference text not null unique,
  top_up_id uuid references top_up,
  revenue_id uuid unique references revenue,
  amount bigint not null check (amount > 0),
  -- Of revenue: the members' part of it.
  share bigint check (share between 0 and amount),
  -- The member reads it.
  reason text not null,
  at timestamptz(3) not null,
  check ((top_up_id is null) <> (revenue_id is null)),
  check ((revenue_id is null) = (share is null))
);
create index reversal_top_up on reversal (top_up_id);
create trigger reversal_immutable before update or delete on reversal
for each row execute function ledger_refuse();

-- Revenue that was taken back counts for nothing; `reversal` says what it was.
alter table revenue drop constraint revenue_amount_check;
alter table revenue add constraint revenue_amount_check check (amount >= 0);

-- What of a unit's income was taken back: settlement lines stay as they were paid.
create table income_reversal (
  reversal_id uuid not null references reversal,
  unit_id uuid not null references unit,
  amount bigint not null check (amount > 0),
  primary key (reversal_id, unit_id)
);
create index income_reversal_unit on income_reversal (unit_id);

-- What comes into a wallet pays its debt first, in the same step, whatever code posts it. Named to run after
-- `transfer_post`, which has locked the wallets.
create function net_debts() returns trigger language plpgsql as $$
declare
  it record;
  due bigint;
begin
  for it in
    select fresh.day, fresh.at, fresh.id, fresh.kind, fresh.ref, fresh.asset, fresh.amount, wallet.id as wallet_id,
      debt.id as debt_id
    from account debt
    join account wallet on wallet.owner_id = debt.owner_id and wallet.asset = debt.asset
      and wallet.code || '_debt' = debt.code
    join fresh on fresh.credit_id = wallet.id
    where debt.code in ('recharge_debt', 'income_debt') and debt.balance < 0
    order by fresh.id
  loop
    select least(it.amount, -debt.balance, wallet.balance) into due
    from account debt, account wallet where debt.id = it.debt_id and wallet.id = it.wallet_id;
    if due > 0 then
      insert into transfer (day, at, debit_id, credit_id, asset, amount, kind, ref)
      values (it.day, it.at, it.wallet_id, it.debt_id, it.asset, due, 'debt_netting', it.kind || '/' || it.ref);
    end if;
  end loop;
  return null;
end $$;
create trigger transfer_settle_debts after insert on transfer
referencing new table as fresh for each statement execute function net_debts();
