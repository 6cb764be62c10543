-- When each part of a profile was last edited, by the device that did it: an edit that was made earlier and arrives later
-- changes nothing. Without a row: never since they registered.
create table profile_edit (
  member_id uuid not null references member,
  field text not null,
  made_at timestamptz not null,
  primary key (member_id, field)
);
