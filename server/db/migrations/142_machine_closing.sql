-- A machine that was sold or is broken for good is closed, once and for ever (docs/ledger.md, "A machine's end").
alter table machine add column closed_at timestamptz(3), add column closed_because text,
  add constraint machine_closed check ((closed_at is null) = (closed_because is null));

-- What came back for the rest of an order's term when its machine was closed; null unless it was.
alter table purchase add column closing_refund bigint check (closing_refund between 0 and actual_payment);

insert into transfer_rule (kind, debit_code, credit_code) values
  ('closing_refund', 'sales', 'recharge'), ('closing_refund', 'sales', 'income'),
  -- The operator's own, where sales were spent: for the machine itself, most often.
  ('sales_funding', 'operator', 'sales');
