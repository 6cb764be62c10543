-- Who works through the operator's commands (docs/decisions/0088-operator-accounts.md).
create table operator_account (
  id uuid primary key,
  name text not null,
  roles text[] not null check (
    cardinality(roles) > 0 and roles <@ array['support', 'treasury', 'catalogue', 'auditor', 'administrator']
  ),
  -- Null until the person has enrolled, and again after a reset.
  password_hash text,
  totp_ciphertext text,
  key_id text,
  -- The step of the last code that was accepted: none is accepted twice, and no earlier one.
  totp_step bigint not null default 0,
  enrolment_digest text unique,
  enrolment_ends_at timestamptz,
  created_at timestamptz not null,
  disabled_at timestamptz,
  check ((password_hash is null) = (totp_ciphertext is null) and (totp_ciphertext is null) = (key_id is null))
);
create unique index operator_account_name on operator_account (lower(name));

create table operator_session (
  digest text primary key,
  account_id uuid not null references operator_account,
  created_at timestamptz not null,
  ends_at timestamptz not null,
  used_at timestamptz not null,
  revoked_at timestamptz
);
create index operator_session_account on operator_session (account_id);

-- No foreign keys: what was done stays, whatever becomes of accounts. Null: a name that was typed, or the server itself.
alter table operator_action add column account_id uuid;
alter table security_event add column account_id uuid;
alter table feed_key add column made_by_account uuid;
alter table held_top_up add column decided_by_account uuid;
alter table withdrawal_step add column by_name text, add column by_account uuid;

-- Withdrawals that are approved and not sent yet: who approved them stands in the audit.
update withdrawal_step set by_name = (
    select by_name from operator_action
    where command = 'withdrawal approve' and args ->> 'id' = withdrawal_step.withdrawal_id::text order by id desc limit 1
  )
  where state = 'approved' and withdrawal_id in (select id from withdrawal where withdrawal.state = 'approved');
