-- What the links of one account and UTC day are in their member's chain: their smallest and largest number, and the
-- account's balance after the largest. A statement begins at the nearest of these rows instead of the chain's start.
create table bill_day (
  member_id uuid not null,
  account_id bigint not null,
  day date not null,
  first bigint not null,
  last bigint not null check (last >= first),
  -- Minor units: the sum of all changes of the account up to `last`.
  balance bigint not null,
  primary key (member_id, account_id, day)
);

insert into bill_day (member_id, account_id, day, first, last, balance)
select distinct on (member_id, account_id, day) member_id, account_id, day,
  min(number) over (partition by member_id, account_id, day), number, balance
from (
  select link.member_id, link.account_id, link.day, link.number,
    sum(case when credit_id = link.account_id then amount else -amount end)
      over (partition by link.member_id, link.account_id order by link.number)::bigint as balance
  from bill_link link join transfer on transfer.day = link.day and transfer.id = link.transfer_id
) running
order by member_id, account_id, day, number desc;
