-- A coupon's last day is shown without an hour: it counts to its end in the member's zone, as that of new ones does.
with zone as (
  select asked.time_zone, coalesce(known.name, 'UTC') as name
  from (select distinct time_zone from member) asked
  left join lateral (
    select name from pg_timezone_names where lower(name) = lower(asked.time_zone) and asked.time_zone ~ '^[A-Za-z]' limit 1
  ) known on true
)
update coupon set expires_at = greatest(
  expires_at,
  ((coupon.expires_at at time zone zone.name)::date + 1)::timestamp at time zone zone.name - interval '1 millisecond'
)
from member join zone on zone.time_zone = member.time_zone
where member.id = coupon.member_id and coupon.status = 0 and coupon.expires_at > now();
