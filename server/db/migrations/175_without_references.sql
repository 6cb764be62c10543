-- References to rows of somebody else, which no distributed PostgreSQL knows
-- (docs/scale.md, "On several machines: what is missing"). They go where the rows that they refer to are never deleted: the
-- running role may delete no accounts and no top-ups, and the server deletes addresses only while they are nobody's.
-- Dropping one takes a moment; what is a new index keeps its table from being read and written until this commits.

-- Whose accounts a unit has is compared at each settlement, by the function that pays it. Buying a unit no longer locks
-- the accounts' rows.
alter table unit drop constraint unit_machine_account_id_fkey, drop constraint unit_pending_account_id_fkey;
alter table machine drop constraint machine_account_id_fkey;

-- A reversal is of a member's top-up or of a machine's revenue, and lies with neither.
alter table reversal drop constraint reversal_top_up_id_fkey;
alter table top_up drop constraint top_up_pkey, add constraint top_up_pkey primary key (member_id, id);
-- Reversals name a top-up by its id alone.
create index top_up_id on top_up (id);

-- What a rail brings is known by the chain's id, and lies with no member.
alter table rail_transfer drop constraint rail_transfer_awaited_id_fkey;
alter table awaited_top_up drop constraint awaited_top_up_address_fkey, drop constraint awaited_top_up_pkey,
  add constraint awaited_top_up_pkey primary key (member_id, id);

-- A ticket is of one member, so that it still wins once. Winners are listed by their round.
alter table pool_share drop constraint pool_share_round_place_key, drop constraint pool_share_round_ticket_key,
  add constraint pool_share_round_place_key unique (member_id, round, place),
  add constraint pool_share_round_ticket_key unique (member_id, round, ticket);
create index pool_share_round on pool_share (round);

-- A push that joined another says so for as long as it is stored. Nothing looks for the other when that was deleted. A
-- server of an earlier build needs the key by message and device.
alter table push_job drop constraint push_job_held_by_fkey, drop constraint push_job_pkey,
  add constraint push_job_pkey primary key (member_id, id);
