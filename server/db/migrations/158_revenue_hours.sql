-- What machines took in, by the UTC hour in which it counts: Home adds up hours instead of the trips of 30 days. In eight
-- parts, by machine, so that bookings of one hour don't all wait for one row.
create table revenue_hour (
  hour timestamptz not null,
  part smallint not null,
  currency text not null,
  amount bigint not null,
  primary key (hour, part, currency)
) with (fillfactor = 50);

insert into revenue_hour (hour, part, currency, amount)
select date_trunc('hour', counted_at, 'UTC'), get_byte(uuid_send(machine_id), 0) & 7, currency, sum(amount)
from revenue where amount > 0 group by 1, 2, 3;
