-- Since when an address may not be given out any more: a restore has forgotten to whom it was given. Null where it may be.
-- The row stays: without it `address add` would take the address for a new one.
alter table deposit_address add column out_of_stock_at timestamptz(3);
