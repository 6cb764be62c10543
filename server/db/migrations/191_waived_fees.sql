-- An annual fee of which nothing was paid is waived where its card is removed or its member leaves: the bill is completed.
alter table card_bill add column waived_at timestamptz(3);
alter table card_bill drop constraint card_bill_check1,
  add constraint card_bill_completed check (
    (completed_at is not null) = (repaid = amount + penalty or waived_at is not null)
    and (waived_at is null or kind = 'annual fee' and repaid = 0));
