-- Whose an order number is, of units and of the points mall, by the number (docs/scale.md): the statement that writes an order
-- adds it, and its key alone decides that no number is given twice. Orders are never deleted, and keep their number.
alter table purchase drop constraint purchase_order_number_key;
alter table points_order drop constraint points_order_order_number_key;
create table order_number (number text not null, member_id uuid not null);
insert into order_number (number, member_id)
select order_number, member_id from purchase
-- Two tables with a key each could give one number twice, once in some ten billion.
union all select order_number, member_id from points_order other
  where not exists (select from purchase where purchase.order_number = other.order_number);
alter table order_number add primary key (number);
