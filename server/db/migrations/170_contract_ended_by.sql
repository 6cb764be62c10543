-- Who ended a contract and when; null where its term is over, and where it was ended before this was kept.
alter table contract add column ended_by text check (ended_by in ('member', 'operator')), add column ended_at timestamptz(3);
