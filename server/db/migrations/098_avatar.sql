-- A member's picture, made anew by this server, and so without anything that a camera had put in. Its address is the digest
-- of its bytes: what browsers keep under one address never changes.
create table avatar (
  member_id uuid primary key references member,
  id uuid not null unique,
  digest text not null,
  bytes bytea not null check (octet_length(bytes) <= 524288),
  made_at timestamptz not null
);
create index avatar_digest on avatar (digest);
