-- Banks and kinds of card the operator works with.
create table bank (
  id text primary key,
  name text not null,
  country text not null references country,
  art text not null,
  digits jsonb not null,
  position int not null
);

create table card_type (
  code text primary key,
  name text not null,
  scheme text not null,
  -- '4', or a range of as many digits: '2221-2720'.
  prefixes jsonb not null,
  lengths jsonb not null,
  cvv_digits smallint not null check (cvv_digits in (3, 4)),
  annual_fee bigint not null check (annual_fee >= 0),
  currency text not null,
  position int not null
);

-- Pairs of keys that clients seal secrets with. The private half lies encrypted under a key outside the database.
create table sealing_key (
  id text primary key,
  public_key text not null,
  private_sealed text not null,
  key_id text not null,
  made_at timestamptz(3) not null
);

-- `number_sealed` is AES-256-GCM under the key `key_id`, which lies outside the database; null once the number was taken out.
-- `number_digest` is a keyed digest, by which a number is known again without being readable.
create table bank_card (
  id uuid primary key,
  member_id uuid not null references member,
  bank_id text not null references bank,
  type_code text references card_type,
  holder_name text not null,
  number_sealed text,
  number_digest text,
  last_four text,
  key_id text not null,
  phone text not null,
  bound_at timestamptz(3) not null,
  disabled_at timestamptz(3),
  removed_at timestamptz(3),
  check ((number_sealed is null) = (number_digest is null))
);
create index bank_card_member on bank_card (member_id, bound_at) where removed_at is null;
create unique index bank_card_number on bank_card (member_id, number_digest) where removed_at is null;
create index bank_card_key on bank_card (key_id) where number_sealed is not null;

-- What is owed for a card; `amount` + `penalty` - `repaid` is what is left. One bill per card, kind and `ref` (a year), ever.
create table card_bill (
  id uuid primary key,
  card_id uuid not null references bank_card,
  member_id uuid not null references member,
  kind text not null check (kind in ('annual fee', 'charge')),
  ref text not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  penalty bigint not null default 0 check (penalty >= 0),
  repaid bigint not null default 0 check (repaid >= 0),
  due_on date not null,
  -- Up to which day the penalty was counted; null before the first.
  penalty_through date,
  penalty_paused_at timestamptz(3),
  made_at timestamptz(3) not null,
  completed_at timestamptz(3),
  unique (card_id, kind, ref),
  check (repaid <= amount + penalty),
  check ((completed_at is not null) = (repaid = amount + penalty))
);
create index card_bill_open on card_bill (card_id) where completed_at is null;
create index card_bill_due on card_bill (due_on) where completed_at is null;

create table card_repayment (
  id uuid primary key,
  bill_id uuid not null references card_bill,
  member_id uuid not null references member,
  wallet text not null check (wallet in ('recharge', 'income')),
  amount bigint not null check (amount > 0),
  at timestamptz(3) not null
);
create index card_repayment_bill on card_repayment (bill_id);

insert into transfer_rule (kind, debit_code, credit_code) values
  ('card_repayment', 'recharge', 'operator'), ('card_repayment', 'income', 'operator')
on conflict do nothing;
