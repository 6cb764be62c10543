-- A withdrawal that was booked as arrived comes back whole: by mistake, or because the bank sent it back afterwards
-- (docs/ledger.md, "Withdrawals").
insert into transfer_rule (kind, debit_code, credit_code) values
  ('withdrawal_paid_return', 'world', 'withdrawing'), ('withdrawal_fee_return', 'operator', 'withdrawing'),
  ('withdrawal_tax_return', 'tax', 'withdrawing');
