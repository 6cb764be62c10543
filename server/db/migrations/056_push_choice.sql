-- What a member is told by push, and when not. Without a row: everything, at any hour.
create table push_category (
  member_id uuid not null references member,
  category text not null,
  is_on boolean not null,
  chosen_at timestamptz not null,
  primary key (member_id, category)
);

-- Times of day, `22:00`, by the wall clock of the member's zone; one that ends before it begins ends the next morning.
create table quiet_hours (
  member_id uuid primary key references member,
  is_on boolean not null,
  starts text not null check (starts ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  ends text not null check (ends ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  chosen_at timestamptz not null
);

-- A push that fell into quiet hours waits, and those that follow it to the same device go with it.
alter table push_job add column held_at timestamptz;
alter table push_job add column held_by uuid references push_job on delete set null;
create index push_job_held on push_job (member_id) where held_at is not null and done_at is null;
create index push_job_held_by on push_job (held_by) where held_by is not null;

-- Other hours, or another zone: what waits is looked at again at once, whoever changed them.
create function look_at_held_pushes() returns trigger language plpgsql as $$
begin
  update push_job set due_at = held_at
  where member_id = (to_jsonb(new) ->> tg_argv[0])::uuid and held_at is not null and done_at is null;
  return null;
end
$$;
create trigger quiet_hours_changed after insert or update on quiet_hours for each row execute function look_at_held_pushes('member_id');
create trigger member_moved after update of time_zone on member for each row when (old.time_zone is distinct from new.time_zone) execute function look_at_held_pushes('id');
