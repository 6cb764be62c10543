-- Rows of members have keys that begin with the member, so that a distributed PostgreSQL could keep them together
-- (docs/scale.md, "On several machines: what is missing"). Here are the tables that no other table refers to.
-- Each key is a new index: no row is rewritten. Its table can't be read or written until this migration commits.
-- The operator takes back a bill of a contract by its id alone, while it isn't funded: the few such bills have an index.
alter table agreement drop constraint agreement_pkey, add constraint agreement_pkey primary key (member_id, id);
alter table claim drop constraint claim_pkey, add constraint claim_pkey primary key (member_id, id);
alter table contract_bill drop constraint contract_bill_pkey, add constraint contract_bill_pkey primary key (member_id, id);
alter table coupon drop constraint coupon_pkey, add constraint coupon_pkey primary key (member_id, id);
alter table held_top_up drop constraint held_top_up_pkey, add constraint held_top_up_pkey primary key (member_id, id);
alter table pool_share drop constraint pool_share_pkey, add constraint pool_share_pkey primary key (member_id, id);
alter table time_deposit drop constraint time_deposit_pkey, add constraint time_deposit_pkey primary key (member_id, id);

-- The new key also finds all passkeys of a member.
alter table passkey drop constraint passkey_pkey, add constraint passkey_pkey primary key (member_id, id);
drop index passkey_member;

alter table points_order drop constraint points_order_pkey, add constraint points_order_pkey primary key (member_id, id);
-- The operator names an order of the points mall by its id alone.
create index points_order_id on points_order (id);

-- A member was invited by one other: one reward for each pair is one reward for each who was invited. Rows of members are
-- never deleted, and the running role may not do it: nothing is lost without references to other members' rows. An
-- inviter's row is no longer locked while those they invited register.
alter table invitation_reward drop constraint invitation_reward_pkey,
  drop constraint invitation_reward_invited_id_key, drop constraint invitation_reward_invited_id_fkey,
  add constraint invitation_reward_pkey primary key (member_id, id),
  add constraint invitation_reward_invited_id_key unique (member_id, invited_id);
alter table member drop constraint member_invited_by_fkey;

-- Nothing is looked up by these ids: a member has one avatar, and uses a gift code once.
alter table avatar drop constraint avatar_id_key;
alter table gift_code_use drop constraint gift_code_use_id_key;
