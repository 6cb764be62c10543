-- Parts of countries, one below the other. An id begins with its country's.
create table region (
  id text primary key,
  country text not null references country,
  parent_id text references region,
  name jsonb not null,
  position int not null
);
create index region_country on region (country, position);

-- Ids are minted on devices, so they are unique within a member only: nobody can take another's.
create table address (
  member_id uuid not null references member,
  id uuid not null,
  recipient text not null,
  phone text not null,
  region_id text not null references region,
  detail text not null,
  postcode text,
  latitude double precision,
  longitude double precision,
  is_default boolean not null,
  version int not null check (version > 0),
  saved_at timestamptz not null,
  -- A deleted address keeps its number and nothing else: an edit based on an older one must still be told from the newest.
  deleted_at timestamptz,
  primary key (member_id, id),
  check (deleted_at is null or not is_default)
);
create unique index address_default on address (member_id) where is_default;

-- What of a device's commands has arrived: its highest number, and how many were carried out.
alter table device add column applied bigint not null default 0;
