-- A level is reached when all three of its conditions are met; 0 asks for nothing.
alter table level
  add column recharge_needed bigint not null default 0 check (recharge_needed >= 0),
  add column team_size_needed int not null default 0 check (team_size_needed >= 0);

-- Gold coins for a level that was reached: one row per member and level, for ever.
create table level_bonus (
  member_id uuid not null references member,
  level int not null references level,
  points bigint not null check (points > 0),
  posted_at timestamptz(3) not null,
  primary key (member_id, level)
);

insert into transfer_rule (kind, debit_code, credit_code) values ('level_bonus', 'mint', 'gold');
