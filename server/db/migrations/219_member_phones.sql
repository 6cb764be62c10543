-- Whose a phone is, by the phone: on several machines the row lies where the phone says, and a member's where their id says
-- (docs/scale.md). The key alone decides who gets a phone. The statement that makes a member adds the row, a change of the
-- phone replaces it, and the deletion of the account removes it; no member's row is ever deleted, so that none is missing
-- to a phone. First the constraint goes: it is waited for once, and nobody registers between the two.
alter table member drop constraint member_phone_key;
create table member_phone (phone text not null, member_id uuid not null);
insert into member_phone (phone, member_id) select phone, id from member where deleted_at is null;
alter table member_phone add primary key (phone);
