-- What a day's links changed an account by, and how many they are: a balance in the order of a list is counted back by
-- days. `balance` is of the chain's order, in which a movement that came late is after those of later days.
alter table bill_day add column change bigint not null default 0,
  add column movements int not null default 0;
update bill_day set change = linked.change, movements = linked.movements
from (
  select link.member_id, link.account_id, link.day, count(*) as movements,
    sum(case when credit_id = link.account_id then amount else -amount end) as change
  from bill_link link join transfer on transfer.day = link.day and transfer.id = link.transfer_id
  group by 1, 2, 3
) linked
where bill_day.member_id = linked.member_id and bill_day.account_id = linked.account_id and bill_day.day = linked.day;
alter table bill_day alter column change drop default, alter column movements drop default;
