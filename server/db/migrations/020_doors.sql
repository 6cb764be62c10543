-- Money that a payment rail has received, credited once for ever by (source, external_id).
create table top_up (
  id uuid primary key,
  member_id uuid not null references member,
  source text not null,
  external_id text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  received_at timestamptz not null,
  credited_at timestamptz not null,
  unique (source, external_id)
);
create index top_up_member on top_up (member_id, received_at desc);

-- A push is owed to each device on its own: a retry for one must not ring the others again.
delete from push_job;
alter table push_job drop constraint push_job_message_id_key;
alter table push_job add column endpoint text not null references push_subscription on delete cascade;
alter table push_job add constraint push_job_message_endpoint unique (message_id, endpoint);

-- One row a claim: what moved from pending to the income wallet, of one unit or of all.
create table claim (
  id uuid primary key,
  member_id uuid not null references member,
  unit_id uuid references unit,
  amount bigint not null check (amount > 0),
  currency text not null,
  units int not null check (units > 0),
  claimed_at timestamptz not null
);
create index claim_member on claim (member_id, claimed_at desc);
alter table settlement_line add column claim_id uuid;
alter table settlement_line add column claimed_at timestamptz;
create index settlement_line_unclaimed on settlement_line (account_id, unit_id) where claimed_at is null;

create index unit_expired on unit (pending_account_id, expires_at) where status = 'expired';
create index revenue_ended on revenue (machine_id, ended_at);
