-- What the draws of a round put in, added up as they are made: reading the pool doesn't walk over them. A member counts
-- in one shard of a round, their id's last digit, so that draws of different members seldom wait for each other here.
create table pool_tally (
  round text not null references pool_round,
  shard int not null check (shard between 0 and 15),
  draws bigint not null check (draws > 0),
  -- The trigger offers 0 of a member who is there already: a check is made before the row is merged.
  members bigint not null check (members >= 0),
  -- Gold coins that were paid; Lucky Balls put nothing in.
  spent bigint not null check (spent >= 0),
  primary key (round, shard)
);

create function pool_shard(member_id uuid) returns int language sql immutable as $$
  select get_byte(uuid_send(member_id), 15) & 15
$$;

insert into pool_tally (round, shard, draws, members, spent)
select round, pool_shard(member_id), count(*), count(distinct member_id),
  coalesce(sum(price_amount) filter (where price_of = 'gold'), 0)
from draw group by 1, 2;

-- A member's draws are made one after the other and rounds follow each other, so that a member is new in a round where
-- their draw of before was of another one.
create function pool_tally_add() returns trigger language plpgsql as $$
begin
  insert into pool_tally as tally (round, shard, draws, members, spent)
  select added.round, pool_shard(added.member_id), sum(added.draws),
    count(*) filter (where earlier.round is distinct from added.round), sum(added.spent)
  from (
    select round, member_id, min(number) as number, count(*) as draws,
      coalesce(sum(price_amount) filter (where price_of = 'gold'), 0) as spent
    from made group by round, member_id
  ) added
  left join lateral (
    select round from draw where member_id = added.member_id and number < added.number
    order by number desc limit 1
  ) earlier on true
  group by 1, 2
  on conflict (round, shard) do update set
    draws = tally.draws + excluded.draws,
    members = tally.members + excluded.members,
    spent = tally.spent + excluded.spent;
  return null;
end
$$;
create trigger draw_tallied after insert on draw referencing new table as made
for each statement execute function pool_tally_add();
