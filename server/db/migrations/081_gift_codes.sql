-- Gifts in money come out of what the operator set aside for them and nothing else: no rule leads here from members' accounts.
insert into account_code (code, rolled, floor) values ('gifts', false, 0);
insert into transfer_rule (kind, debit_code, credit_code) values
  ('gift_funding', 'operator', 'gifts'),
  ('gift_code', 'gifts', 'income'), ('gift_code', 'mint', 'gold'), ('gift_code', 'mint', 'lucky');

create table gift_code (
  code text primary key check (code ~ '^[A-Z0-9-]{4,40}$'),
  -- What it gives, in order (protocol/rewards); a coupon with its terms.
  rewards jsonb not null,
  uses_most int not null check (uses_most > 0),
  uses int not null default 0 check (uses between 0 and uses_most),
  expires_at timestamptz(3) not null,
  issued_at timestamptz(3) not null
);

-- Once per member and code, for ever.
create table gift_code_use (
  code text not null references gift_code,
  member_id uuid not null references member,
  id uuid not null unique,
  used_at timestamptz(3) not null,
  primary key (code, member_id)
);
create index gift_code_use_member on gift_code_use (member_id, used_at desc);
