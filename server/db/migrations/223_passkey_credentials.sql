-- Whose a passkey is, by its credential's id (docs/scale.md): who signs in by a passkey is found here, as the authenticator
-- names nobody else. The transaction that adds a passkey adds the row first, and the statement that removes it removes the row.
alter table passkey drop constraint passkey_credential_id_key;
create table passkey_credential (credential_id text not null, member_id uuid not null);
insert into passkey_credential (credential_id, member_id) select credential_id, member_id from passkey;
alter table passkey_credential add primary key (credential_id);
