-- A week's pay is voided too, where its member gives it up with the account before the operator funded it.
do $$ begin
  execute (
    select format('alter table contract_bill drop constraint %I', conname) from pg_constraint
    where conrelid = 'contract_bill'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%voided_at%');
end $$;
alter table contract_bill add constraint contract_bill_voided check (voided_at is null or funded_at is null);

-- What a chain's statement was read from, and when (docs/decisions/0109-a-chains-balance-says-when-it-was-read.md). Null for
-- what a bank or provider wrote, and for statements of before.
alter table custody_statement add column network text, add column read_at timestamptz(3);
