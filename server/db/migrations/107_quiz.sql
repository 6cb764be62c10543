-- The prize of the daily quiz: points out of nothing, as those of a check-in, and never money.
insert into transfer_rule (kind, debit_code, credit_code) values ('quiz_reward', 'mint', 'gold');

-- Never changed once it is there, because attempts point at it; a retired one is not asked any more.
create table quiz_question (
  id text primary key,
  -- By language: the question, its right answer, the wrong ones, and why.
  texts jsonb not null,
  added_at timestamptz(3) not null,
  retired_at timestamptz(3)
);
create index quiz_question_asked on quiz_question (id) where retired_at is null;

-- One a member and day, for ever. `sitting` is the secret of the screen that started it.
create table quiz_attempt (
  member_id uuid not null references member,
  day date not null,
  sitting uuid not null,
  -- The questions in order, each with the order of its choices; place 0 of a question is the right answer.
  asked jsonb not null,
  -- Gold coins, as they were shown before the start.
  prize int not null check (prize >= 0),
  started_at timestamptz(3) not null,
  ends_at timestamptz(3) not null check (ends_at > started_at),
  ended_at timestamptz(3),
  ended text check (ended in ('passed', 'wrong', 'late', 'left')),
  chosen jsonb,
  primary key (member_id, day),
  check ((ended_at is null) = (ended is null))
);
