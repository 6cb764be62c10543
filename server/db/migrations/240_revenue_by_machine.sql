-- Revenue lies by its machine (docs/scale.md): its keys begin with the machine, and what was unique over all machines,
-- a report's id at its source, stands in a table of its own by that id.
lock table revenue, session_charge, reversal in access exclusive mode;

-- A report is booked once for ever by (source, external_id), whichever machine's it is. The statement that books revenue adds
-- this row as well; none is ever changed or deleted. It has no reference to its revenue, which lies elsewhere.
create table booked_report (
  source text not null,
  external_id text not null,
  machine_id uuid not null,
  revenue_id uuid not null
);
insert into booked_report (source, external_id, machine_id, revenue_id)
select source, external_id, machine_id, id from revenue;
alter table booked_report add primary key (source, external_id);

-- What names revenue by its id finds it by its machine too. It has no reference: whoever writes it has locked the machine and
-- has read or written the revenue in the same transaction, and no right to delete revenue is given to anybody.
alter table charging_transaction drop constraint if exists charging_transaction_revenue_id_fkey;
alter table reversal drop constraint reversal_revenue_id_fkey, add column machine_id uuid;
alter table reversal disable trigger user;
update reversal set machine_id = revenue.machine_id from revenue where revenue.id = reversal.revenue_id;
alter table reversal enable trigger user;
alter table reversal add constraint reversal_machine check ((machine_id is null) = (revenue_id is null));

alter table session_charge add column machine_id uuid;
update session_charge set machine_id = revenue.machine_id from revenue where revenue.id = revenue_id;
alter table session_charge drop constraint session_charge_revenue_id_fkey, drop constraint session_charge_pkey;

create unique index revenue_of_machine on revenue (machine_id, id);
alter table revenue drop constraint revenue_pkey, drop constraint revenue_source_external_id_key,
  add constraint revenue_pkey primary key using index revenue_of_machine;
alter table session_charge add primary key (machine_id, revenue_id),
  add foreign key (machine_id, revenue_id) references revenue (machine_id, id);

do $$ begin
  -- An empty table isn't analyzed: it would be taken for small.
  if exists (select 1 from booked_report) then
    analyze booked_report, session_charge;
  end if;
end $$;
