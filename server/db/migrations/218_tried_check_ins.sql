-- A check-in that came in time and was refused only because rewards were switched off: it counts for its own day when it
-- comes again (docs/offline.md, "Writing").
create table check_in_try (
  member_id uuid not null references member,
  made_at timestamptz(3) not null,
  primary key (member_id, made_at)
);
create index check_in_try_made on check_in_try (made_at);
