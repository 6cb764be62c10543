-- A top-up that was taken back by mistake comes back, once for each reversal (docs/ledger.md, "Reversals"). It pays what the
-- member owes since, like anything that comes into that wallet.
insert into transfer_rule (kind, debit_code, credit_code) values ('reversal_undone', 'world', 'recharge');
create table reversal_undone (
  reversal_id uuid primary key references reversal,
  -- The member reads it.
  reason text not null,
  at timestamptz(3) not null
);
create trigger reversal_undone_immutable before update or delete on reversal_undone
for each row execute function ledger_refuse();
