-- What a deleted account owes is paid by nobody: the operator bears it (docs/ledger.md, "Reversals").
insert into transfer_rule (kind, debit_code, credit_code) values
  ('debt_write_off', 'operator', 'recharge_debt'), ('debt_write_off', 'operator', 'income_debt');
