-- Taxes that were withheld leave the books once they are paid on (docs/ledger.md, "The operator's part").
insert into transfer_rule (kind, debit_code, credit_code) values ('spending', 'tax', 'world');
alter table spending drop constraint spending_paid_from_check;
alter table spending add constraint spending_paid_from_check check (paid_from in ('sales', 'operator', 'tax'));

-- Money that can't be withdrawn is given up with the account of its member (docs/ledger.md, "The operator's part").
insert into transfer_rule (kind, debit_code, credit_code) values
  ('given_up', 'recharge', 'operator'), ('given_up', 'income', 'operator');
