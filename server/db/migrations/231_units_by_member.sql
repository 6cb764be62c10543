-- Units, what settlement paid for them and the links of the bill chain have their member in their keys, so that all rows of
-- a member can lie on one of several machines (docs/scale.md). A line said whose it is by the number of an account, which its
-- unit says as well. No server of the build before may run beside: it would look for that number.
select pg_advisory_xact_lock(hashtext('settlement'));
lock table unit, settlement_line, claim, income_reversal, bill_link in access exclusive mode;

alter table claim drop constraint claim_unit_id_fkey;
alter table income_reversal drop constraint income_reversal_unit_id_fkey;
alter table unit drop constraint unit_pkey, add constraint unit_pkey primary key (member_id, id);
alter table claim add constraint claim_unit_id_fkey foreign key (member_id, unit_id) references unit (member_id, id);
alter table income_reversal add constraint income_reversal_unit_id_fkey
  foreign key (member_id, unit_id) references unit (member_id, id);
drop index income_reversal_unit;
create index income_reversal_unit on income_reversal (member_id, unit_id);

create table line_of_member (
  member_id uuid not null,
  unit_id uuid not null,
  period text not null,
  amount bigint not null check (amount > 0),
  claim_id uuid,
  claimed_at timestamptz
);
insert into line_of_member (member_id, unit_id, period, amount, claim_id, claimed_at)
select unit.member_id, unit_id, period, amount, claim_id, claimed_at
from settlement_line join unit on unit.id = unit_id and unit.pending_account_id = account_id
order by 1, 2, 3;
do $$ begin
  if (select count(*) from settlement_line) <> (select count(*) from line_of_member) then
    raise exception 'a settlement line is of no unit that is paid into its account';
  end if;
end $$;
drop table settlement_line;
alter table line_of_member rename to settlement_line;
alter table settlement_line rename constraint line_of_member_amount_check to settlement_line_amount_check;
alter table settlement_line add constraint settlement_line_pkey primary key (member_id, unit_id, period);
create index settlement_line_unclaimed on settlement_line (member_id, unit_id) where claimed_at is null;

-- An account is of one member: that the rest of the key is unique says the same as before.
alter table bill_link drop constraint bill_link_account_id_transfer_id_key,
  add constraint bill_link_account_id_transfer_id_key unique (member_id, account_id, transfer_id);

-- Servers of before migration 179 paid by it.
drop function pay_units(text, bigint, timestamptz, timestamptz, uuid[], bigint[], bigint[]);

-- The function that settles a chunk writes such lines from migration 232 on, which runs with this one.
