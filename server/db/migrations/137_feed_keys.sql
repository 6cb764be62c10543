-- Who may report what machines did and what payment rails received. A key reports under one source, what its scopes say,
-- and no more an hour than its source may.
create table feed_source (
  name text primary key,
  scopes jsonb not null check (jsonb_array_length(scopes) > 0),
  -- Reports, and minor units of money, that one hour may bring.
  items_an_hour int not null check (items_an_hour > 0),
  money_an_hour bigint not null check (money_an_hour >= 0)
);

-- Only a key's digest is kept. While keys rotate a source has two; `ends_at` is the older one's.
create table feed_key (
  id text primary key,
  source text not null references feed_source,
  digest text not null unique,
  made_by text not null,
  made_at timestamptz(3) not null,
  ends_at timestamptz(3),
  used_at timestamptz(3)
);
create index feed_key_source on feed_key (source);

create table feed_hour (
  source text not null references feed_source,
  hour timestamptz(3) not null,
  items int not null default 0,
  money bigint not null default 0,
  -- When a report was first refused because of the limits.
  capped_at timestamptz(3),
  primary key (source, hour)
);

-- Payments that a feed reported and an operator has to look at before they are credited. None is ever deleted.
create table held_top_up (
  id uuid primary key,
  source text not null references feed_source,
  external_id text not null,
  member_id uuid not null references member,
  amount bigint not null check (amount > 0),
  currency text not null,
  received_at timestamptz(3) not null,
  held_at timestamptz(3) not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'declined')),
  decided_by text,
  decided_at timestamptz(3),
  unique (source, external_id),
  check ((state = 'waiting') = (decided_at is null)),
  check ((decided_by is null) = (decided_at is null))
);
create index held_top_up_waiting on held_top_up (member_id) where state = 'waiting';
