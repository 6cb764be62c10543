-- The operator may waive any bill of which nothing was paid, not only an annual fee whose card goes.
alter table card_bill drop constraint card_bill_completed,
  add constraint card_bill_completed check (
    (completed_at is not null) = (repaid = amount + penalty or waived_at is not null)
    and (waived_at is null or repaid = 0));
