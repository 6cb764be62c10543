-- Bills of income, added up per member, day and machine (docs/statistics.md). The day is the member's, by the instant
-- at which the bill was posted. Settlement adds to it in the statement that pays. Without foreign keys, as
-- settlement_line is: a settlement of a million units would look each of them up.
create table income_day (
  member_id uuid not null,
  day date not null,
  machine_id uuid not null,
  amount bigint not null check (amount > 0),
  primary key (member_id, day, machine_id)
) with (fillfactor = 85);

with zone as (
  select asked.time_zone, coalesce(known.name, 'UTC') as name
  from (select distinct time_zone from member) asked
  left join lateral (
    select name from pg_timezone_names where lower(name) = lower(asked.time_zone) and asked.time_zone ~ '^[A-Za-z]' limit 1
  ) known on true
)
insert into income_day (member_id, day, machine_id, amount)
select unit.member_id, (transfer.at at time zone zone.name)::date, unit.machine_id, sum(transfer.amount)
from transfer
join unit on unit.id = right(transfer.ref, 36)::uuid
join member on member.id = unit.member_id
join zone on zone.time_zone = member.time_zone
where transfer.kind = 'income'
group by 1, 2, 3;
