-- Commands whose transaction password is being checked just now: a copy that comes meanwhile waits, and is no guess.
-- Unlogged: after a crash nothing is under way.
create unlogged table proof_under_way (
  member_id uuid not null references member,
  key text not null,
  until timestamptz not null,
  primary key (member_id, key)
);
