-- A member's passkeys. The private half never leaves the authenticator. `counter` shows a copied one, where it counts.
create table passkey (
  id uuid primary key,
  member_id uuid not null references member,
  credential_id text not null unique check (length(credential_id) <= 1400),
  public_key text not null,
  counter bigint not null check (counter >= 0),
  transports jsonb not null,
  name text not null,
  added_at timestamptz not null,
  used_at timestamptz
);
create index passkey_member on passkey (member_id);

-- Each challenge counts once and for minutes. `used_by` is the key of the command that it confirmed: a copy of the
-- command that comes before its outcome shows the same assertion again.
create unlogged table passkey_challenge (
  challenge text primary key,
  purpose text not null check (purpose in ('add', 'sign-in', 'step-up')),
  member_id uuid references member check ((member_id is null) = (purpose = 'sign-in')),
  used_by text,
  expires_at timestamptz not null
);
create index passkey_challenge_expiry on passkey_challenge (expires_at);

-- Whether a passkey may take the place of the transaction password.
alter table member add column confirms_by_passkey boolean not null default false;
