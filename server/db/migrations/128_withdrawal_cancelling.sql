-- A member may cancel a withdrawal until it is approved: it is then returned without the operator's reason.
-- `expected_by` is what the member was told at the request; unknown for earlier ones.
alter table withdrawal add column cancelled_at timestamptz(3), add column expected_by timestamptz(3);
alter table withdrawal drop constraint withdrawal_check1;
alter table withdrawal add constraint withdrawal_returned_why
  check ((state = 'returned') = (reason is not null or cancelled_at is not null));
