-- Feeds of vehicles' states that the server polls (GBFS 3.0, `vehicle_status`).
create table gbfs_feed (
  name text primary key,
  url text not null,
  -- The environment variable that holds its key; never the key.
  key_name text,
  added_at timestamptz not null,
  asked_at timestamptz,
  -- When it last answered something usable, and of when that was by its own clock.
  answered_at timestamptz,
  updated_at timestamptz,
  ttl_seconds int not null default 60,
  vehicles int not null default 0,
  problem text
);

-- Vehicles that a feed calls otherwise than by their device number.
create table gbfs_vehicle (
  feed text not null references gbfs_feed on delete cascade,
  vehicle_id text not null,
  machine_id uuid not null references machine,
  primary key (feed, vehicle_id)
);
