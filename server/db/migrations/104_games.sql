-- Games of chance for points (docs/fair-draws.md). Money that is won comes out of what the operator set aside beforehand
-- (`prizes`), and lies with the winner as `prize_due` from the draw until they receive it.
insert into account_code (code, rolled, floor) values ('prizes', false, 0), ('prize_due', false, 0);
insert into transfer_rule (kind, debit_code, credit_code) values
  ('prize_funding', 'operator', 'prizes'), ('prize_due', 'prizes', 'prize_due'),
  ('prize', 'prize_due', 'income'), ('prize', 'mint', 'gold'), ('prize', 'mint', 'lucky'),
  ('points_spent', 'lucky', 'mint');

create table game (
  id text primary key,
  kind text not null check (kind in ('gold lottery', 'lucky lottery', 'box', 'second box')),
  -- The version of its rule that is played.
  version int not null,
  stopped_at timestamptz(3),
  position int not null
);

-- A published rule is never changed: a change is its next version, and draws name the version they were made under.
create table game_rule (
  game text not null references game,
  version int not null check (version > 0),
  name jsonb not null,
  line jsonb not null,
  art text not null,
  price_of text not null check (price_of in ('gold', 'lucky')),
  price_amount bigint not null check (price_amount > 0),
  -- Draws a day of one member; null is no limit.
  daily_limit int check (daily_limit > 0),
  level_needed int not null check (level_needed >= 0),
  guarantee_every int check (guarantee_every > 1),
  most_at_once int not null check (most_at_once between 1 and 10),
  published_at timestamptz(3) not null,
  primary key (game, version)
);
create trigger game_rule_immutable before update or delete on game_rule
for each row execute function ledger_refuse();
alter table game add foreign key (id, version) references game_rule (game, version) deferrable initially deferred;

create table game_slot (
  id uuid primary key,
  game text not null,
  version int not null,
  position int not null check (position >= 0),
  -- Its name within the game, the same in every version.
  key text not null,
  name jsonb not null,
  art text not null,
  -- What it gives (081_gift_codes.sql, rewards); null where nothing is won.
  gift jsonb,
  weight bigint not null check (weight between 0 and 1000000000),
  guaranteed boolean not null,
  -- True where its stock is counted in game_stock.
  limited boolean not null,
  foreign key (game, version) references game_rule,
  unique (game, version, position),
  unique (game, version, key)
);
create trigger game_slot_immutable before update or delete on game_slot
for each row execute function ledger_refuse();

-- How many of a limited slot are left, in whichever version.
create table game_stock (
  game text not null references game,
  key text not null,
  pieces bigint not null check (pieces >= 0),
  primary key (game, key)
);

-- A server's seed for draws of one member. `seed_sealed` is AES-256-GCM under the key `key_id`, which lies outside the
-- database, until it is revealed as `seed`. SHA-256 and seed in hexadecimal.
create table draw_seed (
  id uuid primary key,
  member_id uuid not null references member,
  hash text not null unique,
  seed_sealed text,
  key_id text,
  seed text,
  next_nonce int not null default 1 check (next_nonce > 0),
  made_at timestamptz(3) not null,
  revealed_at timestamptz(3),
  check ((seed is null) = (revealed_at is null)),
  check ((seed_sealed is null) = (revealed_at is not null)),
  check ((seed_sealed is null) = (key_id is null))
);
create unique index draw_seed_open on draw_seed (member_id) where revealed_at is null;
create index draw_seed_member on draw_seed (member_id);
create index draw_seed_key on draw_seed (key_id) where key_id is not null;

-- A week of the pool, `2026-W47`, from Monday to Monday in UTC. `carried` is what the round before could not divide.
create table pool_round (
  round text primary key,
  share_bp int not null check (share_bp between 0 and 10000),
  winners int not null check (winners between 1 and 100),
  carried bigint not null default 0 check (carried >= 0),
  seed_hash text not null,
  seed_sealed text,
  key_id text,
  seed text,
  -- Once it is closed: what was in it, and how many draws.
  points bigint check (points >= 0),
  draws bigint check (draws >= 0),
  closed_at timestamptz(3),
  check ((seed is null) = (closed_at is null) and (points is null) = (closed_at is null)),
  check ((draws is null) = (closed_at is null) and (seed_sealed is null) = (closed_at is not null))
);

create table draw (
  id uuid primary key,
  -- The order of all draws, and of the pool's tickets.
  number bigint generated always as identity unique,
  member_id uuid not null references member,
  game text not null references game,
  slot_id uuid not null references game_slot,
  seed_id uuid not null references draw_seed,
  nonce int not null,
  member_seed text not null,
  version int not null,
  -- Of every slot in order, at that moment.
  weights jsonb not null,
  roll bigint not null check (roll >= 0),
  by_guarantee boolean not null,
  -- Whether it won a guaranteed slot.
  guaranteed boolean not null,
  price_of text not null check (price_of in ('gold', 'lucky')),
  price_amount bigint not null check (price_amount > 0),
  round text not null references pool_round,
  at timestamptz(3) not null,
  -- 0 pending, 1 received, 2 cancelled; null where nothing was won.
  status smallint check (status in (0, 1, 2)),
  received_at timestamptz(3),
  unique (seed_id, nonce),
  check ((received_at is not null) = (status is not null and status = 1))
);
create index draw_member on draw (member_id, number desc);
create index draw_game on draw (member_id, game, number desc);
create index draw_day on draw (member_id, at);
create index draw_round on draw (round, number);
create index draw_prize on draw (number desc) where status is not null;
create index draw_slot on draw (slot_id, number desc);

-- One of the shares that a closed round dealt out; `ticket` is the number of the draw that won it, from 0.
create table pool_share (
  id uuid primary key,
  round text not null references pool_round,
  place int not null check (place >= 0),
  ticket bigint not null check (ticket >= 0),
  member_id uuid not null references member,
  amount bigint not null check (amount >= 0),
  at timestamptz(3) not null,
  status smallint not null default 0 check (status in (0, 1, 2)),
  received_at timestamptz(3),
  unique (round, place),
  unique (round, ticket),
  check ((received_at is not null) = (status = 1))
);
create index pool_share_member on pool_share (member_id, at desc, id desc);

-- What a member allows themselves. `next_daily` holds from `next_from` on; null is no limit.
create table play_limits (
  member_id uuid primary key references member,
  daily int check (daily >= 0),
  next_daily int check (next_daily >= 0),
  next_from timestamptz(3),
  paused_until timestamptz(3)
);
