-- A payment goes back once: with the order that its member cancels, or for the rest of the term when its machine is closed.
-- Orders of before are looked at when they change (docs/operations.md, "Updates").
alter table purchase add constraint purchase_returned_once check (closing_refund is null or cancelled_at is null) not valid;
