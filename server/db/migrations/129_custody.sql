-- Where the money really lies: accounts at banks, addresses on a chain, payment providers, and what their own statements
-- say (docs/ledger.md, "Confirmed outside"). Nothing here moves a balance.
create table custody (
  id text primary key check (id ~ '^[a-z0-9-]{1,40}$'),
  kind text not null check (kind in ('bank', 'chain', 'provider')),
  -- Everybody reads it.
  name text not null,
  currency text not null,
  opened_at timestamptz(3) not null
);

-- Added to, never changed: each begins with the balance that the one before ended with.
create table custody_statement (
  id uuid primary key,
  custody_id text not null references custody,
  day date not null,
  opening bigint not null,
  closing bigint not null,
  digest text not null,
  imported_at timestamptz(3) not null,
  unique (custody_id, day),
  unique (custody_id, digest)
);
create trigger custody_statement_immutable before update or delete on custody_statement
for each row execute function ledger_refuse();

-- Only the bank's reference of an entry: names of people stay with the bank.
create table custody_line (
  statement_id uuid not null references custody_statement,
  number int not null,
  day date not null,
  amount bigint not null check (amount <> 0),
  reference text not null,
  primary key (statement_id, number)
);
create trigger custody_line_immutable before update or delete on custody_line
for each row execute function ledger_refuse();
