-- A challenge lies where its own value says, and an event of the security log where its number says (docs/scale.md): some of
-- both are nobody's. Neither refers to a member's row any more. No member's row is ever deleted, and whose they are is taken
-- from a session or from a row that was read, so that there is none of an unknown member.
alter table passkey_challenge drop constraint passkey_challenge_member_id_fkey;
alter table security_event drop constraint security_event_member_id_fkey;
