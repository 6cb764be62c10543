-- Tokens lie where their digest says, and their sessions with the member
-- (docs/scale.md, "On several machines: what is missing"). A token is made in the transaction that makes or
-- changes its session, is accepted only together with a session that goes on, and is deleted when it has
-- expired. A session is deleted 310 days after its last token has: no token needs to be deleted with it. The
-- index served that.
lock table access_token, refresh_token, session in access exclusive mode;
alter table refresh_token drop constraint refresh_token_session_id_fkey;
alter table access_token drop constraint access_token_session_id_fkey;
drop index access_token_session;
