-- Whether a product can be bought: `paused` and `withdrawn` ones are in no list; units of them go on.
alter table product add column offer text not null default 'open' check (offer in ('open', 'paused', 'withdrawn'));

-- Units that the operator keeps: counted in units_sold, held by nobody.
alter table machine add column units_kept int not null default 0;
update machine set units_kept = greatest(0, units_sold - (
  select count(*)::int from unit where unit.machine_id = machine.id and unit.status = 'active'));
alter table machine add constraint machine_units_kept check (units_kept between 0 and units_sold);

-- Every catalogue that was applied, whole, with what it changed (docs/operations.md, "Catalogue").
create table catalogue_version (
  number int generated always as identity primary key,
  at timestamptz(3) not null,
  by_name text not null,
  why text not null,
  file jsonb not null,
  changes jsonb not null
);
