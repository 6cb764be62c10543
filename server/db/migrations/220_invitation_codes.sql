-- Whose an invitation code is, by the code, as 219_member_phones.sql does it for phones. A member's code is made with the
-- member, never changes, and goes with the account.
alter table member drop constraint member_invitation_code_key;
create table invitation_code (code text not null, member_id uuid not null);
insert into invitation_code (code, member_id) select invitation_code, id from member where deleted_at is null;
alter table invitation_code add primary key (code);
