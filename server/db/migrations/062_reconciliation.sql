-- What each look at the whole books found. Only added to.
create table reconciliation (
  id bigint generated always as identity primary key,
  -- The books as they were at this instant.
  at timestamptz(3) not null,
  done_at timestamptz(3) not null,
  is_sound boolean not null,
  -- Per check how many were looked at and how many did not agree.
  checks jsonb not null,
  -- The first of what did not agree.
  findings jsonb not null,
  -- Per currency, where the money is.
  totals jsonb not null
);
create trigger reconciliation_immutable before update or delete on reconciliation
for each row execute function ledger_refuse();
create trigger reconciliation_kept before truncate on reconciliation
for each statement execute function ledger_refuse();
