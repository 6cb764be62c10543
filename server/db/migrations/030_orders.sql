create index unit_purchase on unit (purchase_id);
create index unit_product on unit (product_id, member_id);
create index purchase_paid_at on purchase (paid_at desc);

-- Gift points go back when the order they came with is cancelled.
insert into transfer_rule (kind, debit_code, credit_code) values ('points_spent', 'gold', 'mint') on conflict do nothing;

-- What one unit of its machine had earned when this one was bought: `paid_index` less this is all it was paid so far.
alter table unit add column first_index bigint not null default 0;

-- What all machines took in, read without touching the rows.
create index revenue_booked on revenue (booked_at) include (currency, amount, machine_id);
