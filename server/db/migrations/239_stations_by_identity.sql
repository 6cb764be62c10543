-- What a station says lies with it (docs/scale.md, "On several machines"): its connectors, transactions, commands and
-- ends without a start name it in their keys.

-- A machine has one station that may connect. That key decides who was first, as the index did that goes.
create table machine_station (
  machine_id uuid primary key references machine,
  station text not null
);
insert into machine_station (machine_id, station) select machine_id, identity from station where removed_at is null;
drop index station_machine;
create index station_machine on station (machine_id) where removed_at is null;

-- A transaction's number is random, and its station's alone: one sequence for all would live on one node, and end at 2^31.
-- The reference that goes refused revenue that never was: a session is booked in the transaction that notes it here,
-- and no revenue is ever deleted.
alter table stray_stop drop constraint stray_stop_transaction_id_fkey;
alter table charging_transaction
  alter id drop identity,
  drop constraint charging_transaction_pkey, add primary key (station, id),
  drop constraint charging_transaction_revenue_id_key, add unique (station, revenue_id),
  drop constraint charging_transaction_revenue_id_fkey;
alter table stray_stop add foreign key (station, transaction_id) references charging_transaction;

alter table station_command drop constraint station_command_pkey, add primary key (station, id);
