-- Of a session only one line of refresh tokens goes on after a late repeat; the others show a thief when they are used.
alter table refresh_token rename column first_used_at to used_at;
alter table refresh_token add column superseded_at timestamptz;
create index refresh_token_session on refresh_token (session_id);
