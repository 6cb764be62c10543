-- Every movement of a member's accounts, numbered and chained: each one's hash covers the one before and its own fields,
-- so that a line that is changed, left out or put in later breaks every hash after it. Written after the fact, in the
-- order in which movements were found, and never again: what a statement showed stays true.
create table bill_link (
  member_id uuid not null,
  number bigint not null check (number > 0),
  account_id bigint not null,
  day date not null,
  transfer_id bigint not null,
  -- SHA-256, hexadecimal.
  hash text not null,
  primary key (member_id, number),
  unique (account_id, transfer_id)
);
create trigger bill_link_immutable before update or delete on bill_link
for each row execute function ledger_refuse();
create trigger bill_link_kept before truncate on bill_link
for each statement execute function ledger_refuse();

-- Where a member's chain ends. Its row is held while links are added.
create table bill_chain (
  member_id uuid primary key,
  number bigint not null default 0,
  hash text not null,
  -- Newest UTC day in the chain: what is not in it yet is of that day or about it.
  day date
);

-- What is hashed of a movement. The browser writes the same text (src/lib/bill-chain.ts).
create function bill_text(number bigint, transfer_id bigint, at timestamptz, kind text, code text, change bigint, asset text, ref text)
returns text language sql stable parallel safe as $$
  select concat_ws(E'\n', number, transfer_id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), kind, code, change, asset, ref)
$$;

create function bill_hash(previous text, line text) returns text language sql immutable parallel safe as $$
  select encode(sha256(convert_to(previous || E'\n' || line, 'UTF8')), 'hex')
$$;

-- Before the first movement: the hash of whose chain it is.
create function bill_root(member_id uuid) returns text language sql immutable parallel safe as $$
  select encode(sha256(convert_to(member_id::text, 'UTF8')), 'hex')
$$;

create function bill_step(state text, previous text, line text) returns text language sql immutable parallel safe as $$
  select bill_hash(coalesce(state, previous), line)
$$;
-- The hash so far, as a window function over a member's movements in order; `previous` is the hash before the first of them.
create aggregate bill_running(previous text, line text) (sfunc = bill_step, stype = text);
