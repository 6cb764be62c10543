-- The second step of 174 and 176. A server of the build before those needed the old keys. Now rows of members' orders,
-- withdrawals and sessions have keys with the member, and so have the references to them
-- (docs/scale.md, "On several machines: what is missing").
-- What is a new key is a new index: its table can't be read or written until this migration commits. So what takes long comes
-- first, and what every call needs comes last. The tables of each part are locked in the order in which calls lock them.
-- Indexes by the id alone are for a server of the build before, which looks rows up so. A later build can drop those that
-- aren't said to be needed for something else.

-- Nobody adds a row without its member between its update and its key.
lock table withdrawal, withdrawal_step, income_reversal in share row exclusive mode;
update withdrawal_step set member_id = withdrawal.member_id from withdrawal
  where withdrawal.id = withdrawal_id and withdrawal_step.member_id is null;
alter table withdrawal_step alter member_id set not null, drop constraint withdrawal_step_withdrawal_id_fkey;
alter table withdrawal drop constraint withdrawal_pkey, add constraint withdrawal_pkey primary key (member_id, id);
-- The operator names a withdrawal by its id alone.
create index withdrawal_id on withdrawal (id);
alter table withdrawal_step drop constraint withdrawal_step_pkey,
  add constraint withdrawal_step_pkey primary key (member_id, withdrawal_id, state),
  add constraint withdrawal_step_withdrawal_id_fkey
    foreign key (member_id, withdrawal_id) references withdrawal (member_id, id);
create index withdrawal_step_withdrawal on withdrawal_step (withdrawal_id);

-- A unit is of one member, which no reference says here: units have no key with the member yet.
update income_reversal set member_id = unit.member_id from unit
  where unit.id = unit_id and income_reversal.member_id is null;
alter table income_reversal alter member_id set not null, drop constraint income_reversal_pkey,
  add constraint income_reversal_pkey primary key (member_id, reversal_id, unit_id);

-- A card and a message are of one member: that the rest of these keys is unique says the same as before.
alter table card_bill drop constraint card_bill_card_id_kind_ref_key,
  add constraint card_bill_card_id_kind_ref_key unique (member_id, card_id, kind, ref);
alter table push_fan_out drop constraint push_fan_out_pkey,
  add constraint push_fan_out_pkey primary key (member_id, message_id);
alter table push_job drop constraint push_job_message_endpoint,
  add constraint push_job_message_endpoint unique (member_id, message_id, endpoint);
-- A device tells its address at each start of the app, and its pushes go with it. Addresses are long; a hash is short.
create index push_job_endpoint on push_job using hash (endpoint);

-- Each unit is compared with its order.
lock table purchase, unit in access exclusive mode;
alter table unit drop constraint unit_purchase_id_fkey;
alter table purchase drop constraint purchase_pkey, add constraint purchase_pkey primary key (member_id, id);
create index purchase_id on purchase (id);
alter table unit add constraint unit_purchase_id_fkey
  foreign key (member_id, purchase_id) references purchase (member_id, id);

-- Tokens of before 176 don't say whose they are, and expire within 90 days: to fill them in would take longer than all of the
-- above. Until then they are looked up by their session alone, which is the second use of this index. The references that
-- are dropped have checked them.
lock table access_token, refresh_token, session in access exclusive mode;
alter table refresh_token drop constraint refresh_token_session_id_fkey;
alter table access_token drop constraint access_token_session_id_fkey;
alter table session drop constraint session_pkey, add constraint session_pkey primary key (member_id, id);
create index session_id on session (id);
-- Each session that is swept away would read all of these tokens.
create index access_token_session on access_token (member_id, session_id);
alter table refresh_token add constraint refresh_token_session_id_fkey
  foreign key (member_id, session_id) references session (member_id, id) on delete cascade not valid;
alter table access_token add constraint access_token_session_id_fkey
  foreign key (member_id, session_id) references session (member_id, id) on delete cascade not valid;
