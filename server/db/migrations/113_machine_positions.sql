-- Where vehicles were and what machines did. Reported places are the operator's: what others are shown is computed from
-- them by the rule of docs/positions.md.
alter table machine
  add column battery smallint check (battery between 0 and 100),
  add column odometer_m bigint check (odometer_m >= 0),
  add column last_seen_at timestamptz;

create table machine_position (
  machine_id uuid not null references machine,
  at timestamptz not null,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  battery smallint check (battery between 0 and 100),
  state text not null check (state in ('idle', 'in service', 'paused or faulty', 'resting')),
  -- Whether this was within 100 m of the machine's stand, the place that its offer names.
  is_at_stand boolean not null,
  primary key (machine_id, at)
);
create index machine_position_away on machine_position (machine_id, at desc) where not is_at_stand;
create index machine_position_at on machine_position (at);

-- Every state a machine was in, also those that were reported late.
create table machine_state (
  machine_id uuid not null references machine,
  since timestamptz not null,
  state text not null check (state in ('idle', 'in service', 'paused or faulty', 'resting')),
  primary key (machine_id, since)
);
create index machine_state_since on machine_state (since);
insert into machine_state (machine_id, since, state) select id, state_since, service_state from machine;
