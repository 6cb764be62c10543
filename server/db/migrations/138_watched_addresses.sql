-- An address that was given out is looked at for ever, and from where the last look ended.
alter table deposit_address
  -- When the rail was last asked because of a member, so that calls at once ask it once.
  add column asked_at timestamptz(3),
  -- Every transfer before this instant was seen. Null where nothing was looked at yet, or by an earlier version.
  add column seen_through timestamptz(3);

-- Earlier versions stopped looking after 30 days.
update awaited_top_up set look_at = now() where look_at is null;
alter table awaited_top_up alter column look_at set not null;
