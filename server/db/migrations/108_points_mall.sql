-- Points come back once when an order of the points mall is refunded; Lucky Balls are credited when they are bought.
insert into transfer_rule (kind, debit_code, credit_code) values
  ('points_refund', 'mint', 'gold'), ('lucky_bought', 'mint', 'lucky');

create table points_category (
  id text primary key,
  name jsonb not null,
  art text not null,
  position int not null
);

create table points_goods (
  id uuid primary key,
  -- The operator's short name of it.
  slug text not null unique,
  category_id text not null references points_category,
  name jsonb not null,
  line jsonb not null,
  description jsonb not null,
  art text not null,
  kind text not null check (kind in ('parcel', 'coupon', 'lucky balls')),
  -- What arrives at once: the terms of a coupon, or how many Lucky Balls. Null for a parcel.
  gives jsonb,
  points bigint not null check (points > 0),
  stock int not null check (stock >= 0),
  -- How many one member may have; 0 is no limit.
  limit_each int not null default 0 check (limit_each >= 0),
  level_needed int not null default 0 check (level_needed >= 0),
  position int not null,
  offered_from timestamptz(3) not null,
  withdrawn_at timestamptz(3),
  check ((kind = 'parcel') = (gives is null))
);
create index points_goods_category on points_goods (category_id);

create table points_order (
  id uuid primary key,
  order_number text not null unique,
  member_id uuid not null references member,
  goods_id uuid not null references points_goods,
  -- As it was when ordered: goods change afterwards.
  name jsonb not null,
  art text not null,
  kind text not null,
  quantity int not null check (quantity between 1 and 100),
  points bigint not null check (points > 0),
  -- 201 paid, 202 refund requested, 203 refunded, 301 shipped, 401 received.
  status int not null check (status in (201, 202, 203, 301, 401)),
  -- Where a parcel goes. Emptied when the member leaves.
  recipient text,
  phone text,
  line text,
  remark text,
  carrier text,
  tracking text,
  tracking_url text,
  paid_at timestamptz(3) not null,
  refund_asked_at timestamptz(3),
  refunded_at timestamptz(3),
  shipped_at timestamptz(3),
  received_at timestamptz(3),
  check ((status = 203) = (refunded_at is not null)),
  check ((status = 401) = (received_at is not null)),
  check (status <> 202 or (refund_asked_at is not null and shipped_at is null)),
  check (status <> 201 or (refund_asked_at is null and shipped_at is null)),
  check (status <> 301 or shipped_at is not null)
);
create index points_order_member on points_order (member_id, paid_at desc, id desc);
create index points_order_goods on points_order (goods_id, member_id);
create index points_order_open on points_order (paid_at) where status in (201, 202);
