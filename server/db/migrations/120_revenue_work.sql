-- The statistics add up all runs of a span: with what they add up in the index itself, the rows aren't read.
drop index revenue_ended;
create index revenue_ended on revenue (machine_id, ended_at)
  include (started_at, amount, share, energy_wh, distance_m);
