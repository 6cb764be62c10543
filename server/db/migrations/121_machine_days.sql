-- What machines did, added up per machine and day (docs/statistics.md), in each time zone that owners of the machine
-- live in. Bookings add to it; a purchase by the first owner of a zone counts what was booked before.
alter table machine add column owner_zones text[] not null default '{}';

create table machine_day (
  machine_id uuid not null references machine,
  -- As members name it: `member.time_zone`.
  zone text not null,
  day date not null,
  -- Trips and charging sessions that ended on the day.
  sessions int not null,
  revenue bigint not null,
  share bigint not null,
  energy_wh bigint not null,
  distance_m bigint not null,
  -- Seconds in use by hour of the zone's clock. Columns, as adding up arrays takes PostgreSQL seven times as long.
  use_0 int not null, use_1 int not null, use_2 int not null, use_3 int not null,
  use_4 int not null, use_5 int not null, use_6 int not null, use_7 int not null,
  use_8 int not null, use_9 int not null, use_10 int not null, use_11 int not null,
  use_12 int not null, use_13 int not null, use_14 int not null, use_15 int not null,
  use_16 int not null, use_17 int not null, use_18 int not null, use_19 int not null,
  use_20 int not null, use_21 int not null, use_22 int not null, use_23 int not null,
  primary key (machine_id, zone, day)
) with (fillfactor = 80);

with zone as (
  select asked.time_zone, coalesce(known.name, 'UTC') as name
  from (select distinct time_zone from member) asked
  left join lateral (
    select name from pg_timezone_names where lower(name) = lower(asked.time_zone) and asked.time_zone ~ '^[A-Za-z]' limit 1
  ) known on true
), owned as (
  select distinct unit.machine_id, zone.time_zone, zone.name
  from unit join member on member.id = unit.member_id join zone on zone.time_zone = member.time_zone
), run as (
  select owned.machine_id, owned.time_zone, owned.name, ended_at, amount, share, energy_wh, distance_m,
    greatest(started_at, ended_at - interval '7 days') as used_from
  from owned join revenue on revenue.machine_id = owned.machine_id
), counted as (
  select machine_id, time_zone, (ended_at at time zone name)::date as day, 1 as sessions, amount, share,
    coalesce(energy_wh, 0) as energy_wh, coalesce(distance_m, 0) as distance_m, null::int as hour, 0 as seconds
  from run
  union all
  select machine_id, time_zone, (quarter at time zone name)::date, 0, 0, 0, 0, 0,
    extract(hour from quarter at time zone name)::int,
    (floor(extract(epoch from least(ended_at, quarter + interval '15 minutes')))
      - floor(extract(epoch from greatest(used_from, quarter))))::int
  -- Clocks change at quarters of an hour, so each quarter lies in one hour of a clock.
  from run cross join lateral
    generate_series(to_timestamp(floor(extract(epoch from used_from) / 900) * 900), ended_at, interval '15 minutes') quarter
)
insert into machine_day
select machine_id, time_zone, day, sum(sessions), sum(amount), sum(share), sum(energy_wh), sum(distance_m),
  coalesce(sum(seconds) filter (where hour = 0), 0), coalesce(sum(seconds) filter (where hour = 1), 0),
  coalesce(sum(seconds) filter (where hour = 2), 0), coalesce(sum(seconds) filter (where hour = 3), 0),
  coalesce(sum(seconds) filter (where hour = 4), 0), coalesce(sum(seconds) filter (where hour = 5), 0),
  coalesce(sum(seconds) filter (where hour = 6), 0), coalesce(sum(seconds) filter (where hour = 7), 0),
  coalesce(sum(seconds) filter (where hour = 8), 0), coalesce(sum(seconds) filter (where hour = 9), 0),
  coalesce(sum(seconds) filter (where hour = 10), 0), coalesce(sum(seconds) filter (where hour = 11), 0),
  coalesce(sum(seconds) filter (where hour = 12), 0), coalesce(sum(seconds) filter (where hour = 13), 0),
  coalesce(sum(seconds) filter (where hour = 14), 0), coalesce(sum(seconds) filter (where hour = 15), 0),
  coalesce(sum(seconds) filter (where hour = 16), 0), coalesce(sum(seconds) filter (where hour = 17), 0),
  coalesce(sum(seconds) filter (where hour = 18), 0), coalesce(sum(seconds) filter (where hour = 19), 0),
  coalesce(sum(seconds) filter (where hour = 20), 0), coalesce(sum(seconds) filter (where hour = 21), 0),
  coalesce(sum(seconds) filter (where hour = 22), 0), coalesce(sum(seconds) filter (where hour = 23), 0)
from counted where sessions > 0 or seconds > 0
group by machine_id, time_zone, day;

update machine set owner_zones = owned.zones
from (
  select unit.machine_id, array_agg(distinct member.time_zone) as zones
  from unit join member on member.id = unit.member_id group by unit.machine_id
) owned
where machine.id = owned.machine_id;

-- The statistics read runs only for parts of a day now, so the index need not hold what they add up.
drop index revenue_ended;
create index revenue_ended on revenue (machine_id, ended_at);
