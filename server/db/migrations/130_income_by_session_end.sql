-- Income goes by when a trip or session ended, not by when it was booked (docs/ledger.md, "Settlement").

-- The instant at which a booking counts: its end, or the earliest that may still be booked. Older bookings keep the
-- instant under which they were settled.
alter table revenue add column counted_at timestamptz;
update revenue set counted_at = booked_at;
alter table revenue alter column counted_at set not null, add check (counted_at <= booked_at);
drop index revenue_machine;
create index revenue_machine on revenue (machine_id, counted_at);
drop index revenue_booked;
create index revenue_counted on revenue (counted_at) include (currency, amount, machine_id);

-- What all of a unit's machine had earned for units before the unit, in minor units, and what the unit was paid so far.
-- `is_owed`: it has expired, and revenue of its time was booked since.
alter table unit add column share_before bigint, add column paid bigint not null default 0 check (paid >= 0),
  add column is_owed boolean not null default false;
update unit set share_before = first_index * machine.units_total, paid = paid_index - first_index
from machine where machine.id = unit.machine_id;
alter table unit alter column share_before set not null, drop column first_index, drop column paid_index;
drop index unit_machine;
create index unit_machine on unit (machine_id, active_from);
create index unit_machine_expired on unit (machine_id, expires_at) where status = 'expired';
drop index unit_settlement;
create index unit_settlement on unit (settlement_type, pending_account_id) where status = 'active' or is_owed;

-- What returned when an order was cancelled: its payment less what its units were paid.
alter table purchase add column refund bigint check (refund between 0 and actual_payment);
update purchase set refund = actual_payment where cancelled_at is not null;
