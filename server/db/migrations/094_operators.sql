-- Who runs machines. One of them keeps the books of this server: the ledger's account `operator` is theirs.
create table operator (
  id text primary key,
  name text not null unique,
  place text not null,
  since timestamptz not null,
  keeps_books boolean not null default false
);
create unique index operator_keeps_books on operator (keeps_books) where keeps_books;

-- Whoever runs the most machines of a database of before has kept its books.
insert into operator (id, name, place, since, keeps_books)
select 'operator-' || rank, operator_name, '', since, rank = 1
from (
  select operator_name, min(offered_from) as since, row_number() over (order by count(*) desc, operator_name) as rank
  from product group by operator_name
) known;

alter table product add column operator_id text references operator;
update product set operator_id = operator.id from operator where operator.name = operator_name;
alter table product alter column operator_id set not null;
alter table product drop column operator_name;
