-- Currencies and assets with dated rates, and the transfers that payment rails wait for.

create table currency (
  code text primary key check (code ~ '^[A-Z]{3,6}$'),
  name text not null,
  symbol text not null,
  -- Its smallest unit is 10^-decimals.
  decimals int not null check (decimals between 0 and 18),
  position int not null
);

-- How many of a currency one US dollar was, as the operator published it. The newest holds; none is ever changed.
create table rate (
  id bigint generated always as identity primary key,
  code text not null references currency,
  per_usd text not null check (per_usd ~ '^\d{1,12}(\.\d{1,18})?$' and per_usd::numeric > 0),
  published_at timestamptz(3) not null
);
create index rate_newest on rate (code, id desc);
create trigger rate_immutable before update or delete on rate
for each row execute function ledger_refuse();

-- Addresses that money may be sent to. Once handed to a member an address is theirs for ever, so that a late transfer
-- finds its owner.
create table deposit_address (
  address text primary key,
  network text not null,
  member_id uuid references member,
  added_at timestamptz(3) not null
);
create index deposit_address_free on deposit_address (network, added_at) where member_id is null;
create index deposit_address_member on deposit_address (member_id, network) where member_id is not null;

-- A transfer that a member has been told to make. `due` in the asset's smallest unit, `amount` in minor units of the wallet.
create table awaited_top_up (
  id uuid primary key,
  member_id uuid not null references member,
  asset text not null references currency,
  network text not null,
  address text not null references deposit_address,
  currency text not null,
  amount bigint not null check (amount > 0),
  due bigint not null check (due > 0),
  -- Of the wallet's currency for one of the asset, as it was when this was opened.
  rate text not null,
  opened_at timestamptz(3) not null,
  expires_at timestamptz(3) not null check (expires_at > opened_at),
  -- When to look at the rail again; null when nobody waits any more.
  look_at timestamptz(3),
  looked_at timestamptz(3)
);
create index awaited_top_up_member on awaited_top_up (member_id, opened_at desc);
create index awaited_top_up_address on awaited_top_up (address, opened_at desc);
create index awaited_top_up_look on awaited_top_up (look_at) where look_at is not null;

-- Every transfer to one of our addresses, once for ever by the rail's own id of it. `credited` minor units, when it was.
create table rail_transfer (
  network text not null,
  external_id text not null,
  awaited_id uuid not null references awaited_top_up,
  value bigint not null check (value > 0),
  confirmed int not null check (confirmed >= 0),
  -- The rail does not know it any more: a branch of the chain that lost. After the credit that is for the operator to look into.
  is_gone boolean not null default false,
  arrived_at timestamptz(3) not null,
  credited bigint check (credited >= 0),
  credited_at timestamptz(3),
  primary key (network, external_id),
  check ((credited is null) = (credited_at is null))
);
create index rail_transfer_awaited on rail_transfer (awaited_id);
