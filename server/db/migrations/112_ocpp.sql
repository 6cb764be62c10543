-- Charging stations that speak OCPP, what they charged, and what charging costs (docs/ocpp.md).

-- The machine's own computer. `identity` is its name in the path of its connection.
create table station (
  identity text primary key check (identity ~ '^[A-Za-z0-9._-]{1,48}$'),
  machine_id uuid not null references machine,
  -- SHA-256 in hexadecimal: the secret is 160 random bits, which nobody can guess.
  secret_digest text not null,
  -- Charges whoever comes: payment is taken at the station itself, and no token is asked for.
  is_open boolean not null default false,
  added_at timestamptz(3) not null,
  removed_at timestamptz(3),
  protocol text,
  vendor text,
  model text,
  firmware text,
  connected_at timestamptz(3),
  seen_at timestamptz(3),
  -- The newest connection; an older one is closed by whichever process holds it.
  connection uuid
);
create unique index station_machine on station (machine_id) where removed_at is null;

-- Names under which somebody tried to connect, for the operator to accept. The server keeps a bounded number.
create table unknown_station (
  identity text primary key,
  attempts int not null,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null
);

create table connector (
  station text not null references station,
  -- 0 is the station as a whole.
  number int not null,
  status text not null,
  since timestamptz(3) not null,
  primary key (station, number)
);

-- Cards and apps that may charge at stations which are not open to everybody. Tokens ignore case.
create table charging_token (
  token text primary key check (token = upper(token) and length(token) between 1 and 36),
  label text not null,
  added_at timestamptz(3) not null,
  blocked_at timestamptz(3)
);

-- One transaction of a station, gathered from messages in any order. Energy in Wh; `_said_at` by the station's clock,
-- `_heard_at` by ours.
create table charging_transaction (
  -- What a station of OCPP 1.6 gets as its transactionId: 32 bits.
  id int generated always as identity primary key,
  station text not null references station,
  -- Its name at the station: the transactionId of 2.0.1, a digest of what the start says in 1.6.
  ref text not null,
  connector int,
  is_allowed boolean not null,
  started_said_at timestamptz(3),
  started_heard_at timestamptz(3),
  meter_start bigint,
  ended_said_at timestamptz(3),
  ended_heard_at timestamptz(3),
  meter_stop bigint,
  first_read_at timestamptz(3),
  first_read bigint,
  last_read_at timestamptz(3),
  last_read bigint,
  heard_at timestamptz(3) not null,
  -- How it ended: the station said so, or a rule closed it.
  closed_as text check (closed_as in ('ended', 'silent', 'superseded')),
  outcome text check (outcome in ('booked', 'nothing', 'not allowed', 'implausible')),
  revenue_id uuid unique references revenue,
  -- An end that came after a rule had closed it: for the operator to see, and never booked.
  late_meter_stop bigint,
  unique (station, ref),
  check ((outcome is null) = (closed_as is null)),
  check ((outcome is not null and outcome = 'booked') = (revenue_id is not null))
);
create index charging_transaction_open on charging_transaction (station, connector) where outcome is null;
create index charging_transaction_heard on charging_transaction (heard_at desc);

-- Ends of OCPP 1.6 whose transactionId is unknown: the station never heard the answer to its start.
create table stray_stop (
  station text not null references station,
  ref text not null,
  said_at timestamptz(3) not null,
  heard_at timestamptz(3) not null,
  meter_stop bigint not null,
  transaction_id int references charging_transaction,
  primary key (station, ref)
);
create index stray_stop_open on stray_stop (heard_at) where transaction_id is null;

-- What charging costs from a moment on, of one machine or (null) of all that have none of their own. Never changed.
create table tariff (
  id bigint generated always as identity primary key,
  machine_id uuid references machine,
  currency text not null,
  valid_from timestamptz(3) not null,
  -- server/features/products/charging/tariff.ts
  terms jsonb not null,
  set_at timestamptz(3) not null
);
create index tariff_machine on tariff (machine_id, valid_from desc);
create trigger tariff_immutable before update or delete on tariff
for each row execute function ledger_refuse();

-- How the amount of a session came about. The three parts sum to its amount.
create table session_charge (
  revenue_id uuid primary key references revenue,
  start_fee bigint not null check (start_fee >= 0),
  energy bigint not null check (energy >= 0),
  time bigint not null check (time >= 0),
  -- Thousandths of a minor unit.
  per_kwh bigint not null check (per_kwh >= 0),
  per_minute bigint not null check (per_minute >= 0),
  closed_as text not null,
  -- The station's clock was wrong, so ours was taken.
  clock_doubted boolean not null
);

-- What the operator asks of a station; the process that holds its connection picks it up.
create table station_command (
  id bigint generated always as identity primary key,
  station text not null references station,
  kind text not null check (kind in ('start', 'stop', 'reset', 'availability', 'configuration')),
  args jsonb not null,
  asked_at timestamptz(3) not null,
  taken_at timestamptz(3),
  answered_at timestamptz(3),
  answer text
);
create index station_command_open on station_command (station) where taken_at is null;
