-- Rows of members that refer to others of the same member do it by the member and the id, so that both lie together
-- (docs/scale.md, "On several machines: what is missing"). Keys come first, then what refers to them.
-- No row is rewritten: each key is a new index, and each reference is checked by one join of its two tables. They can't be
-- read or written until this migration commits.
alter table card_repayment drop constraint card_repayment_bill_id_fkey;
alter table card_bill drop constraint card_bill_card_id_fkey;
alter table purchase drop constraint purchase_draft_id_fkey;
alter table draw drop constraint draw_seed_id_fkey;
alter table push_fan_out drop constraint push_fan_out_message_id_fkey;
alter table push_job drop constraint push_job_message_id_fkey;

alter table bank_card drop constraint bank_card_pkey, add constraint bank_card_pkey primary key (member_id, id);
-- The operator names a card by its id alone.
create index bank_card_id on bank_card (id);
-- The new key also finds all bills of a member. The operator names an open bill by its id alone: those have an index. A
-- server of an earlier build needs the key by card, kind and ref.
alter table card_bill drop constraint card_bill_pkey, add constraint card_bill_pkey primary key (member_id, id),
  add constraint card_bill_card_id_fkey foreign key (member_id, card_id) references bank_card (member_id, id);
drop index card_bill_member;
alter table card_repayment drop constraint card_repayment_pkey,
  add constraint card_repayment_pkey primary key (member_id, id),
  add constraint card_repayment_bill_id_fkey foreign key (member_id, bill_id) references card_bill (member_id, id);

alter table order_draft drop constraint order_draft_pkey, add constraint order_draft_pkey primary key (member_id, id);
alter table purchase drop constraint purchase_draft_id_key,
  add constraint purchase_draft_id_key unique (member_id, draft_id),
  add constraint purchase_draft_id_fkey foreign key (member_id, draft_id) references order_draft (member_id, id);

-- The new key also finds all seeds of a member.
alter table draw_seed drop constraint draw_seed_pkey, drop constraint draw_seed_hash_key,
  add constraint draw_seed_pkey primary key (member_id, id), add constraint draw_seed_hash_key unique (member_id, hash);
drop index draw_seed_member;
-- Numbers are always generated: no two draws have one, also of two members.
alter table draw drop constraint draw_pkey, drop constraint draw_number_key, drop constraint draw_seed_id_nonce_key,
  add constraint draw_pkey primary key (member_id, id), add constraint draw_number_key unique (member_id, number),
  add constraint draw_seed_id_nonce_key unique (member_id, seed_id, nonce),
  add constraint draw_seed_id_fkey foreign key (member_id, seed_id) references draw_seed (member_id, id);
drop index draw_member;

alter table message drop constraint message_pkey, add constraint message_pkey primary key (member_id, id);
-- A server of an earlier build needs the keys of both by the message without the member.
alter table push_fan_out add constraint push_fan_out_message_id_fkey
  foreign key (member_id, message_id) references message (member_id, id) on delete cascade;
alter table push_job add constraint push_job_message_id_fkey
  foreign key (member_id, message_id) references message (member_id, id);
