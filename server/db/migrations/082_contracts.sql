-- Pay for work agreed in a contract comes out of what the operator set aside for it (`salary`), and lies with the member as
-- `wages` from the day it is funded until they receive it: what is receivable can always be received.
insert into account_code (code, rolled, floor) values ('salary', false, 0), ('wages', false, 0);
insert into transfer_rule (kind, debit_code, credit_code) values
  ('salary_funding', 'operator', 'salary'), ('salary_due', 'salary', 'wages'), ('salary', 'wages', 'income');

-- Every submission of a contract; the newest is what the member sees, the newest approved one is what they are paid by.
-- What ends in `_sealed` is AES-256-GCM under the key `key_id`, which lies outside the database.
create table contract (
  member_id uuid not null references member,
  version int not null check (version > 0),
  name text not null,
  phone text not null,
  education text not null,
  bank_name text not null,
  account_name text not null,
  id_number_sealed text not null,
  id_number_tail text not null,
  card_number_sealed text not null,
  card_number_tail text not null,
  key_id text not null,
  signature jsonb not null,
  -- The terms as they were signed.
  terms jsonb not null,
  submitted_at timestamptz(3) not null,
  state text not null default 'submitted' check (state in ('submitted', 'approved', 'returned')),
  reviewed_at timestamptz(3),
  remark text,
  -- The last day it is paid for; null while it runs.
  ended_on date,
  primary key (member_id, version),
  check ((state = 'submitted') = (reviewed_at is null))
);
create index contract_submitted on contract (submitted_at) where state = 'submitted';
create index contract_approved on contract (reviewed_at) where state = 'approved';
create index contract_key on contract (key_id);

-- What a contract earned. A week is paid once for ever by (member, week), anything else by the operator's own `ref`.
create table contract_bill (
  id uuid primary key,
  member_id uuid not null references member,
  kind text not null check (kind in ('weekly', 'bonus', 'correction')),
  week text,
  ref text not null,
  work jsonb not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  made_at timestamptz(3) not null,
  receivable_from timestamptz(3) not null,
  funded_at timestamptz(3),
  received_at timestamptz(3),
  unique (member_id, kind, ref),
  check ((kind = 'weekly') = (week is not null)),
  check (received_at is null or funded_at is not null)
);
create unique index contract_bill_week on contract_bill (member_id, week);
create index contract_bill_member on contract_bill (member_id, receivable_from desc, id desc);
create index contract_bill_unfunded on contract_bill (receivable_from, id) where funded_at is null;

-- Weeks whose bills are all made.
create table salary_week (
  week text primary key,
  done_at timestamptz(3) not null
);
