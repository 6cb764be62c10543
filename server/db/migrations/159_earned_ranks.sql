-- In which order offers stand by what a unit earned in 30 days, as of an instant: a job adds an order every ten minutes, and
-- the pages of one list keep to theirs.
create table earned_rank (
  as_of timestamptz(3) not null,
  product_id uuid not null,
  rank bigint not null,
  primary key (as_of, rank, product_id)
);
