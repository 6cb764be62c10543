-- Messages of settled income named the day of UTC that it was of. Their sentence now says when it was settled, which is
-- the member's day of the message.
with zone as (
  select asked.time_zone, coalesce(known.name, 'UTC') as name
  from (select distinct time_zone from member) asked
  left join lateral (
    select name from pg_timezone_names where lower(name) = lower(asked.time_zone) and asked.time_zone ~ '^[A-Za-z]' limit 1
  ) known on true
)
update message set params = message.params || jsonb_build_object('day', (message.at at time zone zone.name)::date)
from member join zone on zone.time_zone = member.time_zone
where member.id = message.member_id and message.kind = 'income_settled';
