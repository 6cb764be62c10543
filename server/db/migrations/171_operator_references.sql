-- What an operator's command was given as its reference: said twice, it happens once. `reference` is a digest of it, as it
-- may name a person; `digest` is of the command's other words, `made` is the id or code of what it made, for whom says it again because the answer was lost.
create table operator_reference (
  command text not null,
  reference text not null,
  digest text not null,
  made text,
  at timestamptz(3) not null,
  primary key (command, reference)
);
create trigger operator_reference_immutable before update or delete on operator_reference
for each row execute function ledger_refuse();
