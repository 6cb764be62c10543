-- What concerns the security of accounts: who signed in, what failed, what was changed. No phone, no address, no secret.
-- A year and a month is kept; what operators did lies in operator_action.
create table security_event (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  kind text not null,
  -- Null where nobody is known: a wrong phone.
  member_id uuid references member,
  device text,
  browser text,
  platform text
);
create index security_event_at on security_event (at);
create index security_event_member on security_event (member_id, at desc);

-- Until when a withdrawal is looked at more closely, because the account was changed shortly before its request.
alter table withdrawal add column review_until timestamptz(3);
