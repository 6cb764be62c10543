-- A message of which no push was made yet. Its transaction writes one row, however many devices the member has; the job
-- of pushes makes one for each.
create table push_fan_out (
  message_id uuid primary key references message on delete cascade,
  member_id uuid not null,
  due_at timestamptz not null
);
create index push_fan_out_due on push_fan_out (due_at);

-- Pushes in a row that its service refused for good.
alter table push_subscription add column refusals int not null default 0;

-- What is counted and bounded for each member.
create index order_draft_of_member on order_draft (member_id, created_at desc);
