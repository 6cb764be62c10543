-- Members, what they are offered, what the machines did, and what belongs to whom.
-- Money lives in the ledger (001); amounts here are minor units of the row's currency.

create table setting (
  name text primary key,
  value jsonb not null
);

create table country (
  id text primary key,
  name text not null,
  alias text not null,
  dial_code text not null,
  currency text not null,
  time_zone text not null,
  position int not null
);

create table level (
  level int primary key,
  name text not null,
  growth_needed bigint not null,
  withdrawal_discount_bp int not null,
  upgrade_bonus_points bigint not null,
  salary_reward_bp int not null,
  tax_rate_bp int not null
);

create table member (
  id uuid primary key,
  phone text not null unique,
  password_hash text not null,
  transaction_password_hash text,
  nickname text,
  avatar_url text,
  country text not null references country,
  language text not null,
  time_zone text not null,
  level int not null default 0 references level,
  growth bigint not null default 0 check (growth >= 0),
  invitation_code text not null unique,
  invited_by uuid references member,
  is_demo boolean not null default false,
  joined_at timestamptz not null,
  deleted_at timestamptz
);
create index member_invited_by on member (invited_by);

-- Secrets are kept as SHA-256 digests: a leaked table opens no session.
create table session (
  id uuid primary key,
  member_id uuid not null references member,
  device text,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index session_member on session (member_id) where revoked_at is null;

create table access_token (
  digest text primary key,
  session_id uuid not null references session on delete cascade,
  expires_at timestamptz not null
);
create index access_token_expiry on access_token (expires_at);

create table refresh_token (
  digest text primary key,
  session_id uuid not null references session on delete cascade,
  parent_digest text,
  first_used_at timestamptz,
  expires_at timestamptz not null
);
create index refresh_token_parent on refresh_token (parent_digest);
create index refresh_token_expiry on refresh_token (expires_at);

create table verification_code (
  phone text not null,
  purpose text not null,
  digest text not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  attempts int not null default 0,
  used_at timestamptz,
  primary key (phone, purpose)
);

create table captcha_used (
  digest text primary key,
  expires_at timestamptz not null
);

-- Counted in the database, so that several processes share one count.
create table attempt (
  subject text primary key,
  count int not null,
  window_ends_at timestamptz not null
);

create table category (
  id text primary key,
  parent_id text references category,
  kind text not null check (kind in ('vehicle', 'pile')),
  name jsonb not null,
  art text not null,
  is_ai boolean not null default false,
  position int not null
);

create table product (
  id uuid primary key,
  category_id text not null references category,
  kind text not null check (kind in ('vehicle', 'pile')),
  name text not null,
  edition text not null,
  art text not null,
  description jsonb not null,
  specification jsonb not null,
  currency text not null,
  price bigint not null check (price > 0),
  -- Projections, never promises: they pay nothing.
  daily_income bigint not null check (daily_income >= 0),
  total_return bigint not null check (total_return >= 0),
  yield_rate bigint not null check (yield_rate >= 0),
  validity_days int not null check (validity_days > 0),
  settlement_type smallint not null check (settlement_type in (0, 1, 2)),
  purchase_limit int not null check (purchase_limit >= 0),
  level_needed int not null references level,
  gift_points bigint not null check (gift_points >= 0),
  cancellation_hours int not null check (cancellation_hours >= 0),
  operator_name text not null,
  is_featured boolean not null default false,
  offered_from timestamptz not null,
  position int not null
);
create index product_category on product (category_id, position);

-- A machine is cut into `units_total` equal units; each earns floor(share_total / units_total) over its life.
create table machine (
  id uuid primary key,
  product_id uuid not null unique references product,
  account_id bigint not null references account,
  device_number text not null unique,
  kind text not null check (kind in ('vehicle', 'pile')),
  currency text not null,
  units_total int not null check (units_total > 0),
  units_sold int not null default 0 check (units_sold between 0 and units_total),
  member_share_bp int not null check (member_share_bp between 0 and 10000),
  share_total bigint not null default 0 check (share_total >= 0),
  service_state text not null default 'idle' check (service_state in ('idle', 'in service', 'paused or faulty', 'resting')),
  state_since timestamptz not null,
  latitude double precision,
  longitude double precision,
  place text,
  time_zone text not null
);

-- A trip or a charging session, booked once for ever by (source, external_id).
create table revenue (
  id uuid primary key,
  machine_id uuid not null references machine,
  kind text not null check (kind in ('trip', 'session')),
  source text not null,
  external_id text not null,
  started_at timestamptz not null,
  ended_at timestamptz not null check (ended_at >= started_at),
  energy_wh bigint check (energy_wh >= 0),
  distance_m bigint check (distance_m >= 0),
  amount bigint not null check (amount > 0),
  currency text not null,
  share bigint not null check (share between 0 and amount),
  share_total_after bigint not null,
  booked_at timestamptz not null,
  unique (source, external_id)
);
create index revenue_machine on revenue (machine_id, booked_at);

create table order_draft (
  id uuid primary key,
  member_id uuid not null references member,
  product_id uuid not null references product,
  quantity int not null check (quantity > 0),
  unit_price bigint not null,
  discount bigint not null,
  coupon_id uuid,
  coupon bigint not null,
  actual_payment bigint not null check (actual_payment >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create table purchase (
  id uuid primary key,
  order_number text not null unique,
  draft_id uuid not null unique references order_draft,
  member_id uuid not null references member,
  product_id uuid not null references product,
  currency text not null,
  quantity int not null check (quantity > 0),
  unit_price bigint not null,
  amount bigint not null,
  discount bigint not null,
  coupon_id uuid,
  coupon bigint not null,
  actual_payment bigint not null check (actual_payment = amount - discount - coupon and actual_payment >= 0),
  paid_from text not null check (paid_from in ('recharge', 'income')),
  gift_points bigint not null,
  paid_at timestamptz not null,
  cancellable_until timestamptz not null,
  cancelled_at timestamptz
);
create index purchase_member on purchase (member_id, paid_at desc, id desc);

create table unit (
  id uuid primary key,
  member_id uuid not null references member,
  purchase_id uuid not null references purchase,
  product_id uuid not null references product,
  machine_id uuid not null references machine,
  machine_account_id bigint not null references account,
  pending_account_id bigint not null references account,
  settlement_type smallint not null check (settlement_type in (0, 1, 2)),
  active_from timestamptz not null,
  expires_at timestamptz not null check (expires_at > active_from),
  status text not null default 'active' check (status in ('active', 'expired', 'cancelled')),
  -- What one unit of the machine had earned in all when this one was bought or last settled.
  paid_index bigint not null,
  settled_through timestamptz
);
create index unit_member on unit (member_id, active_from desc, id desc);
create index unit_machine on unit (machine_id);
create index unit_settlement on unit (settlement_type, pending_account_id) where status = 'active';

create table coupon (
  id uuid primary key,
  member_id uuid not null references member,
  type smallint not null check (type in (1, 2)),
  name text not null,
  value bigint not null check (value > 0),
  minimum bigint not null default 0,
  status smallint not null default 0 check (status in (0, 1, 2)),
  received_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by uuid
);
create index coupon_member on coupon (member_id, status);

create table check_in (
  member_id uuid not null references member,
  day date not null,
  points bigint not null check (points >= 0),
  streak int not null check (streak > 0),
  made_at timestamptz not null,
  arrived_at timestamptz not null,
  primary key (member_id, day)
);

create table message (
  id uuid primary key,
  member_id uuid not null references member,
  kind text not null,
  -- Natural uniqueness: one message per member and event.
  ref text not null,
  params jsonb not null,
  route text,
  at timestamptz not null,
  read_at timestamptz,
  unique (member_id, kind, ref)
);
create index message_member on message (member_id, at desc, id desc);
create index message_unread on message (member_id) where read_at is null;

create table push_subscription (
  endpoint text primary key,
  member_id uuid not null references member,
  p256dh text not null,
  auth text not null,
  language text not null,
  refreshed_at timestamptz not null
);
create index push_subscription_member on push_subscription (member_id);

-- Pushes wait here, in the transaction that made them due.
create table push_job (
  id uuid primary key,
  member_id uuid not null references member,
  message_id uuid not null references message,
  attempt int not null default 0,
  due_at timestamptz not null,
  done_at timestamptz,
  unique (message_id)
);
create index push_job_due on push_job (due_at) where done_at is null;

create table banner (
  id uuid primary key,
  title jsonb not null,
  line jsonb not null,
  art text not null,
  route text not null,
  is_opening boolean not null default false,
  position int not null
);

-- One row a job: who runs it now, and when it last finished.
create table job (
  name text primary key,
  lease_until timestamptz,
  last_done_at timestamptz
);

create table device (
  member_id uuid not null references member,
  device text not null,
  highest_sequence bigint not null,
  seen_at timestamptz not null,
  primary key (member_id, device)
);
