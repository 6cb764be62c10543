-- A payment that names a deleted account belongs to nobody who is known until it is sent back (docs/ledger.md, "Top-ups"):
-- it is there, and neither a member's nor the operator's own.
insert into account_code (code, rolled, floor, is_house) values ('unowned', false, 0, true);
insert into transfer_rule (kind, debit_code, credit_code) values
  ('unowned_payment', 'world', 'unowned'), ('unowned_return', 'unowned', 'world');
alter table held_top_up drop constraint held_top_up_state_check, drop constraint held_top_up_check,
  add constraint held_top_up_state check (state in ('waiting', 'approved', 'declined', 'unowned', 'returned')),
  add constraint held_top_up_decided check ((state in ('waiting', 'unowned')) = (decided_at is null));
create index held_top_up_unowned on held_top_up (currency) where state = 'unowned';
