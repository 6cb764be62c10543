-- Which settlements paid an account on a day: a page of earnings looks its days' lines up by their periods.
create index settlement_run_paid on settlement_run (chunk, done_at);
-- A member's bills of their cards.
create index card_bill_member on card_bill (member_id);
