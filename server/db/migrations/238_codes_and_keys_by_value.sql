-- What calls and reports change lies where a value says (docs/scale.md, "On several machines").

-- A gift code lies by itself, and its uses with their members. The reference that goes refused uses of codes that never
-- were: who redeems a code counts its use at the code's row in the same transaction, and no code is ever deleted.
alter table gift_code_use drop constraint gift_code_use_code_fkey;

-- Every report says when its key was last used; the keys are on every node. No key is ever deleted.
create table feed_key_use (
  key_id text primary key,
  used_at timestamptz(3) not null
);
insert into feed_key_use (key_id, used_at) select id, used_at from feed_key where used_at is not null;
alter table feed_key drop column used_at;
