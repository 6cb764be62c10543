-- What the operator set aside too much of goes back to its own account.
insert into transfer_rule (kind, debit_code, credit_code) values
  ('fund_return', 'reserve', 'operator'), ('fund_return', 'gifts', 'operator'),
  ('fund_return', 'prizes', 'operator'), ('fund_return', 'salary', 'operator');
