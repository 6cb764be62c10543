-- A bonus or a correction that the operator billed by mistake, taken back before it was funded: nobody is paid by it.
alter table contract_bill add column voided_at timestamptz(3)
  check (voided_at is null or kind <> 'weekly' and funded_at is null);
