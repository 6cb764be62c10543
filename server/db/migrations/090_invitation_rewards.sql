-- What a member gets for inviting somebody directly: one reward per invited member, ever. It is receivable until
-- received_at, when a transfer `invite_reward` with the invited member's id as its ref moved the coins.
create table invitation_reward (
  id uuid primary key,
  member_id uuid not null references member,
  invited_id uuid not null unique references member,
  gold_coins bigint not null check (gold_coins > 0),
  made_at timestamptz(3) not null,
  received_at timestamptz(3)
);
create index invitation_reward_member on invitation_reward (member_id, made_at desc, id desc);

-- Registrations used to move the coins at once: those rewards are received.
insert into invitation_reward (id, member_id, invited_id, gold_coins, made_at, received_at)
select gen_random_uuid(), invited.invited_by, invited.id, coalesce(paid.amount, 300), invited.joined_at, paid.at
from member invited
left join transfer paid on paid.kind = 'invite_reward' and paid.ref = invited.id::text
where invited.invited_by is not null;

-- A team is listed by the time of joining.
drop index member_invited_by;
create index member_invited_by on member (invited_by, joined_at desc, id desc) where invited_by is not null;
